/** Lists and records over an ingested corpus: pages of a list, what filters say, where records of lobbying lead. */
import {beforeAll, expect, test} from 'vitest';
import {SECTORS} from '../../datasets/codes/sectors.ts';
import {readableKeys} from '../../server/site/paths.ts';
import {digits, type SiteReader, siteReader} from '../helpers/site_reader.ts';
import {manifestOf, sharedData, sharedServer} from '../helpers/stack.ts';

let base: string;
let page: SiteReader['page'];
let api: SiteReader['api'];
let dataDir: string;
beforeAll(async () => {
  dataDir = await sharedData();
  ({base} = await sharedServer());
  ({page, api} = await siteReader());
});

test('the last page has the rest of the records, and of the pages the first alone has the chart', async () => {
  const first = await page('/en/contracts?vendor=a');
  const total = digits(first.$('#results .total strong').text());
  expect(first.$('#results .graph').length).toBe(1);
  const {$} = await page(first.$('nav.pager a').last().attr('href')!);
  expect($('#results .graph').length).toBe(0);
  expect($('#results .records tbody tr').length).toBe(((total - 1) % 50) + 1);
  expect($('nav.pager a[rel="next"]').length).toBe(0);
  expect($('nav.pager a').first().attr('href')).toBe('/en/contracts?vendor=a');
});

test('a filter says that the chosen municipality does not publish what it compares', async () => {
  const {sources} = manifestOf(dataDir) as {
    sources: {slug: string; coverage: Record<string, {record_count: number}>}[];
  };
  const said = async (city: string) =>
    (await page(`/fr/permits?municipality=${city}`)).$('#facet-neighbourhood .note').text();
  let without = 0;
  for (const {slug, coverage} of sources.filter((one) => one.slug.endsWith('_permits'))) {
    const isBlank = ['neighbourhood', 'ward'].every((field) => coverage[field]?.record_count === 0);
    const text = await said(slug.replace('_permits', ''));
    expect([slug, text !== '']).toEqual([slug, isBlank]);
    if (isBlank) without++;
  }
  expect(without).toBeGreaterThan(0);
  expect(await said('toronto,calgary')).toBe('');
});

test('institutions and subjects of lobbying lead to the records that have them', async () => {
  const [known] = (await api('/lobbying/registrations?limit=1')).data;
  const {$} = await page(`/en/lobbying/registrations/${known!['reg_id']}`);
  const links = $('article a[href*="/lobbying/registrations?"]').toArray();
  const filters = new Set(links.map((link) => new URL($(link).attr('href')!, base).search.split('=')[0]));
  expect([...filters].sort()).toEqual(['?institution_key', '?subject_key']);
  for (const link of links) {
    const list = await page($(link).attr('href')!);
    const found = list
      .$('#results .records tbody th a')
      .map((_, one) => list.$(one).attr('href'))
      .get();
    // It is the newest of all, and so the first of each of these lists.
    expect(found[0]).toBe(`/en/lobbying/registrations/${known!['reg_id']}`);
  }
});

test('a name that bundles many recipients says so, in lists and on its page', async () => {
  const list = await page('/en/grants/recipients?q=batch+report');
  const row = list.$('#results .records tbody th').first();
  expect(row.find('a').text()).toBe('Batch report');
  expect(row.find('.badge').text()).toBe('many recipients');
  const {$} = await page(row.find('a').attr('href')!);
  expect($('article > .warning').text()).toContain('no single recipient');
  const other = await page('/en/grants/recipients?q=university');
  expect(other.$('#results .records tbody tr').length).toBeGreaterThan(0);
  expect(other.$('#results .badge').length).toBe(0);
});

test('a bar in the name of a vendor parts no languages', async () => {
  const {data} = await api('/vendors?q=%7C&limit=1');
  const name = String(data[0]!['vendor']);
  expect(name).toContain(' | ');
  for (const language of ['en', 'fr']) {
    const asked = `vendor=${encodeURIComponent(name)}`;
    for (const target of [`/vendors?q=${encodeURIComponent(name)}`, `/contracts?${asked}&chart=vendor`]) {
      const {$} = await page(`/${language}${target}`);
      const cell = target.startsWith('/contracts')
        ? '.same a, td[data-label="Vendor"] a, td[data-label="Fournisseur"] a'
        : '.records tbody th';
      expect([target, $('#results').find(cell).first().text()]).toEqual([target, name]);
      const bar = $('#results .bars .what').first();
      if (bar.length > 0) expect(bar.text()).toBe(name);
    }
    const {$} = await page(`/${language}/departments`);
    expect($('#results .records').text()).not.toContain(' | ');
  }
});

test('a filter on a closed list that is longer than what the page counts is a choice of all its values', async () => {
  const {$} = await page('/fr/bills');
  const options = $('#filter-sector option')
    .toArray()
    .map((one) => [$(one).attr('value')!, $(one).text()] as const);
  expect(options.length - 1).toBe(Object.keys(SECTORS).length);
  const [value, text] = options.find(([code]) => code === 'housing')!;
  expect(text).toMatch(/^Logement \(\d+\)$/);
  const list = await page(`/fr/bills?sector=${value}`);
  expect(digits(list.$('#results .total strong').text())).toBe(digits(text));
});

