/**
 * Charts, histograms and profiles of the site over an ingested corpus: their numbers are those of the API.
 */
import {beforeAll, describe, expect, test} from 'vitest';
import {DATASETS} from '../../datasets/index.ts';
import {bodyOf} from '../../datasets/rules/bodies.ts';
import {type Row, UNKNOWN_GROUP} from '../../engine/types.ts';
import {valueLabel} from '../../server/labels/index.ts';
import {LISTS, STATISTICS} from '../../server/site/paths.ts';
import {digits, type SiteReader, siteReader} from '../helpers/site_reader.ts';

let page: SiteReader['page'];
let api: SiteReader['api'];
beforeAll(async () => {
  ({page, api} = await siteReader());
});

test('of a city without costs pages say that no amounts are published, never $0', async () => {
  const {data} = await api('/permits/stats?group_by=municipality&limit=200');
  const silent = data.filter((row) => row['sum_value'] === null).map((row) => String(row['group_value']));
  expect(silent.length).toBeGreaterThan(0);
  for (const [language, said] of [
    ['en', 'no amounts published'],
    ['fr', 'aucun montant publié'],
  ] as const) {
    for (const chart of ['year', 'permit_type', 'year,permit_type']) {
      const {$} = await page(`/${language}/permits?municipality=${silent[0]}&chart=${chart}`);
      expect($('#results .total').text()).toContain(said);
      const graph = $('.graph td, .graph title, .graph .bars .figure').text();
      expect(graph).toContain(said);
      expect(graph).not.toMatch(/\$\s?0(?![.,\d])|(?<![.,\d])0\s\$/);
    }
  }
});

test.each([
  ['contracts', 'department', 'vendor=a'],
  ['grants', 'department', ''],
  ['permits', 'permit_type', 'municipality=calgary'],
  ['lobbying_registrations', 'registration_type', ''],
])(
  '%s by year and %s: the parts of each year add up to it, and are those of the API',
  async (dataset, part, query) => {
    const {$} = await page(`/en${LISTS.get(dataset)!.path}?${query}&chart=year,${part}`);
    const heads = $('.graph .numbers thead .part-name')
      .map((_, head) => $(head).text())
      .get();
    const cells = new Map<string, number>();
    const {data} = await api(
      `${STATISTICS.get(dataset)!.path}?${query}&group_by=year,${part}&limit=200&lang=en`,
    );
    const measure = DATASETS[dataset]!.stats!.sum === null ? 'record_count' : 'sum_value';
    for (const row of data) {
      const name = valueLabel(part, String(row['then_value']))?.en ?? String(row['then_value']);
      cells.set(`${row['group_value']} ${name}`, Number(row[measure] ?? 0));
    }
    expect(heads.length).toBeGreaterThan(1);
    const amount = (text: string) => Number(text.replace(/[^\d.-]/g, ''));
    const rows = $('.graph .numbers tbody tr').get();
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) {
      const year = $(row).find('th').text();
      const figures = $(row)
        .find('td')
        .map((_, cell) => amount($(cell).text()))
        .get();
      const parts = figures.slice(-heads.length);
      const whole = figures.at(-heads.length - 1)!;
      expect([year, Math.round(parts.reduce((sum, one) => sum + one, 0) * 100)]).toEqual([
        year,
        Math.round(whole * 100),
      ]);
      for (const [i, head] of heads.entries())
        if (head !== 'All others')
          expect([year, head, parts[i]]).toEqual([year, head, cells.get(`${year} ${head}`) ?? 0]);
    }
  },
);

describe('a histogram', () => {
  test.each([
    ['contracts', 'vendor=a&min_value=1000&max_value=90000&date_from=2016-05-05'],
    ['grants', 'recipient=a&min_value=5000'],
    ['permits', 'municipality=calgary&issued_after=2020-02-02'],
    ['research_grants', ''],
    ['lobbying_communications', 'date_to=2020-02-02'],
  ])(
    '%s?%s: bars are those of the API without the own filter, and a bar selects its records',
    async (dataset, query) => {
      const {path} = LISTS.get(dataset)!;
      const {$} = await page(`/en${path}?${query}`);
      const pictures = $('.histogram').get();
      expect(pictures.length).toBeGreaterThan(0);
      for (const picture of pictures) {
        const [min, max] = [$(picture).attr('data-min')!, $(picture).attr('data-max')!];
        const others = new URLSearchParams(query);
        for (const name of [min, max]) others.delete(name);
        const bars = $(picture)
          .find('rect')
          .map((_, bar) => [
            [$(bar).attr('data-min')!, $(bar).attr('data-max')!, Number($(bar).attr('data-count'))],
          ])
          .get() as unknown as [string, string, number][];
        const grouped = async (group: string) =>
          (await api(`${STATISTICS.get(dataset)!.path}?${others}&group_by=${group}&limit=200`)).data
            .filter((row) => row['group_value'] !== 'Unknown')
            .map((row) => Number(row['record_count']));
        const filled = bars.map(([, , count]) => count).filter((count) => count > 0);
        const sorted = (counts: number[]) => counts.toSorted((a, b) => a - b);
        const groups = min === 'min_value' ? ['bucket'] : ['year', 'month'];
        const expected = await Promise.all(groups.map(grouped));
        expect(expected.map(sorted)).toContainEqual(sorted(filled));
        // The outermost bars have no outer bound, and include nothing more by it.
        for (const [i, [from, to, count]] of bars.entries()) {
          if (i % 5 > 0 && i < bars.length - 1) continue;
          const narrowed = new URLSearchParams(others);
          if (from !== '') narrowed.set(min, from);
          if (to !== '') narrowed.set(max, to);
          expect([`${narrowed}`, (await api(`${path}?${narrowed}&limit=1`)).meta.total]).toEqual([
            `${narrowed}`,
            count,
          ]);
        }
      }
    },
  );
});

