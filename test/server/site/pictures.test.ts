/** Pictures of lists and records, and charts in frames: their addresses, headers, texts and limits. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {allocateAddressLimits} from '../../../server/site/address_limits.ts';
import {openSite} from '../../../server/site/site.ts';
import {handle} from '../../helpers/handle.ts';
import {mergeHeaders} from '../../helpers/merge_headers.ts';
import {type Service, testService} from '../../helpers/service.ts';

const ORIGIN = 'https://data.example.org';

let service: Service;
beforeEach(async () => {
  service = await testService();
  open(0);
});
afterEach(() => service.close());

function open(perMinute: number): void {
  const limits = allocateAddressLimits();
  service.context.site = openSite({origin: ORIGIN, perMinute, proxies: 0, limits, keptBytes: 1e6});
}

async function get(target: string, headers: Record<string, string> = {}) {
  const request = {method: 'GET', target, headers, peer: () => '192.0.2.1'};
  const response = await handle(request, service.context);
  const body = Buffer.from((response.body ?? '') as string);
  return {status: response.status, headers: mergeHeaders(response.blocks, response.headers), body};
}

const textOf = async (target: string): Promise<string> => (await get(target)).body.toString();

/** Width and height of a PNG; throws for anything else. */
function sizeOf(body: Buffer): [width: number, height: number] {
  expect(body.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
  return [body.readUInt32BE(16), body.readUInt32BE(20)];
}

describe('a picture', () => {
  test.each([
    '/en/contracts.png',
    '/fr/contracts.png?chart=department',
    '/en/contracts.png?chart=year,department&share=true',
  ])('%s is a PNG of the size that other sites show', async (target) => {
    const {status, headers, body} = await get(target);
    expect([status, headers['Content-Type']]).toEqual([200, 'image/png']);
    expect(sizeOf(body)).toEqual([1200, 630]);
    expect(headers['Cache-Control']).toBe('public, max-age=3600');
    expect(headers['X-Robots-Tag']).toBe('noindex');
    expect(headers['Cross-Origin-Resource-Policy']).toBe('cross-origin');
  });

  test('differs where its chart does, and is the same bytes where it does not', async () => {
    const [whole, again, other] = await Promise.all(
      ['/en/contracts.png', '/en/contracts.png', '/en/contracts.png?chart=department'].map((one) => get(one)),
    );
    expect(whole!.body.equals(again!.body)).toBe(true);
    expect(whole!.body.equals(other!.body)).toBe(false);
  });

  test('is known by its entity tag', async () => {
    for (const file of ['/en/contracts.png', '/en/contracts.svg', '/en/contracts.embed']) {
      const {headers} = await get(file);
      const {status, body} = await get(file, {'if-none-match': headers['ETag']!});
      expect([file, status, body.length]).toEqual([file, 304, 0]);
    }
  });

  test('says what it shows without a style sheet, in the language of its address', async () => {
    const english = await textOf('/en/contracts.svg?department=a&date_from=2001-05-01&measure=records');
    for (const text of [
      '>Records by year<',
      'Department: names containing “a” · Awarded from: 1 May 2001',
      'Source: Contracts. Data as of',
      'Licence: Open Government Licence - Canada 2.0.',
      `${ORIGIN}/en/contracts?department=a&amp;date_from=2001-05-01&amp;measure=records`,
    ])
      expect(english).toContain(text);
    expect(english).not.toMatch(/ class=| style=|<style|<a /);
    const french = await textOf('/fr/contracts.svg?department=a&measure=records');
    for (const text of [
      'Ministère\u00a0: noms contenant',
      'Licence du gouvernement ouvert – Canada 2.0',
      'lang="fr"',
    ])
      expect(french).toContain(text);
  });

  test('has the policy of a file in which nothing loads or runs', async () => {
    const {headers} = await get('/en/contracts.svg');
    expect(headers['Content-Type']).toBe('image/svg+xml; charset=utf-8');
    expect(headers['Content-Security-Policy']).toBe("default-src 'none'");
    expect(headers['X-Content-Type-Options']).toBe('nosniff');
  });

  test.each([
    ['/en/contracts.png?date_from=soon', 400],
    ['/en/contracts.embed?min_value=x', 400],
    ['/en/contracts.png?vendor=zzzzzz', 404],
    ['/en/contracts/none.png', 404],
    ['/en/contracts/none.embed', 404],
    ['/en/nothing.png', 404],
    ['/en/municipalities/nowhere.svg', 404],
    ['/en/contracts.jpg', 404],
    ['/en/.png', 404],
    ['/en/png', 404],
  ])('%s is a page with status %i', async (target, expected) => {
    const {status, headers} = await get(target);
    expect([status, headers['Content-Type']]).toEqual([expected, 'text/html; charset=utf-8']);
  });

  test('counts as five pages of its address', async () => {
    open(11);
    const statuses = [];
    for (const target of ['/en/contracts.png', '/en/contracts.png', '/en/about', '/en/contracts.png'])
      statuses.push((await get(target)).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });
});

describe('pages name their picture', () => {
  const image = async (target: string) =>
    /<meta property="og:image" content="([^"]*)"/.exec(await textOf(target))?.[1]?.replaceAll('&amp;', '&');

  test('with the filters and the chart in view, without what needs no saying', async () => {
    const shown = await image(
      '/en/contracts?chart=year&measure=value&share=true&department=a&limit=10&page=1',
    );
    expect(shown).toBe(`${ORIGIN}/en/contracts.png?department=a`);
    expect(await image('/fr/contracts?chart=department&measure=records')).toBe(
      `${ORIGIN}/fr/contracts.png?chart=department&measure=records`,
    );
    expect(await textOf('/en/contracts')).toContain(
      '<meta name="twitter:card" content="summary_large_image"',
    );
  });

  test('but a list without records, a refused one and the front page have none', async () => {
    for (const target of ['/en/contracts?vendor=zzzzzz', '/en/contracts?date_from=soon', '/en/'])
      expect([target, await image(target)]).toEqual([target, undefined]);
  });
});

describe('a chart in a frame', () => {
  test('is the one page that other sites may frame', async () => {
    const {status, headers, body} = await get('/en/contracts.embed?chart=department');
    expect(status).toBe(200);
    expect(headers['Content-Security-Policy']).toContain('frame-ancestors *');
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'");
    expect(headers['X-Frame-Options']).toBeUndefined();
    expect(headers['X-Robots-Tag']).toBe('noindex');
    expect(body.toString()).toContain(`href="${ORIGIN}/en/contracts?chart=department"`);
    const list = await get('/en/contracts?chart=department');
    expect(list.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'");
    expect(list.headers['X-Frame-Options']).toBe('DENY');
  });

  test('has its code beside the chart, to be copied', async () => {
    const html = await textOf('/en/contracts?department=a');
    expect(html).toContain(
      '&lt;iframe src=&quot;https://data.example.org/en/contracts.embed?department=a&quot;',
    );
  });
});

test('the address of a list leaves out defaults and the page of the walk', async () => {
  const html = await textOf('/en/contracts?department=a&sort_by=date&sort_order=desc&chart=year&offset=0');
  expect(/<pre id="address"[^>]*>([^<]*)</.exec(html)?.[1]).toBe(`${ORIGIN}/en/contracts?department=a`);
  const other = await textOf('/en/contracts?sort_by=value&chart=month&fields=vendor,value');
  expect(/<pre id="address"[^>]*>([^<]*)</.exec(other)?.[1]).toBe(
    `${ORIGIN}/en/contracts?sort_by=value&amp;chart=month&amp;fields=vendor%2Cvalue`,
  );
});
