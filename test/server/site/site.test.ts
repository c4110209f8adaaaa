/**
 * The site over an engine in memory: addresses, languages, headers, caching, limits, errors, hostile texts.
 */
import {describe, expect, test} from 'vitest';
import {DamagedFile} from '../../../engine/types.ts';
import {LANGUAGES} from '../../../server/site/language.ts';
import {scanEngine} from '../../helpers/engine.ts';
import {memorySite, ORIGIN} from '../../helpers/memory_site.ts';
import {exampleTables} from '../../helpers/rows.ts';

const site = memorySite();
const {open, get} = site;

describe('addresses', () => {
  test.each([
    [undefined, '/en/'],
    ['fr-CA,fr;q=0.9,en;q=0.5', '/fr/'],
    ['de', '/en/'],
    ['fr;q=0', '/en/'],
  ])('/ for a reader of %s leads to %s', async (language, location) => {
    const {status, headers} = await get('/', language === undefined ? {} : {'accept-language': language});
    expect([status, headers['Location'], headers['Vary']]).toEqual([302, location, 'Accept-Language']);
  });
  test.each([
    ['/map', '/fr/map'],
    ['/map?municipality=ottawa&x=%C3%A9', '/fr/map?municipality=ottawa&x=%C3%A9'],
    ['/about', '/fr/about'],
    ['/contracts?vendor=north', '/fr/contracts?vendor=north'],
    ['/?q=a', '/fr/?q=a'],
  ])('%s without a language leads to %s', async (target, location) => {
    const {status, headers} = await get(target, {'accept-language': 'fr'});
    expect([status, headers['Location'], headers['Vary']]).toEqual([302, location, 'Accept-Language']);
  });
  test('security.txt names the contact, for less than a year; without one there is none', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(404);
    open(0, 0, 'data@example.org');
    const {status, text, headers} = await get('/.well-known/security.txt');
    expect([status, headers['Content-Type']]).toEqual([200, 'text/plain; charset=utf-8']);
    const fields = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/: (.*)/s)),
    );
    expect(fields).toMatchObject({
      Contact: 'mailto:data@example.org',
      Canonical: `${ORIGIN}/.well-known/security.txt`,
      'Preferred-Languages': 'en, fr',
    });
    const days = (Date.parse(fields['Expires']) - site.service.context.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });
  test('the other language is the same page with the same query', async () => {
    const {text} = await get('/en/contracts?vendor=north&sort_by=value');
    expect(text).toContain('<html lang="en">');
    expect(text).toContain('href="/fr/contracts?vendor=north&amp;sort_by=value"');
  });
  test.each(LANGUAGES)('in %s what is no page is a page that says so', async (language) => {
    for (const path of [
      '/nothing',
      '/contracts/none',
      '/contracts/stats',
      '/a//b',
      '/export/contracts',
      '/zones',
    ]) {
      const {status, headers, text} = await get(`/${language}${path}`);
      expect([path, status, headers['Content-Type'], headers['Cache-Control']]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
        'no-store',
      ]);
      expect(text).toContain(`<html lang="${language}">`);
    }
  });
  test('people get a page for any other address, programs the error of the API', async () => {
    const page = await get('/nowhere', {accept: 'text/html,*/*;q=0.8', 'accept-language': 'fr'});
    expect([page.status, page.text.includes('Cette page n’existe pas')]).toEqual([404, true]);
    expect(page.headers['Vary']).toContain('Accept');
    const json = await get('/nowhere', {accept: '*/*'});
    expect(JSON.parse(json.text).error.code).toBe('NOT_FOUND');
  });
  test('addresses of before stay', async () => {
    expect((await get('/llms.txt')).headers['Content-Type']).toBe('text/plain');
    expect((await get('/health')).headers['Content-Type']).toContain('application/json');
    expect((await get('/api/v1/contracts', {accept: 'text/html'})).status).toBe(401);
  });
  test('without a site there are no pages', async () => {
    site.service.context.site = undefined;
    expect((await get('/en/', {accept: 'text/html'})).headers['Content-Type']).toContain('application/json');
  });
});

