/** What a reader meets first: titles, links of lists, folded charts, figures of roles, sentences, ways to report. */
import {beforeAll, expect, test} from 'vitest';
import type {Row} from '../../engine/types.ts';
import {LISTS} from '../../server/site/paths.ts';
import {digits, type SiteReader, siteReader} from '../helpers/site_reader.ts';

let page: SiteReader['page'];
let api: SiteReader['api'];
beforeAll(async () => {
  ({page, api} = await siteReader());
});

const one = async (path: string): Promise<Row> => (await api(path)).data as unknown as Row;

test('in a list the title leads to the record, vendor and department to their profiles, in whole dollars', async () => {
  const {$} = await page('/en/contracts?min_value=1000');
  const row = $('#results .records tbody tr').first();
  expect(row.find('th a').attr('href')).toMatch(/^\/en\/contracts\/c_/);
  const links = row
    .find('td a')
    .map((_, a) => $(a).attr('href'))
    .get();
  expect(links.map((href) => href.split('/')[2])).toEqual(['vendors', 'departments']);
  for (const cell of $('#results .records td.figure').get()) expect($(cell).text()).toMatch(/^\$[\d,]+$/);
  // Cards have value and day in a line of their own.
  expect(row.find('td[data-card="head"]').length).toBe(2);
});

test('what changes a chart is folded until somebody changes it; that of votes and bills is whole', async () => {
  const isOpen = async (path: string, what: string) => {
    const {$} = await page(path);
    expect([path, $(what).length]).toEqual([path, 1]);
    return $(what).attr('open') !== undefined;
  };
  const {$} = await page('/en/contracts');
  expect($('details.change .choice').length).toBe($('.choice').length);
  expect($('details.change .share a').length).toBeGreaterThan(1);
  expect(await isOpen('/en/contracts', 'details.change')).toBe(false);
  expect(await isOpen('/en/contracts?chart=vendor', 'details.change')).toBe(true);
  for (const list of ['/en/votes', '/en/bills']) {
    expect(await isOpen(list, 'details.folded .graph')).toBe(false);
    expect(await isOpen(list, 'details.folded')).toBe(false);
    expect(await isOpen(`${list}?chart=year`, 'details.folded')).toBe(true);
  }
});

test('every link to an account page leads to the language of the page that has it', async () => {
  for (const language of ['en', 'fr'])
    for (const path of ['/', '/about', '/docs', '/contracts', '/contracts/none']) {
      const {$} = await page(`/${language}${path}`);
      const links = $('a[href*="/account"]').get();
      expect([path, links.length > 1]).toEqual([path, true]);
      for (const {attribs} of links)
        expect([path, new URL(attribs['href']!, 'http://site').searchParams.get('lang')]).toEqual([
          path,
          language,
        ]);
    }
});

test('the link to the filters says how many are active, a point being one', async () => {
  const textOf = async (path: string) => (await page(path)).$('a.open').text();
  expect(await textOf('/en/permits')).toBe('Filters');
  expect(await textOf('/en/permits?municipality=calgary&lat=51.05&lng=-114.07&radius_km=5')).toBe(
    'Filters (2)',
  );
});

test.each([
  ['/en/permits?municipality=calgary', 'Building permits in Calgary'],
  ['/fr/permits?municipality=calgary', 'Permis de construire à Calgary'],
  ['/en/permits?municipality=calgary,toronto', 'Building permits'],
  ['/en/permits?status=issued', 'Building permits'],
])('%s: the heading says what is listed', async (path, title) => {
  expect((await page(path)).$('h1').text()).toBe(title);
});

test('an organization has a figure for each role, and says which record makes most of the highest bar', async () => {
  const {data} = await api('/organizations?limit=60');
  let outliers = 0;
  for (const {organization_key} of data) {
    const path = `/organizations/${encodeURIComponent(String(organization_key))}`;
    const {totals, years} = (await one(path)) as unknown as Record<'totals' | 'years', Row[]>;
    const {$} = await page(`/en${path}`);
    expect([path, $('article > dl.figures > div').length]).toEqual([path, totals.length]);
    for (const figure of $('#courses ~ .courses figure').get()) {
      const note = $(figure).find('.note a');
      if (note.length === 0) continue;
      const record = await one(note.attr('href')!.replace('/en', ''));
      const [dataset, role] = $(figure).attr('aria-labelledby')!.split('-');
      const highest = years
        .filter((year) => year['dataset'] === dataset && year['role'] === role)
        .map((year) => Number(year['total_value']))
        .sort((a, b) => b - a)[0]!;
      const value = Number(record['value'] ?? record['award_amount'] ?? record['federal_contribution']);
      const share = value / highest;
      expect([path, share > 0.5 && share <= 1]).toEqual([path, true]);
      expect(digits($(figure).find('.note').first().text().split('%')[0]!)).toBeCloseTo(100 * share, -1);
      outliers++;
    }
  }
  expect(outliers).toBeGreaterThan(0);
});