test('a list of one year shows who: the ten largest by value, each leading to its records; chosen ones give way', async () => {
  const year = 'date_from=2024-01-01&date_to=2024-12-31';
  const {$} = await page(`/en/contracts?${year}`);
  const links = $('#results .graph .bars a').toArray();
  expect(links.length).toBeGreaterThan(1);
  expect(links.length).toBeLessThanOrEqual(10);
  const key = new URL($(links[0]!).attr('href')!, base).searchParams.get('vendor_key')!;
  const {data} = await api(`/contracts/stats?${year}&group_by=vendor&limit=1`);
  expect(readableKeys(String(data[0]!['group_key']))).toBe(key);
  const fold = $('#results .change > summary').text();
  expect(fold).toBe('Change the chart: by department, year, quarter, month, …');
  const ofVendor = await page(`/fr/contracts?${year}&vendor_key=${encodeURIComponent(key)}`);
  const own = new URL(ofVendor.$('#results .graph .bars a').first().attr('href')!, base);
  expect(own.searchParams.get('department_key')).not.toBeNull();
  // A chart that the reader chose stays, and so does that of several years.
  for (const query of [`${year}&chart=year`, 'date_from=2023-01-01&date_to=2024-12-31'])
    expect((await page(`/en/contracts?${query}`)).$('#results .graph .plot').length).toBe(1);
});

test('a profile has what one can follow beside its name, each list with its own address', async () => {
  const [vendor] = (await api('/vendors?limit=1')).data;
  const {$} = await page(`/en/vendors/${vendor!['vendor_key']}`);
  const links = $('.named .follow a').toArray();
  expect($('.named h1').length).toBe(1);
  expect($(links[0]!).text()).toBe('Contracts');
  const asked = new URL($(links[0]!).attr('href')!, base).searchParams;
  expect(new URL(asked.get('list')!, base).pathname).toBe('/contracts');
  expect(asked.get('name')).toContain(String(vendor!['vendor']));
});

test('a list says how many records are second ones of a contract, and leads to the list without them', async () => {
  const {$} = await page('/fr/contracts');
  const [all, doubles] = [digits($('#results .total strong').text()), digits($('#doubles').text())];
  const {total} = (await api('/contracts?once=true&limit=1')).meta;
  expect(doubles).toBe(all - total);
  const once = await page($('#doubles a').attr('href')!);
  expect(digits(once.$('#results .total strong').text())).toBe(total);
  expect(once.$('#doubles').length).toBe(0);
  // Without the flag there are all records: the two are the whole choice.
  const values = once
    .$('#filter-once option')
    .map((_, one) => once.$(one).attr('value') ?? '')
    .get();
  expect(values).toEqual(['', 'true']);
  expect(once.$('#filter-once option[selected]').attr('value')).toBe('true');
});

test('the first filters are open and the others unfold; behind each one a link skips to the results', async () => {
  const {$} = await page('/en/contracts');
  const form = $('form.filters');
  expect(form.find('> .field, > .checks, > .range').length).toBeLessThanOrEqual(8);
  expect(form.find('details.more').attr('open')).toBeUndefined();
  const groups = form
    .find('.field, .checks, .range')
    .filter((_, one) => $(one).parents('.range, .checks').length === 0);
  const ofPoint = form.find('details:not(.more) > .field').length;
  expect(form.find('a.skip[href="#results"]').length).toBe(groups.length - ofPoint);
  const active = await page('/fr/contracts?instrument_type=Contract');
  expect(active.$('details.more').attr('open')).toBeDefined();
  expect(active.$('details.more #filter-instrument_type option[selected]').attr('value')).toBe('Contract');
  // Days say of what; where no value is listed, none are counted.
  expect($('label[for="filter-date_from"]').text()).toBe('Awarded from');
  for (const facet of $('.facet').toArray())
    if ($(facet).find('a').length === 0) expect($(facet).text()).not.toContain('in all');
});

test('a circle is one filter: one chip, and what is refused is said in the words of the form', async () => {
  const {$} = await page(
    '/en/permits?municipality=toronto&lat=43.7&lng=-79.4&radius_km=0.5&sort_by=distance',
  );
  const chips = $('.chips li a:not(.clear)');
  expect(chips.map((_, one) => $(one).clone().find('.x, .sr').remove().end().text()).get()).toEqual([
    'Municipality Toronto',
    'Near a point within 500\u00a0m of 43.7, -79.4',
  ]);
  expect(chips.last().attr('href')).toBe('/en/permits?municipality=toronto');
  const half = await page('/fr/permits?lat=43.7&lng=-79.4');
  expect(half.$('.refused').text()).toContain(
    '«\u00a0Latitude\u00a0», «\u00a0Longitude\u00a0» et «\u00a0Rayon (km)\u00a0»',
  );
  expect(half.$('.chips li').length).toBe(2);
});
