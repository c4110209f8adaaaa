/**
 * The search page in both languages: each group, where all of its results are, and what a mistyped text may
 * mean.
 */
import {beforeAll, expect, test} from 'vitest';
import {fold} from '../../datasets/rules/text.ts';
import type {Row} from '../../engine/types.ts';
import {LISTS} from '../../server/site/paths.ts';
import {digits, type SiteReader, siteReader} from '../helpers/site_reader.ts';

let page: SiteReader['page'];
let api: SiteReader['api'];
beforeAll(async () => {
  ({page, api} = await siteReader());
});

type Document = Awaited<ReturnType<SiteReader['page']>>['$'];

const encoded = encodeURIComponent;
const groupsOf = ($: Document): string[] =>
  $('.found section')
    .get()
    .map((one) => String($(one).attr('aria-labelledby')).replace('group-', ''));

/** Texts of which some find every group. */
const TEXTS = ['services', 'canada', 'act', '2', 'Bill C-11', 'Calgary', 'map', 'carte'];

test.each(['en', 'fr'])('%s: each link to all results leads to as many as it says', async (language) => {
  const seen = new Set<string>();
  let links = 0;
  for (const q of TEXTS) {
    const {status, $} = await page(`/${language}/search?q=${encoded(q)}`);
    expect(status).toBe(200);
    for (const group of groupsOf($)) seen.add(group);
    for (const link of $('.found .all a').get()) {
      const to = new URL($(link).attr('href')!, 'http://host');
      expect(to.pathname.startsWith(`/${language}/`)).toBe(true);
      const count = digits(/\(([^()]*)\)$/.exec($(link).text())![1]!);
      const list = await page(to.pathname + to.search);
      expect(list.status, to.href).toBe(200);
      expect(digits(list.$('#results .total strong').text()), to.href).toBe(count);
      links++;
    }
  }
  expect(links).toBeGreaterThan(20);
  const groups = ['organizations', 'contracts', 'grants', 'contributions', 'lobbying', 'parliament'];
  expect([...seen]).toEqual(expect.arrayContaining([...groups, 'permits', 'places', 'pages']));
});

test.each([
  ['Calgary permits', '/permits', 'municipality=calgary'],
  ['contracts 2024', '/contracts', 'date_from=2024-01-01&date_to=2024-12-31'],
  [
    'permis de construire Québec 2023',
    '/permits',
    'municipality=quebec_city&issued_after=2023-01-01&issued_before=2023-12-31',
  ],
  ['lobbying food', '/lobbying/communications', 'q=food'],
  ['who got contracts in 2024?', '/contracts', 'date_from=2024-01-01&date_to=2024-12-31'],
  ['non-competitive contracts', '/contracts', 'method=Non-competitive'],
  ['contrats non concurrentiels', '/contracts', 'method=Non-competitive'],
  ['sole source', '/contracts', 'method=Non-competitive'],
  ['sole-sourced contracts', '/contracts', 'method=Non-competitive'],
  ['contracts without competition', '/contracts', 'method=Non-competitive'],
  ['contrats de gré à gré', '/contracts', 'method=Non-competitive'],
  [
    'contrats sans appel d’offres 2025',
    '/contracts',
    'date_from=2025-01-01&date_to=2025-12-31&method=Non-competitive',
  ],
  ["appels d'offres", '/tenders', ''],
  ['contracts over 1 million', '/contracts', 'min_value=1000000'],
  // A bare year is no amount.
  ['contracts from 2024', '/contracts', 'date_from=2024-01-01&date_to=2024-12-31'],
  ['contrats de plus de 1 000 000 $', '/contracts', 'min_value=1000000'],
  ['grants under $50k', '/grants', 'max_value=50000'],
  ['who lobbied on agriculture', '/lobbying/communications', 'subject_key=Agriculture'],
  ['lobbying climat', '/lobbying/communications', 'subject_key=Climate'],
  ['how did my mp vote', '/politicians', ''],
  ['comment mon député a-t-il voté ?', '/politicians', ''],
])('a search for “%s” leads to the list that it names, with its exact total', async (q, path, query) => {
  for (const language of ['en', 'fr']) {
    const {$} = await page(`/${language}/search?q=${encoded(q)}`);
    const link = $('.found .named a').first();
    expect(link.attr('href')).toBe(`/${language}${path}${query === '' ? '' : `?${query}`}`);
    const {meta} = await api(`${path}?${query}&limit=1`);
    expect(meta.total).toBeGreaterThan(0);
    expect(digits(/\(([^()]*)\)$/.exec(link.text())![1]!)).toBe(meta.total);
  }
});