/** Datasets whose records name one organization in one role. */
const ONE_ROLE = [
  'contracts',
  'awards',
  'grants',
  'research_grants',
  'infrastructure_projects',
  'lobbying_communications',
];

test('the lists of an organization hold exactly the records that its profile counts', async () => {
  const {data} = await api('/organizations?limit=20');
  for (const {organization_key} of data) {
    const path = `/organizations/${encodeURIComponent(String(organization_key))}`;
    const {data: profile} = (await api(path)) as unknown as {data: Row};
    const {$} = await page(`/en${path}`);
    const totals = profile['totals'] as Row[];
    const shown = new Map(
      $('section[aria-labelledby="related"] li')
        .map((_, item) => [
          [
            new URL($(item).find('a').attr('href')!, 'http://host').pathname.slice(3),
            digits(/\(([^()]*)\)\s*$/.exec($(item).text())![1]!),
          ],
        ])
        .get() as unknown as [string, number][],
    );
    const counted = totals.filter(({dataset}) => ONE_ROLE.includes(String(dataset)));
    expect([path, counted.map(({dataset}) => shown.get(LISTS.get(String(dataset))!.path))]).toEqual([
      path,
      counted.map(({record_count}) => record_count),
    ]);
    expect(shown.size).toBe(new Set(totals.map(({dataset}) => dataset)).size);
    // Each role has a chart with the years of the profile, whatever the name.
    for (const {dataset, role, record_count} of totals) {
      const chart = $(`figure[aria-labelledby="${dataset}-${role}"]`);
      const of = (profile['years'] as Row[]).filter(
        (one) => one['dataset'] === dataset && one['role'] === role && one['year'] !== null,
      );
      const rows = chart.find('.numbers tbody tr').get();
      expect([path, role, digits(chart.find('dd').first().text())]).toEqual([path, role, record_count]);
      expect([path, role, rows.map((row) => digits($(row).find('td').first().text()))]).toEqual([
        path,
        role,
        of.map((one) => one['record_count']),
      ]);
      // Permits name an organization as applicant and as contractor, and have a list of each.
      if ([...ONE_ROLE, 'permits'].includes(String(dataset)))
        expect([path, role, chart.find('dl a').length]).toEqual([path, role, 1]);
    }
    expect($('#courses').length).toBe(1);
  }
});

test('the number of a published name of an organization leads to exactly so many records, or nowhere', async () => {
  const {data} = await api('/organizations?limit=40');
  let [linked, plain] = [0, 0];
  for (const {organization_key} of data) {
    const {$} = await page(`/en/organizations/${encodeURIComponent(String(organization_key))}`);
    const [names] = $('h2:contains("Names as published")').parent().get();
    for (const row of $(names).find('tbody tr').get()) {
      const number = $(row).find('td').last();
      const href = number.find('a').attr('href');
      if (href === undefined) {
        plain += 1;
        continue;
      }
      linked += 1;
      expect($(row).find('th a').attr('href')).toBe(href);
      const list = await page(href);
      expect([href, digits(list.$('#results .total strong').text())]).toEqual([href, digits(number.text())]);
    }
  }
  expect(linked).toBeGreaterThan(plain);
});

