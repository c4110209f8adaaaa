/** Pictures over an ingested corpus: what they say is what their pages and the API say, in both languages. */
import {beforeAll, describe, expect, test} from 'vitest';
import {displayOf} from '../../server/labels/display_of.ts';
import {formatNumber} from '../../server/site/format.ts';
import {LISTS, STATISTICS} from '../../server/site/paths.ts';
import {sitePages} from '../helpers/site_pages.ts';
import {type SiteReader, siteReader} from '../helpers/site_reader.ts';
import {sharedServer} from '../helpers/stack.ts';

let base: string;
let pages: Record<string, string>;
let page: SiteReader['page'];
let api: SiteReader['api'];
beforeAll(async () => {
  ({base} = await sharedServer());
  ({page, api} = await siteReader());
  pages = await sitePages(base);
});

/** The address in a page's `og:image`, below the server; undefined without one. */
async function imageOf(path: string): Promise<string | undefined> {
  const {$} = await page(path);
  const address = $('meta[property="og:image"]').attr('content');
  return address && new URL(address).pathname + new URL(address).search;
}

/** Texts of an SVG. */
async function textsOf(target: string): Promise<string[]> {
  const {status, $} = await page(target);
  expect([target, status]).toEqual([target, 200]);
  return $('text')
    .map((_, one) => $(one).text())
    .get();
}

describe('pictures of lists', () => {
  test.each([...STATISTICS.keys()])('%s: the number of records is that of the API', async (dataset) => {
    const {path} = LISTS.get(dataset)!;
    const {meta} = await api(`${path}?limit=1`);
    for (const language of ['en', 'fr'] as const) {
      const texts = await textsOf(`/${language}${path}.svg`);
      expect(texts).toContain(formatNumber(meta.total, language));
      expect(await imageOf(`/${language}${path}`)).toBe(`/${language}${path}.png`);
    }
  });

  test('every chart of a city leads to its picture, which says the same', async () => {
    const {$} = await page('/en/municipalities/calgary');
    const charts = $('figure.graph')
      .map((_, figure) => ({
        title: $(figure).find('h2').text(),
        svg: $(figure).find('.share a[href*=".svg"]').attr('href')!,
      }))
      .get();
    expect(charts.length).toBeGreaterThan(2);
    for (const {title, svg} of charts) {
      const texts = await textsOf(svg);
      // The page says in the title of which permits a chart is; the picture has its filters.
      const grouping = title.slice(title.lastIndexOf(' by '));
      expect(texts.some((text) => text.includes(grouping))).toBe(true);
      expect(texts.join(' ')).toContain('Municipality: Calgary');
    }
  });

  test('of permits are beside no link that may name a person', async () => {
    const city = '/en/permits?municipality=calgary';
    expect(await imageOf(city)).toBe('/en/permits.png?municipality=calgary');
    for (const more of [
      '&contractor=a',
      '&q=a',
      '&chart=contractor',
      '&lat=51.0447&lng=-114.0719&radius_km=40',
    ])
      expect([more, await imageOf(city + more)]).toEqual([more, undefined]);
  });

  test('say what is made up while the data is', async () => {
    expect((await textsOf('/en/contracts.svg'))[0]).toMatch(/generated for demonstration/);
    expect((await textsOf('/fr/contracts.svg'))[0]).toMatch(/fins de démonstration/);
  });
});

const KINDS = ['vendors', 'departments', 'organizations', 'politicians', 'contracts', 'grants', 'bills'];

describe('pictures of records and profiles', () => {
  test.each(KINDS)('%s: the page names a PNG that has its heading', async (kind) => {
    const path = pages[`record-${kind}`]!;
    for (const language of ['en', 'fr']) {
      const {$} = await page(`/${language}${path}`);
      const image = await imageOf(`/${language}${path}`);
      expect(image).toBe(`/${language}${path}.png`);
      const answer = await fetch(base + image);
      const body = Buffer.from(await answer.arrayBuffer());
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
      expect([body.readUInt32BE(16), body.readUInt32BE(20)]).toEqual([1200, 630]);
      const texts = await textsOf(image!.replace(/\.png$/, '.svg'));
      expect(texts.join(' ').replaceAll('…', '')).toContain($('h1').text().slice(0, 20));
    }
  });

  test('a record says its sentence and its amount', async () => {
    const path = pages['record-contracts']!;
    const {$} = await page(`/en${path}`);
    const texts = (await textsOf(`/en${path}.svg`)).join(' ');
    expect(texts).toContain($('.sentence').text());
    expect(texts).toContain(/\$[\d,.]+/.exec($('.headline .large').text())![0]);
  });

  test('a permit has none', async () => {
    expect(displayOf('permits').private).toBe(true);
    const path = `/en${pages['record-permits']!}`;
    expect(await imageOf(path)).toBeUndefined();
    expect((await fetch(`${base}${path}.png`)).status).toBe(404);
    expect((await fetch(`${base}${path}.svg`)).status).toBe(404);
  });
});
