/** Profiles of municipalities over an ingested corpus: figures, charts, zones and the way to them. */
import {beforeAll, describe, expect, test} from 'vitest';
import {MUNICIPALITIES} from '../../datasets/municipalities.ts';
import type {Row} from '../../engine/types.ts';
import {formatDay} from '../../server/site/format.ts';
import {LISTS} from '../../server/site/paths.ts';
import {digits, type SiteReader, siteReader} from '../helpers/site_reader.ts';
import {manifestOf, sharedData} from '../helpers/stack.ts';

let page: SiteReader['page'];
let api: SiteReader['api'];
let dataDir: string;
beforeAll(async () => {
  dataDir = await sharedData();
  ({page, api} = await siteReader());
});

describe('the profile of a municipality', () => {
  test.each(Object.keys(MUNICIPALITIES))(
    '%s: permits, cost, charts and sources are those of the API',
    async (slug) => {
      const {status, $} = await page(`/en/municipalities/${slug}`);
      expect(status).toBe(200);
      const {meta} = await api(`/permits?municipality=${slug}&limit=1`);
      expect(digits($('.figures dd').first().text())).toBe(meta.total);
      const counted = (await api(`/permits/stats?municipality=${slug}&group_by=permit_type`)).data;
      const tables = $('.graph .numbers tbody')
        .map((_, body) => [
          $(body)
            .find('tr')
            .map((__, row) => digits($(row).find('td').first().text()))
            .get(),
        ])
        .get() as unknown as number[][];
      const counts = counted.map((row) => Number(row['record_count'])).sort((a, b) => b - a);
      if (counts.length > 1) expect(tables).toContainEqual(counts);
      const {sources} = manifestOf(dataDir) as {sources: {slug: string; read: number; rejected: number}[]};
      const own = sources.filter((source) => [`${slug}_permits`, `${slug}_zoning`].includes(source.slug));
      const rows = $('section[aria-labelledby="sources"] tbody tr').get();
      expect(rows.map((row) => digits($(row).find('td.figure').eq(1).text())).sort()).toEqual(
        own.map(({read}) => read).sort(),
      );
      for (const row of rows) expect($(row).find('a[href^="http"]').length).toBe(2);
    },
  );
  test.each([
    ['en', 'All permits and applications by', 'Cost of issued permits by'],
    ['fr', 'Tous les permis et demandes par', 'Coût des permis délivrés par'],
  ] as const)(
    'says in %s of which permits each chart is, and leads to cities and zones',
    async (language, all, issued) => {
      const {$} = await page(`/${language}/municipalities/toronto`);
      const titles = $('.graph h2, .graph h3')
        .get()
        .map((one) => $(one).text());
      expect(titles.filter((title) => title.startsWith(all)).length).toBeGreaterThan(2);
      expect(titles.filter((title) => title.startsWith(issued))).toHaveLength(1);
      expect(titles.filter((title) => !title.startsWith(all) && !title.startsWith(issued))).toEqual([]);
      expect($('.kind a').attr('href')).toBe(`/${language}/about#municipalities`);
      expect($('.figures a[href*="/map?municipality=toronto"]').length).toBe(1);
    },
  );
  test.each([
    ['en', 'Not published by'],
    ['fr', 'Non publié par'],
  ] as const)(
    'says in %s which fields have values from when to when, and which none',
    async (language, said) => {
      const {data} = await api('/sources');
      const silent: string[] = [];
      for (const slug of Object.keys(MUNICIPALITIES)) {
        const source = data.find((one) => one['slug'] === `${slug}_permits`);
        const coverage = (source?.['coverage'] ?? []) as unknown as Row[];
        const {$} = await page(`/${language}/municipalities/${slug}`);
        const section = $('section[aria-labelledby="published"]');
        const rows = section.find('tbody tr').get();
        const filled = coverage.filter((one) => Number(one['record_count']) > 0);
        expect([slug, rows.map((row) => digits($(row).find('td').first().text()))]).toEqual([
          slug,
          filled.map((one) => one['record_count']),
        ]);
        for (const row of rows) expect($(row).find('td').eq(1).text()).toMatch(/^\d+(?:[.,]\d+)?\s?%$/);
        if (!section.text().includes(said)) continue;
        silent.push(slug);
        const label = $('section[aria-labelledby="published"] p').last().text();
        expect(label).toContain(MUNICIPALITIES[slug as keyof typeof MUNICIPALITIES].name);
        const list = await page(`/${language}/permits?municipality=${slug}`);
        expect(list.$('#results .note').text()).toContain(label);
        const about = (await page(`/${language}/about`)).$('#main, main, body').text();
        expect(about).toContain(
          label
            .slice(label.indexOf(':') + 1)
            .replace(/\.$/, '')
            .trim(),
        );
      }
      expect(silent.length).toBeGreaterThan(3);
    },
  );

  test('lists say the day of the newest record beside that of the data', async () => {
    const {data} = await api('/sources');
    for (const [dataset, language, said] of [
      ['permits', 'en', 'newest in the whole dataset:'],
      ['contracts', 'fr', 'la plus récente du jeu de données entier\u00a0:'],
    ] as const) {
      const day = String(data.find((one) => one['dataset'] === dataset)!['dataset_last_date']);
      const {$} = await page(`/${language}${LISTS.get(dataset)!.path}`);
      expect($('#results .total').text()).toContain(`${said} ${formatDay(day, language)}`);
    }
  });

  test('is found from the home page, from about and from a permit', async () => {
    for (const path of ['/fr/', '/fr/about', '/fr/permits?municipality=laval'])
      expect([path, (await page(path)).$('a[href="/fr/municipalities/laval"]').length]).not.toEqual([
        path,
        0,
      ]);
    expect((await page('/en/municipalities/nowhere')).status).toBe(404);
  });
});
