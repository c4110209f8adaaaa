/** French pages over an ingested corpus: values that have a French word, and files for French spreadsheets. */
import Papa from 'papaparse';
import {beforeAll, expect, test} from 'vitest';
import type {Columns} from '../../datasets/types.ts';
import type {Row} from '../../engine/types.ts';
import type {ListRoute} from '../../server/api/routes/types.ts';
import {fieldLabel, frenchValue, valueLabel} from '../../server/labels/index.ts';
import {isUnfiltered, LISTS} from '../../server/site/paths.ts';
import {type SiteReader, siteReader} from '../helpers/site_reader.ts';
import {type Server, sharedServer} from '../helpers/stack.ts';

let server: Server;
let page: SiteReader['page'];
let api: SiteReader['api'];
beforeAll(async () => {
  server = await sharedServer();
  ({page, api} = await siteReader());
});

const WHOLE_LISTS = [...LISTS.values()].filter(isUnfiltered);

/** What a page shows of a field: cells of the table, choices and counted values of its filters, by field. */
async function shownValues(route: ListRoute, language: 'en' | 'fr'): Promise<[string, string][]> {
  const fields = Object.keys(route.columns);
  const {$} = await page(`/${language}${route.path}?fields=${fields.join(',')}`);
  const cells = $('#results .records tbody td').toArray();
  const labels = new Map(fields.map((field) => [fieldLabel(route.dataset, field)[language], field]));
  const shown = cells.map((cell): [string, string] => [
    labels.get($(cell).attr('data-label') ?? '') ?? '',
    $(cell).text(),
  ]);
  const filters = Object.entries(route.parameters).flatMap(([name, {columns}]) =>
    $(`select[name="${name}"] option, #facet-${name} a`)
      .toArray()
      .map((one): [string, string] => [
        columns?.[0] ?? name,
        $(one)
          .text()
          .replace(/ \([\d\s]+\)$/, ''),
      ]),
  );
  return [...shown, ...filters];
}

test('no value that has a French word is in English on French lists', async () => {
  const left: string[] = [];
  let seen = 0;
  for (const route of WHOLE_LISTS) {
    // English pages say which words the corpus has; codes stand under their English label there.
    for (const [field, text] of await shownValues(route, 'en')) {
      if (frenchValue(field, text) !== text) seen++;
    }
    for (const [field, text] of await shownValues(route, 'fr')) {
      if (frenchValue(field, text) !== text || (valueLabel(field, text)?.fr ?? text) !== text)
        left.push(`${route.path} ${field}: ${text}`);
    }
  }
  expect(left).toEqual([]);
  expect(seen).toBeGreaterThan(100);
});

test('lists have the French form of what records have in both languages', async () => {
  for (const path of ['/contracts', '/committees', '/infrastructure_projects', '/bills']) {
    const {$} = await page(`/fr${path}`);
    const heads = $('#results .records thead th')
      .toArray()
      .map((head) => $(head).text());
    expect([path, heads.filter((head) => head.includes('(en anglais)'))]).toEqual([path, []]);
  }
});

/** What a French file may write for a cell of the other one: its word, or the French half of both. */
function inFrench(cell: string, name: string, columns: Columns): string[] {
  const type = columns[name]?.type;
  if (type === 'boolean') return [cell.replace('true', 'VRAI').replace('false', 'FAUX')];
  if (type === 'money' || type === 'number') return [cell.replace('.', ',')];
  if (type === 'text[]' && cell !== '')
    return [JSON.stringify((JSON.parse(cell) as string[]).map((one) => inFrench(one, name, {})[0]))];
  const word = valueLabel(name, cell)?.fr ?? frenchValue(name, cell);
  return word === cell && cell.includes(' | ') ? [cell, cell.slice(cell.indexOf(' | ') + 3)] : [word];
}

test('the file for French spreadsheets has the values of the English one, in French', async () => {
  const text = async (target: string) =>
    Buffer.from(await (await fetch(server.base + target)).arrayBuffer()).toString();
  let decimals = 0;
  for (const route of WHOLE_LISTS) {
    const {$} = await page(`/fr${route.path}`);
    const link = $('a[href*="excel=fr"]').first().attr('href');
    if (link === undefined) continue;
    const file = await text(link);
    const english = Papa.parse<string[]>(
      (await text(link.replace('excel=fr', 'excel=true'))).replace('\uFEFF', ''),
      {skipEmptyLines: true},
    );
    const french = Papa.parse<string[]>(file.replace('\uFEFF', ''), {delimiter: ';', skipEmptyLines: true});
    const names = english.data[0]!;
    expect(file.startsWith('\uFEFF')).toBe(true);
    expect(new Set(french.data[0]).size).toBe(french.data[0]!.length);
    for (const [i, name] of names.entries())
      expect(french.data[0]![i]).toContain(fieldLabel(route.dataset, name).fr);
    expect(french.data.length).toBe(english.data.length);
    const wrong = english.data.flatMap((row, at) =>
      row.filter(
        (cell, i) => at > 0 && !inFrench(cell, names[i]!, route.columns).includes(french.data[at]![i]!),
      ),
    );
    expect([route.path, wrong]).toEqual([route.path, []]);
    decimals += file.match(/;-?\d+,\d+(?=[;\r])/g)?.length ?? 0;
  }
  expect(decimals).toBeGreaterThan(10);
});

test('values are found, and suggested, by their French words', async () => {
  const published = {subject: 'Housing', institution: 'House of Commons'};
  const french = {subject: 'logement', institution: 'chambre des com'};
  for (const filter of ['subject', 'institution'] as const) {
    const total = async (text: string) => {
      const {$} = await page(`/fr/lobbying/communications?${filter}=${encodeURIComponent(text)}`);
      return $('#results .total strong').text();
    };
    expect(await total(french[filter])).toBe(await total(published[filter]));
    const target = `/fr/values/lobbying_communications/${filter}?q=${encodeURIComponent(french[filter])}`;
    const suggested = (await (await fetch(server.base + target)).json()) as string[];
    expect(suggested[0]).toBe(frenchValue('subjects', frenchValue('institutions', published[filter])));
  }
});

test('a politician’s bills and committees, and bills that the search finds, have their French names', async () => {
  const one = async (path: string): Promise<Row> => (await api(path)).data as unknown as Row;
  const french = async (path: string) => String((await one(path))['name_fr']);
  const {data: bills} = await api('/bills?limit=12');
  let seats = 0;
  for (const {session_id, number} of bills) {
    const {sponsor_slug: slug} = await one(`/bills/${session_id}/${number}`);
    if (typeof slug !== 'string') continue;
    const {$} = await page(`/fr/politicians/${slug}`);
    const main = $('main').text();
    expect(main).toContain(await french(`/bills/${session_id}/${number}`));
    expect(main).not.toContain('(en anglais)');
    for (const link of $('main a[href^="/fr/committees/"]').get()) {
      const path = $(link).attr('href')!.slice('/fr'.length);
      expect($(link).text()).toBe(await french(path));
      seats++;
    }
  }
  expect(seats).toBeGreaterThan(0);
  const {session_id, number} = bills[0]!;
  const {$} = await page(`/fr/search?q=${number}`);
  const hit = $(`.hits a[href="/fr/bills/${session_id}/${number}"]`);
  expect(hit.text()).toBe(`${number} ${await french(`/bills/${session_id}/${number}`)}`);
});