test('organizations of similar names share a word with the name, and say what tells them apart', async () => {
  const {data} = await api('/organizations?limit=200');
  const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  let shown = 0;
  for (const {organization_key} of data) {
    const {data: profile} = (await api(
      `/organizations/${encodeURIComponent(String(organization_key))}`,
    )) as unknown as {data: Row};
    if ((profile['similar'] as Row[]).length === 0) continue;
    const {$} = await page(`/en/organizations/${encodeURIComponent(String(organization_key))}`);
    const words = wordsOf($('h1').text());
    for (const row of $('section[aria-labelledby="similar"] tbody tr').get()) {
      const name = $(row).find('th').text();
      expect([name, wordsOf(name).some((word) => words.includes(word))]).toEqual([name, true]);
      const told = $(row)
        .find('td')
        .map((_, cell) => $(cell).text())
        .get();
      const key = $(row).find('th a').attr('href')!.split('/').at(-1)!;
      if (key.endsWith('--qc')) expect(told).toContain('Quebec');
      expect(told.at(-2)).not.toBe('');
      shown++;
    }
  }
  expect(shown).toBeGreaterThan(0);
});

test('a department leads to the communications and registrations that name it under any of its names', async () => {
  const [{data: departments}, {data: groups}] = await Promise.all([
    api('/departments?limit=200'),
    api('/lobbying/communications/stats?group_by=institution&limit=200'),
  ]);
  let linked = 0;
  for (const {department} of departments.slice(0, 40)) {
    const body = bodyOf(String(department));
    const counts = groups
      .filter(({group_value}) => body !== null && bodyOf(String(group_value)) === body)
      .map(({record_count}) => Number(record_count));
    if (counts.length === 0) continue;
    const {$} = await page(`/en/departments/${encodeURIComponent(String(department))}`);
    const item = $('#related ~ ul a[href*="/lobbying/communications?institution_key="]').parent();
    const count = digits(/\(([^()]*)\)\s*$/.exec(item.text())?.[1] ?? '');
    // A communication may name a body twice, in two ways.
    expect([department, count >= Math.max(...counts)]).toEqual([department, true]);
    expect([department, count <= counts.reduce((sum, one) => sum + one, 0)]).toEqual([department, true]);
    linked++;
  }
  expect(linked).toBeGreaterThan(5);
});

test('the page of a politician has the person first, and the chart of lobbying last', async () => {
  const {data} = await api('/politicians?limit=100');
  let charts = 0;
  for (const {slug, current_party} of data) {
    const {$} = await page(`/en/politicians/${slug}`);
    // The sentence tells party and riding; facts do not repeat them.
    if (current_party !== null) expect($('.sentence').text()).toContain(current_party);
    const order = ['election_history', 'bill_sponsorships', 'committee_memberships', 'lobbying_interactions'];
    const found = $('article section[aria-labelledby]')
      .map((_, section) => $(section).attr('aria-labelledby'))
      .get()
      .filter((id) => order.includes(id));
    expect([slug, found]).toEqual([slug, order.filter((id) => found.includes(id))]);
    expect($('article .graph ~ .pairs').length).toBe(0);
    charts += $('article .pairs ~ .graph').length;
  }
  expect(charts).toBeGreaterThan(0);
});

test('a department says what part it bought without competition, by number and by value', async () => {
  const [department] = (await api('/departments?limit=1')).data;
  const key = encodeURIComponent(String(department!['department_key']));
  const {data} = await api(`/contracts/stats?department_key=${key}&group_by=method`);
  const known = data.filter((row) => row['group_value'] !== UNKNOWN_GROUP);
  const alone = known.find((row) => row['group_value'] === 'Non-competitive')!;
  const sumOf = (name: string) => known.reduce((sum, row) => sum + Number(row[name] ?? 0), 0);
  const share = (name: string) => `${Math.round((100 * Number(alone[name])) / sumOf(name))}%`;
  const {$} = await page(`/en/departments/${department!['department_key']}`);
  const line = $('#competition');
  expect(line.text()).toContain(
    `${share('record_count')} of its contracts (${share('sum_value')} of their value)`,
  );
  const list = await page(line.find('a').first().attr('href')!);
  expect(digits(list.$('#results .total strong').text())).toBe(alone['record_count']);
  const byYear = await page(line.find('a').last().attr('href')!);
  expect(byYear.$('#results .graph .key li').length).toBeGreaterThan(1);
});

test('the newest contracts of a profile say what was bought, in whole dollars', async () => {
  const [vendor] = (await api('/vendors?limit=1')).data;
  const {$} = await page(`/fr/vendors/${vendor!['vendor_key']}`);
  const rows = $('section[aria-labelledby="recent_contracts"] tbody tr').toArray();
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    const id = $(row).find('a').first().attr('href')!.split('/').at(-1);
    const {description, description_fr} = (await api(`/contracts/${id}`)).data as never;
    const told = $(row).find('td').first().text();
    if (description_fr ?? description) expect(told).toBe(description_fr ?? description);
    expect($(row).find('.figure').text()).not.toMatch(/,\d\d\s*\$/);
  }
});