test('words that are a subject are also looked for as words, and each list shows its first records', async () => {
  for (const language of ['en', 'fr']) {
    const {$} = await page(`/${language}/search?q=climate+lobbying`);
    const paths = $('.found .named a')
      .get()
      .map((link) => $(link).attr('href'));
    const list = `/${language}/lobbying/communications`;
    expect(paths).toEqual([`${list}?subject_key=Climate`, `${list}?q=climate`]);
    const {data} = await api('/lobbying/communications?subject_key=Climate&limit=5');
    const shown = $('.found .named').first().next('.hits').find('a').get();
    expect(shown.map((link) => $(link).attr('href'))).toEqual(data.map(({com_id}) => `${list}/${com_id}`));
    expect($('#tasks').length).toBe(0);
  }
});

test('a department among the words of a list is its filter, and alone a result', async () => {
  const [{department, department_key: key}] = (await api('/departments?limit=1')).data as [Row];
  for (const [language, half] of [
    ['en', 0],
    ['fr', 1],
  ] as const) {
    const name = String(department).split(' | ')[half]!;
    const {$} = await page(`/${language}/search?q=${encoded(`contracts with ${name}`)}`);
    const {meta} = await api(`/contracts?department_key=${encoded(String(key))}&limit=1`);
    expect(digits(/\(([^()]*)\)$/.exec($('.found .named a').text())![1]!)).toBe(meta.total);
    const lost = await page(`/${language}/search?q=${encoded(`zzzz ${name}`)}`);
    const found = lost.$('section[aria-labelledby=names] .hits a').attr('href')!;
    expect((await page(found)).$('h1').text()).toContain(name);
  }
});

test('a member of that name comes first, and a suggestion tells people of one name apart', async () => {
  const [{name, slug, current_party: party}] = (await api('/politicians?limit=1')).data as [Row];
  const {$} = await page(`/en/search?q=${encoded(String(name))}`);
  const first = $('.found .hits li').first();
  expect(first.find('a').attr('href')).toBe(`/en/politicians/${slug}`);
  expect(first.text()).toContain(party);
  const offered = (await page(`/en/suggest?q=${encoded(String(name))}`)).$;
  expect(offered(`a[href="/en/politicians/${slug}"]`).text()).toContain(`Politician · ${party}`);
});

test.each([
  ['en', 'K1A 0A6', 'is a postal code'],
  ['fr', 'k1a0a6', 'est un code postal'],
])('%s: a postal code leads to the member of its riding', async (language, q, text) => {
  const {$} = await page(`/${language}/search?q=${encoded(q)}`);
  expect($('.postal').text()).toContain(text);
  expect($(`.postal a[href="/${language}/politicians"]`).length).toBe(1);
  expect($('.postal #finder a').length).toBe(2);
});

test('what finds nothing is read without hyphens, and else leads to where people begin', async () => {
  const {$} = await page('/en/search?q=Services-Canada');
  expect($('.found .instead').text()).toContain('services canada');
  expect(groupsOf($).length).toBeGreaterThan(0);
  for (const language of ['en', 'fr']) {
    const none = await page(`/${language}/search?q=zzzzzz`);
    const begin = none.$('#main .cards a').get();
    expect(begin.map((link) => none.$(link).attr('href'))).toEqual(
      expect.arrayContaining([`/${language}/map`, `/${language}/politicians`, `/${language}/contracts`]),
    );
  }
});

test('a search that names no list, or one without such records, has no link to one', async () => {
  for (const q of ['Calgary', 'services', 'permits zzzzzz', 'Calgary contracts 1850'])
    expect((await page(`/en/search?q=${encoded(q)}`)).$('.found .named').length, q).toBe(0);
});

test('words that match are marked, by their beginning and without accents', async () => {
  const {$} = await page('/en/search?q=quebec+services');
  const marks = $('.hits mark')
    .get()
    .map((one) => fold($(one).text()));
  expect(marks.length).toBeGreaterThan(0);
  expect(marks.filter((word) => !/^(quebec|services)/.test(word))).toEqual([]);
});