describe('headers', () => {
  test('a page runs and loads nothing from elsewhere, and nothing inline', async () => {
    const {headers, text} = await get('/en/contracts');
    expect(headers['Content-Security-Policy']).toContain("default-src 'none'");
    expect(headers['Content-Security-Policy']).not.toContain('unsafe');
    expect(headers).toMatchObject({'X-Content-Type-Options': 'nosniff', 'X-Frame-Options': 'DENY'});
    expect(text).not.toMatch(/ style="| on[a-z]+="/);
    const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    for (const attributes of scripts)
      expect(attributes).toMatch(/ src="\/site\/|type="application\/ld\+json"/);
  });
  test('a page is known by its build: the same page is 304, another query or build is not', async () => {
    const {headers} = await get('/en/contracts');
    const known = {'if-none-match': headers['ETag']!};
    expect(await get('/en/contracts', known)).toMatchObject({status: 304, text: ''});
    expect((await get('/en/contracts?sort_by=value', known)).status).toBe(200);
    expect((await get('/fr/contracts', known)).status).toBe(200);
    site.service.engine.info = {...site.service.engine.info, build_id: 'b2'};
    expect((await get('/en/contracts', known)).status).toBe(200);
  });
  test('files of pages have the hash of their bytes in their address and are kept', async () => {
    const {text} = await get('/en/');
    const paths = [...text.matchAll(/"(\/site\/[0-9a-f]{12}\/[a-z.]+)"/g)].map(([, path]) => path!);
    expect(new Set(paths).size).toBe(3);
    for (const path of paths) {
      const {status, headers} = await get(path);
      expect([status, headers['Cache-Control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
    expect((await get('/site/000000000000/site.js')).status).toBe(404);
  });
  test('compressed for readers who take it, under a tag of its own', async () => {
    const plain = await get('/en/contracts');
    const packed = await get('/en/contracts', {'accept-encoding': 'br'});
    expect(packed.headers['Content-Encoding']).toBe('br');
    expect(packed.headers['ETag']).not.toBe(plain.headers['ETag']);
    expect((await get('/en/contracts', {'if-none-match': packed.headers['ETag']!})).status).toBe(304);
  });
  test('the build is released after every page', async () => {
    for (const path of [
      '/en/',
      '/en/contracts',
      '/en/contracts/none',
      '/en/contracts?date_from=x',
      '/sitemap.xml',
    ])
      await get(path);
    expect(site.service.held.count).toBe(0);
  });
});

describe('limits of an address', () => {
  test('what is over the limit waits for the next minute; other addresses do not', async () => {
    open(2);
    expect([await get('/en/about'), await get('/en/about')].map(({status}) => status)).toEqual([200, 200]);
    const third = await get('/en/about');
    expect([third.status, third.headers['Retry-After']]).toEqual([429, '60']);
    expect((await get('/en/about', {}, '192.0.2.2')).status).toBe(200);
    const {now} = site.service.context;
    site.service.context.now = () => now() + 60_000;
    expect((await get('/en/about')).status).toBe(200);
  });
  test('an IPv6 network is one address, and proxies are believed as far as the setting says', async () => {
    open(1, 1);
    const from = (address: string) => get('/en/about', {'x-forwarded-for': `203.0.113.9, ${address}`});
    expect((await from('2001:db8::1')).status).toBe(200);
    expect((await from('2001:db8::2')).status).toBe(429);
    expect((await from('2001:db8:0:1::1')).status).toBe(200);
  });
});

describe('errors', () => {
  test('a refused filter is said beside the form, in the language of the page, and is not kept', async () => {
    const {status, headers, text} = await get('/fr/contracts?date_from=hier');
    expect([status, headers['Cache-Control']]).toEqual([400, 'no-store']);
    expect(text).toContain('«\u00a0Attribué depuis le\u00a0» doit être une date de la forme AAAA-MM-JJ.');
    expect(text).toContain('name="vendor"');
  });
  test('a fault is said without its cause, and noted', async () => {
    site.service.engine.list = () => {
      throw new Error('secret cause');
    };
    const {status, text} = await get('/en/contracts');
    expect([status, text.includes('secret')]).toEqual([500, false]);
    expect(site.service.errors).toHaveLength(1);
  });
  test('a damaged file is a page that asks to come back', async () => {
    site.service.engine.list = () => {
      throw new DamagedFile('x', 'damaged');
    };
    expect(await get('/en/contracts')).toMatchObject({status: 503, headers: {'Retry-After': '1'}});
  });
  test('a target that is too long is a page, too', async () => {
    expect(await get(`/en/vendors/${'a'.repeat(5000)}`)).toMatchObject({
      status: 400,
      headers: {'Content-Type': 'text/html; charset=utf-8'},
    });
  });
});

describe('feeds', () => {
  test('a list leads to its feed with the same filters, which needs no key', async () => {
    const page = await get('/fr/contracts?vendor=n&chart=department&sort_by=value');
    const [, href] = /<link rel="alternate" type="application\/atom\+xml"[^>]*href="([^"]*)"/.exec(
      page.text,
    )!;
    expect(href).toBe('/fr/contracts.atom?vendor=n');
    expect(page.text).toContain('>Fil (Atom)</a>');
    const feed = await get(href!);
    expect([feed.status, feed.headers['Content-Type'], feed.headers['X-Robots-Tag']]).toEqual([
      200,
      'application/atom+xml; charset=utf-8',
      'noindex',
    ]);
    expect(feed.text).toContain('xml:lang="fr"');
    const ids = [...feed.text.matchAll(/<entry>/g)];
    expect(ids.length).toBeGreaterThan(0);
    expect(await get(href!, {'if-none-match': feed.headers['ETag']!})).toMatchObject({status: 304});
  });
  test('a list without dates has none; a refused filter is a page', async () => {
    expect((await get('/en/departments')).text).not.toContain('atom+xml');
    expect((await get('/en/departments.atom')).status).toBe(404);
    expect((await get('/en/contracts.atom?date_from=x')).status).toBe(400);
  });
});

describe('what came since the build before', () => {
  const count = (slug: string, added: number, changed: number, removed: number) => ({
    slug,
    added,
    changed,
    removed,
  });
  test('is counted by dataset, and leads to the list of what is new or changed', async () => {
    site.service.engine.info.changes = {
      before_built_at: '2025-03-01T08:00:00',
      built_at: '2025-03-02T08:00:00',
      sources: [
        count('proactive_contracts', 1000, 20, 3),
        count('canadabuys_contracts', 5, 0, 1),
        count('proactive_grants', 0, 0, 0),
        count('commons_members', 7, 0, 0),
      ],
    };
    const {text} = await get('/en/');
    const table = /<table class="changes">(.*?)<\/table>/s.exec(text)![1]!;
    const rows = [...table.matchAll(/<tr><th scope="row">(.*?)<\/tr>/gs)].map(([, row]) => row!);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('href="/en/contracts?updated_after=2025-03-02T08%3A00%3A00"');
    expect([...rows[0]!.matchAll(/<td class="figure">([^<]*)</g)].map(([, shown]) => shown)).toEqual([
      '1,005',
      '20',
      '4',
    ]);
    expect(text).toContain('Compared with the data of 1 Mar 2025, 08:00 UTC');
    expect((await get('/fr/')).text).toContain('données du 1er mars 2025');
  });
  test('no change is said, and of a first build nothing', async () => {
    expect((await get('/en/')).text).not.toContain('id="changes"');
    site.service.engine.info.changes = {
      before_built_at: '2025-03-01T08:00:00',
      built_at: '2025-03-02T08:00:00',
      sources: [count('proactive_contracts', 0, 0, 0)],
    };
    expect((await get('/en/')).text).toContain('No publisher’s file has changed.');
  });
  test('a time of the address stays one in the form', async () => {
    const {text} = await get('/en/contracts?updated_after=2025-03-02T08:00:00');
    expect(text).toMatch(
      /<input id="filter-updated_after"[^>]*type="datetime-local" step="1" value="2025-03-02T08:00:00"/,
    );
  });
});

describe('texts of publishers', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '\u202Efdp.exe',
    'x'.repeat(10_000),
  ];
  test.each(HOSTILE)('%# is shown as text wherever it stands', async (name) => {
    const tables = exampleTables();
    const rows = tables['contracts']!;
    Object.assign(rows[0]!, {vendor: name, description: name});
    Object.assign(site.service.engine, scanEngine(tables));
    const id = String(rows[0]!['record_id']);
    for (const path of [
      '/en/contracts',
      `/en/contracts/${id}`,
      `/en/contracts?vendor=${encodeURIComponent(name.slice(0, 150))}`,
    ]) {
      const {status, text} = await get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain('<img');
    }
  });
  test('a name cannot end the block of data of search engines', async () => {
    const {text} = await get('/en/contracts');
    const [, block] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)!;
    expect(JSON.parse(block!)).toMatchObject({
      '@type': 'Dataset',
      url: 'https://data.example.org/en/contracts',
    });
    expect(block).not.toContain('<');
  });
});
