/** French pages over an ingested corpus: values that have a French word, and files for French spreadsheets. */
import Papa from 'papaparse';
import {beforeAll, expect, test} from 'vitest';
import type {Columns} from '../../datasets/types.ts';
import type {ListRoute} from '../../server/api/routes/types.ts';
import {fieldLabel, frenchValue, valueLabel} from '../../server/labels/index.ts';
import {isUnfiltered, LISTS} from '../../server/site/paths.ts';
import {type SiteReader, siteReader} from '../helpers/site_reader.ts';
import {type Server, sharedServer} from '../helpers/stack.ts';

let server: Server;
let page: SiteReader['page'];
beforeAll(async () => {
  server = await sharedServer();
  ({page} = await siteReader());
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

/** The cells of a French file as the other file writes them. */
const asEnglish = (row: string[], names: readonly string[], columns: Columns): string[] =>
  row.map((cell, i) => {
    const type = columns[names[i]!]?.type;
    if (type === 'boolean') return cell.replace('VRAI', 'true').replace('FAUX', 'false');
    return type === 'money' || type === 'number' ? cell.replace(',', '.') : cell;
  });

test('the file for French spreadsheets has the values of the English one', async () => {
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
    expect(new Set(french.data[0]).size).toBe(names.length);
    for (const [i, name] of names.entries())
      expect(french.data[0]![i]).toContain(fieldLabel(route.dataset, name).fr);
    expect(french.data.slice(1).map((row) => asEnglish(row, names, route.columns))).toEqual(
      english.data.slice(1),
    );
    decimals += file.match(/;-?\d+,\d+(?=[;\r])/g)?.length ?? 0;
  }
  expect(decimals).toBeGreaterThan(10);
});
