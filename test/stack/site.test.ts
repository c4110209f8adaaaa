/**
 * The site over an ingested corpus: what pages say equals what the API answers, in both languages; SQL and
 * files give the same.
 */

import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {beforeAll, describe, expect, test} from 'vitest';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import type {Row} from '../../engine/types.ts';
import {SYNTHETIC_LABEL} from '../../server/api/synthetic.ts';
import {readerHelp, valueLabel} from '../../server/labels/index.ts';
import {PAGES} from '../../server/labels/pages.ts';
import {SERVICE} from '../../server/labels/service.ts';
import {formatCompactMoney} from '../../server/site/format.ts';
import {messagesOf} from '../../server/site/messages.ts';
import {LISTS, STATISTICS} from '../../server/site/paths.ts';
import {sitePages} from '../helpers/site_pages.ts';
import {digits, type SiteReader, siteReader} from '../helpers/site_reader.ts';
import {manifestOf, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let server: Server;
let page: SiteReader['page'];
let api: SiteReader['api'];
let dataDir: string;
beforeAll(async () => {
  dataDir = await sharedData();
  server = await sharedServer();
  ({page, api} = await siteReader());
});

/** One filter of a list, by the example of its parameter. */
const FILTERS = [...LISTS.values()].flatMap((route) =>
  Object.entries(route.parameters)
    .filter(([, {op}]) => op !== 'geo')
    .map(([name, {example}]) => ({route, query: new URLSearchParams({[name]: example}).toString()})),
);
const NEAR = {route: LISTS.get('permits')!, query: 'lat=51.0447&lng=-114.0719&radius_km=40'};
const TOGETHER = {
  route: LISTS.get('contracts')!,
  query: 'vendor=a&min_value=1000.5&date_from=2015-01-01&sort_by=value',
};
const QUESTIONS = [...FILTERS, NEAR, TOGETHER];

describe('a list', () => {
  test('says the total of the API, whatever the filter, in both languages', async () => {
    for (const {route, query} of QUESTIONS) {
      const {meta} = await api(`${route.path}?${query}&limit=1`);
      for (const language of ['en', 'fr']) {
        const {status, $} = await page(`/${language}${route.path}?${query}`);
        expect([query, status, digits($('#results .total strong').text())]).toEqual([
          query,
          200,
          meta.total === 1 ? 1 : meta.total,
        ]);
      }
    }
  });

  test('that programs must filter begins with the largest, and offers no address that refuses', async () => {
    const {status, $} = await page('/en/grants/recipients');
    expect([status, $('#records tbody tr').length > 9]).toEqual([200, true]);
    expect($('#results').html()).not.toContain('/api/v1/grants/recipients');
  });

  test('walks to its end by its own links, without a gap or a repeat', async () => {
    const seen: string[] = [];
    let next: string | undefined = '/en/awards?limit=100';
    while (next) {
      const {$} = await page(next);
      seen.push(
        ...$('.records tbody th a')
          .map((_, link) => $(link).attr('href') ?? '')
          .get(),
      );
      next = $('.pager a[rel="next"]').attr('href');
    }
    const {meta} = await api('/awards?limit=1');
    expect([seen.length, new Set(seen).size]).toEqual([meta.total, meta.total]);
  });

  test.each([...STATISTICS.keys()])(
    '%s: the numbers below the chart are those of the API',
    async (dataset) => {
      const route = STATISTICS.get(dataset)!;
      for (const group of Object.keys(DATASETS[dataset]!.stats!.groups)) {
        const {$} = await page(`/en${LISTS.get(dataset)!.path}?chart=${group}`);
        const {data} = await api(`${route.path}?group_by=${group}&limit=200`);
        const counts = $('.graph .numbers tbody tr')
          .map((_, row) => digits($(row).find('td').first().text()))
          .get()
          .filter((count) => count > 0);
        const isTime = data.every((row) =>
          /^(\d{4}(-(\d\d|Q\d))?|Unknown)$/.test(String(row['group_value'])),
        );
        const rows = data.filter((row) => !(isTime && row['group_value'] === 'Unknown'));
        const expected = rows.map((row) => Number(row['record_count']));
        const isSizes = group === 'bucket';
        // Sizes stand in an order of their own.
        const order = (all: number[]) => (isSizes ? all.toSorted((a, b) => a - b) : all);
        expect([group, order(counts)]).toEqual([
          group,
          isTime || isSizes ? order(expected) : expected.slice(0, 10),
        ]);
      }
    },
  );
});

describe('what is taken away', () => {
  test('SQL over the Parquet finds as many records as the page', async () => {
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    const build = dataPaths(dataDir).current;
    const lacking: string[] = [];
    for (const {route, query} of QUESTIONS) {
      const {$} = await page(`/en${route.path}?${query}`);
      const sql = $('#sql').text();
      if (sql === '') continue;
      const file = join(build, inBuild.whole(route.dataset));
      const statements = sql
        .replace(`'${route.dataset}.parquet'`, `'${file}'`)
        .replace(/;$/, '')
        .split(';\n');
      const select = statements.pop()!;
      for (const statement of statements) await connection.run(statement);
      const found = await connection.runAndReadAll(`SELECT count(*) AS n FROM (${select})`);
      const total = digits($('#results .total strong').text());
      if (Number(found.getRows()[0]![0]) !== total)
        lacking.push(`${query}: ${found.getRows()[0]![0]}, not ${total}`);
    }
    expect(lacking).toEqual([]);
    connection.closeSync();
    instance.closeSync();
  });

  test('the command for curl asks for the same list', async () => {
    const {$} = await page('/en/contracts?vendor=%26&min_value=1&chart=vendor');
    const [, address] =
      /^curl -H 'X-API-Key: YOUR_KEY' '(.*)'$/.exec($('#curl').text().replaceAll("'\\''", '%27')) ?? [];
    expect(new URL(address!).pathname).toBe('/api/v1/contracts');
    expect(Object.fromEntries(new URL(address!).searchParams)).toEqual({vendor: '&', min_value: '1'});
  });

  test('files hold every record of the list', async () => {
    const text = async (target: string) => (await fetch(server.base + target)).text();
    const lines = (await text('/en/awards.ndjson?min_value=1000')).trimEnd().split('\n');
    const all: Row[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const {data, meta} = await api(`/awards?min_value=1000&limit=200${cursor && `&cursor=${cursor}`}`);
      all.push(...data);
      cursor = meta.next_cursor;
    }
    expect(lines.map((line) => JSON.parse(line))).toEqual(all);
    const csv = await text('/fr/awards.csv?min_value=1000&excel=true');
    expect(csv.startsWith('record_id,')).toBe(true);
    const bytes = await (await fetch(`${server.base}/en/awards.csv?excel=true`)).arrayBuffer();
    expect(Buffer.from(bytes).subarray(0, 4).toString()).toBe('\uFEFFr');
    expect(csv.match(/^a_/gm)).toHaveLength(all.length);
    const {features} = JSON.parse(await text('/en/permits.geojson'));
    expect(features).toHaveLength((await api('/permits?limit=1')).meta.total);
  });
});

/** Texts of one language that the other does not have. */
function ownTexts(mine: 'en' | 'fr', other: 'en' | 'fr'): Set<string> {
  const labels = [SERVICE, SYNTHETIC_LABEL, ...Object.values(PAGES).map(({title}) => title)];
  const textsOf = (language: 'en' | 'fr'): string[] => [
    ...labels.map((text) => text[language]),
    ...[...messagesOf(language).values()].flatMap((message) =>
      typeof message === 'string' ? [message] : Object.values(message),
    ),
  ];
  const others = new Set(textsOf(other));
  return new Set(textsOf(mine).filter((text) => !others.has(text) && text.length > 2));
}

test('pages in French have no English sentence or label, and the other way round', async () => {
  const pages = await sitePages(server.base);
  for (const [language, other] of [
    ['fr', 'en'],
    ['en', 'fr'],
  ] as const) {
    const foreign = ownTexts(other, language);
    const left: string[] = [];
    for (const path of Object.values(pages)) {
      const {$} = await page(`/${language}${path}`);
      // The link to the other language is in that language; cells and titles hold what publishers wrote.
      $('.languages, td, tbody th, h1, pre, .hits, dd').remove();
      const texts = $('body *')
        .contents()
        .filter((_, node) => node.type === 'text');
      for (const node of texts.get())
        if (foreign.has($(node).text().trim())) left.push(`${path}: ${$(node).text()}`);
    }
    expect([language, left]).toEqual([language, []]);
  }
});

test('columns of French lists are named after what they show', async () => {
  const french = [...LISTS.values()].filter((route) => route.french);
  expect(french.map(({dataset}) => dataset)).toContain('bills');
  for (const {path} of french) {
    const {$} = await page(`/fr${path}`);
    const names = $('.records thead th')
      .map((_, head) => $(head).text())
      .get();
    const named = names.findIndex((name) => name.includes('(en anglais)'));
    expect([path, named]).toEqual([path, -1]);
  }
});

test('records begin with a sentence whose names lead to their profiles', async () => {
  const pages = await sitePages(server.base);
  for (const [name, entities] of [
    ['record-contracts', ['vendors', 'departments']],
    ['record-grants', ['departments']],
    ['record-lobbying_communications', ['lobbyists', 'clients']],
    ['record-permits', ['municipalities']],
  ] as const) {
    for (const language of ['en', 'fr']) {
      const {$} = await page(`/${language}${pages[name]}`);
      const sentence = $('.sentence');
      expect([name, sentence.length]).toEqual([name, 1]);
      expect(sentence.text()).not.toMatch(/[{}]|undefined|null/);
      for (const entity of entities)
        expect(sentence.find(`a[href^="/${language}/${entity}/"]`).length, name).toBeGreaterThan(0);
    }
  }
});

test('a permit leads to as many permits around it as it says, to its zone and to the map', async () => {
  const {data} = await api('/permits?municipality=toronto&limit=20');
  const {record_id} = data.find(({lat}) => lat !== null)!;
  const {$} = await page(`/en/permits/${record_id}`);
  const links = $('section[aria-labelledby="around"] a').get();
  const lists = links.filter((link) => $(link).attr('href')!.startsWith('/en/permits?'));
  expect(lists.length).toBeGreaterThan(0);
  for (const link of lists) {
    const list = await page($(link).attr('href')!);
    expect(digits(list.$('#results .total strong').text())).toBe(digits(/^[\d,]+/.exec($(link).text())![0]));
  }
  const map = $('section[aria-labelledby="around"] a[href^="/en/map?"]');
  expect(map.attr('href')).toMatch(/#17\/-?\d/);
});

test('figures of the home page lead to the records that they count', async () => {
  for (const language of ['en', 'fr']) {
    const {$} = await page(`/${language}/`);
    const facts = $('.facts-of-year li').get();
    expect(facts.length).toBe(3);
    for (const fact of facts.slice(1)) {
      const count = $(fact).find('a').eq(1);
      const list = await page(count.attr('href')!);
      expect(digits(list.$('#results .total strong').text())).toBe(digits(count.text()));
    }
    // The share is one of money, as the sum beside it.
    const [spent] = facts;
    const sums = await Promise.all(
      [1, 3].map(async (at) => {
        const {search} = new URL($(spent).find('a').eq(at).attr('href')!, 'http://host');
        const {data} = await api(`/contracts/stats${search}&group_by=year`);
        const sum = Number(data[0]!['sum_value']);
        expect($(spent).find('a').eq(at).text()).toBe(formatCompactMoney(sum, language as 'en'));
        return sum;
      }),
    );
    const share = Number(/\((\d+)/.exec($(spent).text())![1]);
    expect(share).toBe(Math.round((100 * sums[1]!) / sums[0]!));
  }
});

test('a value below a filter leads to as many records as it says', async () => {
  const {$} = await page('/en/contracts?min_value=1000');
  const values = $('.facet li').get().slice(0, 8);
  expect(values.length).toBe(8);
  for (const value of values) {
    const list = await page($(value).find('a').attr('href')!);
    expect(digits(list.$('#results .total strong').text())).toBe(digits($(value).find('.figure').text()));
  }
  const methods = $('#filter-method option').get().slice(1);
  expect(methods.length).toBeGreaterThan(1);
  for (const method of methods) {
    const list = await page(
      `/en/contracts?min_value=1000&method=${encodeURIComponent($(method).attr('value')!)}`,
    );
    const said = digits(/\(([\d,]+)\)$/.exec($(method).text())![1]!);
    expect(digits(list.$('#results .total strong').text())).toBe(said);
  }
});

test('records in French explain their fields in French', async () => {
  const pages = await sitePages(server.base);
  const helpsOf = async (language: string) => {
    const {$} = await page(`/${language}${pages['record-bills']}`);
    return $('.help p')
      .map((_, help) => $(help).text())
      .get();
  };
  const [french, english] = [await helpsOf('fr'), new Set(await helpsOf('en'))];
  expect(french).toContain(readerHelp('bills', 'home_chamber')!.fr);
  expect(french.filter((help) => english.has(help))).toEqual([]);
});

test('every link of every kind of page leads to a page', async () => {
  const pages = await sitePages(server.base);
  const links = new Set<string>();
  for (const [name, path] of Object.entries(pages)) {
    if (name === 'not-found' || name === 'contracts-refused') continue;
    const {$} = await page(`/en${path}`);
    const own = $('a[href^="/"]')
      .map((_, link) => $(link).attr('href') ?? '')
      .get();
    // Of a list a few rows stand for all.
    for (const link of [...own.slice(0, 40), ...own.slice(-20)]) links.add(link.split('#')[0]!);
  }
  const broken: string[] = [];
  for (const link of links) {
    const {status} = await fetch(server.base + link, {method: 'HEAD'});
    if (status !== 200) broken.push(`${link}: ${status}`);
  }
  expect(links.size).toBeGreaterThan(200);
  expect(broken).toEqual([]);
});

test('every source stands with the rows that the build counted', async () => {
  const {$} = await page('/en/about');
  const shown = new Map(
    $('section[aria-labelledby="sources"] tbody tr')
      .map((_, row) => [
        [
          $(row).find('th a').text(),
          $(row)
            .find('td.figure')
            .map((_, cell) => digits($(cell).text()))
            .get(),
        ],
      ])
      .get() as unknown as [string, number[]][],
  );
  const {data} = await api('/sources');
  const {sources} = manifestOf(dataDir) as {sources: {slug: string; read: number; rejected: number}[]};
  for (const {source_dataset: label, slug, record_count} of data) {
    const counts = sources.find((source) => source.slug === slug)!;
    const name = valueLabel('source_dataset', String(label))?.en ?? String(label);
    expect([label, shown.get(name)]).toEqual([label, [record_count, counts.read, counts.rejected]]);
  }
});

test('the sitemap names pages that search engines may keep', async () => {
  const text = await (await fetch(`${server.base}/sitemap.xml`)).text();
  const paths = [...text.matchAll(/<loc>https?:\/\/[^/]+(\/[^<]*)<\/loc>/g)].map(([, path]) =>
    path!.replaceAll('&amp;', '&'),
  );
  expect(paths.some((path) => path.startsWith('/en/permits/'))).toBe(false);
  for (const path of [...paths.slice(0, 12), ...paths.slice(-12)]) {
    const {status, $} = await page(path.replaceAll('&apos;', "'"));
    expect([path, status, $('meta[name="robots"]').length]).toEqual([path, 200, 0]);
  }
});