test.each(['en', 'fr'])('%s: every result is a page', async (language) => {
  for (const q of ['services', 'Calgary', 'map', 'Bill C-11']) {
    const {$} = await page(`/${language}/search?q=${encoded(q)}`);
    const paths = $('.found .hits a')
      .get()
      .map((link) => $(link).attr('href')!);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of new Set(paths)) expect((await page(path)).status, path).toBe(200);
  }
});

test('a bill, a permit by its number and its address, and the zone of it', async () => {
  const {data: bills} = await api('/bills?limit=5');
  const {number, name_en: title} = bills.find((one) => /^[CS]-\d+$/.test(String(one['number'])))!;
  const bill = await page(`/en/search?q=${encoded(String(number).replace('-', ''))}`);
  expect(fold(bill.$('section[aria-labelledby=group-parliament] .hits').text())).toContain(
    fold(`${number} ${title}`),
  );
  const {data: permits} = await api('/permits?municipality=calgary&limit=20');
  let zones = 0;
  for (const {permit_number_raw: printed, address, record_id} of permits) {
    for (const q of [printed, address].filter((one) => one !== null)) {
      const {$} = await page(`/en/search?q=${encoded(String(q))}`);
      const hits = $('section[aria-labelledby=group-permits] .hits li');
      expect(hits.find(`a[href="/en/permits/${record_id}"]`).length, String(q)).toBe(1);
      zones += Number(/Zone \S/.test(hits.text()));
    }
  }
  expect(zones).toBeGreaterThan(0);
});

test('grants and contributions have names of their own, as groups, as results and as lists', async () => {
  const {$} = await page('/en/search?q=housing');
  const group = (name: string) => $(`section[aria-labelledby=group-${name}]`);
  const kinds = (name: string) =>
    group(name)
      .find('.hits .soft')
      .get()
      .map((one) => $(one).text());
  expect(kinds('contributions')).toContain('Contribution');
  expect(kinds('grants')).toContain('Grant');
  expect(kinds('grants')).not.toContain('Contribution');
  expect(group('grants').find('.all').text()).toContain('Grants and other transfers (');
  expect(group('contributions').find('.all').text()).toMatch(/: Contributions \(/);
});

test('a record whose line lacks the word says which of its fields has it', async () => {
  const {$} = await page('/fr/search?q=logement');
  const hits = $('section[aria-labelledby=group-permits] .hits li').get();
  expect(hits.length).toBeGreaterThan(5);
  for (const one of hits) expect(fold($(one).text())).toContain('logement');
  expect(hits.some((one) => $(one).text().includes('Type de bâtiment\u00a0: '))).toBe(true);
});

test('a mistyped word is offered as it is written, with a link', async () => {
  const {data} = await api('/organizations?limit=60');
  const words = data
    .map(({name}) => fold(String(name)).split(' ')[0]!)
    .filter((word) => /^[a-z]{6,}$/.test(word));
  let offered = 0;
  for (const word of words.slice(0, 10)) {
    const typed = word.slice(0, 2) + word[3]! + word[2]! + word.slice(4);
    for (const [language, mark] of [
      ['en', 'Did you mean'],
      ['fr', 'Vouliez-vous dire'],
    ] as const) {
      const {$} = await page(`/${language}/search?q=${typed}`);
      const line = $('.found .meant');
      if (line.length === 0) continue;
      expect(line.text()).toContain(mark);
      const to = line.find('a').attr('href')!;
      expect(to).toContain(`/${language}/search?q=`);
      expect(groupsOf((await page(to)).$).length).toBeGreaterThan(0);
      offered += Number(line.find('a').text() === word);
    }
  }
  expect(offered).toBeGreaterThan(2);
});

test('no form asks for what links give, and a list found by the search keeps it', async () => {
  expect(LISTS.get('contracts')!.parameters['search']!.linked).toBe(true);
  const {$} = await page('/en/contracts?search=services');
  expect($('form.filters input[name=search]').attr('type')).toBe('hidden');
  expect($('form.filters input[name=search]').attr('value')).toBe('services');
  expect($('.chips').text()).toContain('services');
  const plain = await page('/en/contracts');
  expect(plain.$('form.filters input[name=search]').length).toBe(0);
});