test('a contract that was amended says how far its value went; the quarter stands for a repeated day', async () => {
  const {data} = await api('/contracts?limit=100&sort_by=value');
  let amended = 0;
  let quarters = 0;
  for (const {record_id} of data) {
    const {original_value, value, versions} = await one(`/contracts/${record_id}`);
    const rows = versions as unknown as Row[];
    const {$} = await page(`/en/contracts/${record_id}`);
    const told = $('#change').text();
    if (told !== '') {
      const [from, to] = told.match(/\$[\d,]+(?:\.\d+)?/g)!.map((text) => Number(text.replace(/[$,]/g, '')));
      expect([record_id, from, to]).toEqual([record_id, original_value, value]);
      amended++;
    }
    $('#versions ~ .steps > li').each((i, step) => {
      const {date, reporting_period} = rows[i]!;
      if (i === 0 || reporting_period === null || date !== rows[0]!['date']) return;
      expect($(step).find('.when').text()).toMatch(/^(Jan–Mar|Apr–Jun|Jul–Sep|Oct–Dec) \d{4}$/);
      quarters++;
    });
    expect($('#versions ~ .steps details.help').length).toBe(rows.filter(({rule}) => rule !== null).length);
  }
  expect(Math.min(amended, quarters)).toBeGreaterThan(0);
});

test('a politician is told in a sentence: riding, party, since when', async () => {
  const {data} = await api('/politicians?current=true&limit=20');
  let since = 0;
  for (const {slug, current_riding, current_party} of data) {
    const {election_history: elections} = await one(`/politicians/${slug}`);
    const text = (await page(`/en/politicians/${slug}`)).$('.sentence').text();
    if (current_riding === null || current_party === null) continue;
    expect(text).toContain(current_riding);
    expect(text).toContain(current_party);
    const won = (elections as unknown as Row[])
      .filter(({elected}) => elected)
      .map((row) => row['election_date']);
    if (won.length === 0) continue;
    expect(text).toContain(String(won.sort()[0]).slice(0, 4));
    since++;
  }
  expect(since).toBeGreaterThan(0);
});

test('a bill tells its sponsor and its day once', async () => {
  const [known] = (await api('/bills?limit=1')).data;
  const {$} = await page(`/en/bills/${known!['session_id']}/${known!['number']}`);
  expect($('.sentence').text()).toContain(known!['sponsor_name']);
  expect($('.headline, dl.facts').first().text()).not.toContain(known!['sponsor_name']);
});

test('a bill has its summary in the language of the page, links that say where they lead, and a word on votes', async () => {
  const {data} = await api('/bills?limit=40');
  let [summaries, silent] = [0, 0];
  for (const {session_id, number} of data) {
    const path = `/bills/${session_id}/${number}`;
    const bill = await one(path);
    const rows = bill['summaries'] as unknown as Row[];
    for (const language of ['en', 'fr'] as const) {
      const {$} = await page(`/${language}${path}`);
      const own = rows.filter((row) => row['language'] === language);
      if (own.length > 0) {
        const text = $('#summaries + div').text();
        expect(text).toContain(String(own[0]!['text']).split('\n')[0]);
        summaries++;
      }
      expect($('dl.facts').first().find('a[rel~="external"]').text()).not.toContain('parl.ca');
      expect([path, $('#votes').length]).toEqual([path, 1]);
      if ((bill['votes'] as unknown as Row[]).length === 0 && $('#votes + p').length === 1) silent++;
    }
  }
  expect(summaries).toBeGreaterThan(1);
  expect(silent).toBeGreaterThan(1);
});

test('a floor area has its unit, and a permit a map of what is around it', async () => {
  const {data} = await api('/permits?municipality=calgary&limit=50');
  let drawn = 0;
  for (const {record_id} of data.slice(0, 20)) {
    const {$} = await page(`/en/permits/${record_id}`);
    if ($('svg.near').length === 0) continue;
    expect($('svg.near .here').length).toBe(1);
    for (const link of $('svg.near a').get()) expect($(link).attr('href')).toMatch(/^\/en\/permits\/p_/);
    drawn++;
  }
  expect(drawn).toBeGreaterThan(0);
});

test('without an address of the operator pages lead to no dead end, and offer nothing that only an operator gives', async () => {
  for (const path of ['/en/contracts', '/fr/about', '/en/privacy']) {
    const {$} = await page(path);
    expect([path, $('footer').text()]).toEqual([path, expect.not.stringMatching(/Report|Signaler/)]);
    expect($('main').text()).not.toMatch(/whoever gave you|vous a donné|fpd-admin/);
  }
  const about = (await page('/en/about')).$;
  expect(about('h2').first().attr('id')).toBe('operator');
  expect(about('#operator').text()).toBe('What to do about an error in a record');
  expect((await page('/en/privacy')).$('main a[href="/en/about#operator"]').length).toBe(1);
  const tiers = (await page('/en/docs')).$('#limits ~ .scroll tbody th');
  expect(tiers.length).toBe(1);
  const long = LISTS.get('contracts')!.path;
  expect((await page(`/en${long}`)).$('#take').parent().text()).not.toMatch(/\bPro\b/);
});
