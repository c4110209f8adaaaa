/**
 * The map over an engine in memory: its page without a script, its parts, headers, languages, hostile texts,
 * errors, files.
 */
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {MUNICIPALITIES, type MunicipalitySlug} from '../../../datasets/municipalities.ts';
import {PERMIT_TYPES} from '../../../datasets/permits/enums.ts';
import {addressOf, settings} from '../../../datasets/settings.ts';
import {GROUND, SCHEMES, TYPE_LOOKS} from '../../../server/site/map/colours.ts';
import {groundLayers, nameLayers} from '../../../server/site/map/ground.ts';
import {overlayLayers} from '../../../server/site/map/style.ts';
import {ownGround} from '../../../server/tiles/ground.ts';
import {handle} from '../../helpers/handle.ts';
import {permitRows} from '../../helpers/permits_build.ts';
import {seed} from '../../helpers/seed.ts';
import {type TownService, townService} from '../../helpers/town_service.ts';

const WORLD = 'bbox=-180,-90,180,90';
const HOSTILE = '<script>alert(1)</script> \u202egnp.exe "\'>';

const rows = permitRows(400, seed).map((row, i) => (i === 7 ? {...row, address: HOSTILE} : row));
const at = rows.findIndex(({lat}, i) => i > 20 && typeof lat === 'number');
const spot = {lat: Number(rows[at]!['lat']), lng: Number(rows[at]!['lng'])};
/** Two of them are where another one is. */
const permits: typeof rows = rows.map((row, i) =>
  i >= 8 && i < 10 ? {...row, ...spot, address: `${i} Spelled Otherwise St`} : row,
);
const located = permits.filter(({lat}) => typeof lat === 'number');

let town: TownService;
beforeAll(async () => {
  town = await townService(permits, 2);
});
afterAll(() => town?.close());
beforeEach(() => town.open());

async function get(target: string, headers: Record<string, string> = {}) {
  const {body, ...answer} = await town.get(target, headers);
  return {...answer, text: body.toString('utf8')};
}

const api = async (target: string) =>
  JSON.parse((await get(`/api/v1${target}`, {'x-api-key': town.service.key})).text);

const totalOf = (html: string) => Number(/data-total="(\d+)"/.exec(html)?.[1]);

describe('the page', () => {
  test('lists municipalities with the counts of the API for readers without a script, in both languages', async () => {
    const {data} = await api('/permits/stats?group_by=municipality&permit_type=renovation');
    expect(data.length).toBeGreaterThan(1);
    for (const language of ['en', 'fr']) {
      const {status, text} = await get(`/${language}/map?permit_type=renovation`);
      expect(status).toBe(200);
      expect(text.match(/<noscript>/g)).toHaveLength(1);
      for (const {group_value, record_count} of data)
        expect(text).toMatch(
          new RegExp(
            `href="/${language}/permits\\?permit_type=renovation&amp;municipality=${group_value}">[^<]+</a><span class="figure">${record_count}<`,
          ),
        );
    }
  });

  test('offers the periods of lists, which lead back to the map', async () => {
    const {text} = await get('/fr/map?permit_type=renovation');
    expect(text).toMatch(
      /class="presets"><a href="\/fr\/map\?permit_type=renovation&amp;issued_after=\d{4}-01-01"/,
    );
  });

  test('says why a filter is refused, and has all others', async () => {
    const {status, text} = await get('/fr/map?permit_type=castle');
    expect(status).toBe(200);
    expect(text).toMatch(/class="refused" role="alert">[^<]*permit_type/);
  });

  test.each([
    ['en', 'zone_category must be one of: residential'],
    ['fr', 'zone_category'],
  ])('says in %s that a category of zones is none, and takes those that are', async (language, why) => {
    const refused = await get(`/${language}/map?zone_category=castle`);
    expect(refused.text).toMatch(new RegExp(`class="refused" role="alert">[^<]*${why}`));
    expect((await get(`/${language}/map?zone_category=residential`)).text).not.toContain('class="refused"');
  });

  test('runs in a worker of this origin, may ask for the location, and reads the basemap’s origin alone', async () => {
    const {headers} = await get('/en/map');
    expect(headers['Content-Security-Policy']).toContain("worker-src 'self'");
    expect(headers['Content-Security-Policy']).not.toMatch(/unsafe|blob:|data:|https?:/);
    expect(headers['Permissions-Policy']).toContain('geolocation=(self)');
    const about = (await get('/en/about')).headers;
    expect(about['Content-Security-Policy']).not.toContain('worker-src');
    expect(about['Permissions-Policy']).toContain('geolocation=()');
    town.open({basemap: 'https://maps.example.org/styles/light.json?key=1'});
    const widened = (await get('/en/map')).headers['Content-Security-Policy'];
    expect(widened).toContain("img-src 'self' https://maps.example.org;");
    expect(widened).toContain("connect-src 'self' https://maps.example.org;");
    expect(widened).toContain("script-src 'self';");
    expect((await get('/en/about')).headers['Content-Security-Policy']).not.toContain('maps.example.org');
  });

  test('names at every distance the cities whose permits it draws, and those alone', async () => {
    const {text} = await get('/en/map');
    const config = JSON.parse(/<script[^>]*id="map-config"[^>]*>(.*?)<\/script>/s.exec(text)![1]!);
    const {filter} = config.ground.names.light.find(({id}: {id: string}) => id === 'city-names');
    const [, , ours] = filter[2];
    const [, names] = ours[2];
    const named = new Set<string>(names);
    const drawn = new Set(
      located.map(({municipality}) => MUNICIPALITIES[municipality as MunicipalitySlug].name),
    );
    expect(named).toEqual(drawn);
    expect(drawn.size).toBeLessThan(Object.keys(MUNICIPALITIES).length);
  });

  test('is in the header and the sitemap', async () => {
    expect((await get('/fr/about')).text).toContain('href="/fr/map">Carte</a>');
    expect((await get('/sitemap.xml')).text).toContain('<loc>https://data.example.org/fr/map</loc>');
  });

  test('has nothing inline but data, and its script is on no other page', async () => {
    const {text} = await get('/en/map');
    expect(text).not.toMatch(/ style="| on[a-z]+="/);
    for (const [, attributes] of text.matchAll(/<script([^>]*)>/g))
      expect(attributes).toMatch(/ src="\/site\/|type="application\/json"/);
    expect(text).toContain('maplibre.js');
    expect((await get('/en/permits')).text).not.toContain('maplibre');
  });
});

describe('the parts', () => {
  test.each(['', '&permit_type=renovation', '&municipality=vancouver,calgary'])(
    'what is in sight has the total of the box, and its types add up to it, %s',
    async (query) => {
      const {text} = await get(`/en/map/sight?${WORLD}${query}`);
      const found = JSON.parse((await get(`/tiles/permits.json?${WORLD}${query}`)).text);
      expect(totalOf(text)).toBe(found.total);
      if (query === '') expect(found.total).toBe(located.length);
      const bars = [...text.matchAll(/<span class="figure">(\d+)<\/span>/g)].map(([, count]) =>
        Number(count),
      );
      expect(bars.reduce((sum, one) => sum + one, 0)).toBe(found.total);
    },
  );

  test('a circle has the total of the API, its nearest permits first, and a ring of that radius', async () => {
    const {lat, lng} = located[3] as unknown as {lat: number; lng: number};
    const circle = `lat=${lat}&lng=${lng}&radius_km=50`;
    const {meta, data} = await api(`/permits?${circle}`);
    expect(meta.total).toBeGreaterThan(0);
    const {text} = await get(`/en/map/circle?${circle}`);
    expect(totalOf(text)).toBe(meta.total);
    expect(text).toContain(`href="/en/permits/${data[0].record_id}"`);
    const ring = JSON.parse(/data-ring="([^"]+)"/.exec(text)![1]!) as [number, number][];
    expect(ring.at(0)).toEqual(ring.at(-1));
    for (const [x, y] of ring) expect(kilometres([lng, lat], [x, y])).toBeCloseTo(50, 6);
  });

  test('a point has its permits and its zone, or says that no zone is published', async () => {
    const {record_id} = permits[7]!;
    const here = await get(`/fr/map/here?lat=51&lng=-114&ids=${record_id}`);
    expect(here.text).toContain(`href="/fr/permits/${record_id}"`);
    expect(here.text).toContain('Ce qui se trouve ici');
    expect((await get('/en/map/here?lat=0&lng=0')).text).toContain('No zone is published here.');
    const {data} = await api('/zone?lat=51.0405&lng=-114.0695');
    const zone = await get('/en/map/here?lat=51.0405&lng=-114.0695');
    expect(zone.text).toContain(
      `<a href="/en/zone?lat=51.0405&amp;lng=-114.0695" rel="nofollow">${data.zone_code}</a>`,
    );
    expect(zone.text).toContain('By-law: Land Use Bylaw 1P2007 (Calgary)');
  });

  test('a point has all permits of its spot, whichever were chosen and however their addresses are spelled', async () => {
    const here = permits.filter(({lat, lng}) => lat === spot.lat && lng === spot.lng);
    expect(here.length).toBe(3);
    for (const ids of [
      '',
      `&ids=${here[1]!.record_id}`,
      `&ids=${here[0]!.record_id},${permits[7]!.record_id}`,
    ]) {
      const {text} = await get(`/en/map/here?lat=${spot.lat}&lng=${spot.lng}${ids}`);
      const links = [...text.matchAll(/href="\/en\/permits\/(p_\w+)"/g)].map(([, id]) => id);
      expect(new Set(links).size).toBe(links.length);
      const chosen = ids.slice('&ids='.length).split(',').filter(Boolean);
      expect(links.slice(0, chosen.length).sort()).toEqual(chosen.sort());
      expect(links).toEqual(expect.arrayContaining(here.map(({record_id}) => record_id)));
      expect(text).not.toContain('lie at this point');
    }
  });

  test.each([
    ['en', '', /^List of all (\d+) permits with these filters, in sight or not$/],
    ['fr', '&permit_type=renovation', /^Liste des (\d+) permis avec ces filtres, en vue ou non$/],
  ])('the list of what has the filters says how many it has, %s%s', async (language, query, said) => {
    const {text} = await get(`/${language}/map/sight?bbox=-124,49,-123,50${query}`);
    const [, path, link] =
      /<a href="(\/\w\w\/permits(?:\?permit_type=\w+)?)" rel="nofollow">([^<]*)<\/a><\/p><\/div>$/.exec(
        text,
      )!;
    const {meta} = await api(path!.slice('/en'.length));
    expect(said.exec(link!)?.[1]).toBe(String(meta.total));
  });

  test.each(['', '&permit_type=renovation'])(
    'what is in sight says how many permits of each city in sight have no point, %s',
    async (query) => {
      const {text} = await get(`/en/map/sight?${WORLD}${query}`);
      const type = query.split('=')[1] ?? '';
      const all = permits.filter(({permit_type}) => type === '' || permit_type === type);
      const missing = all.filter(({lat}) => lat === null);
      expect(missing.length).toBeGreaterThan(2);
      const cities = new Set(missing.map(({municipality}) => municipality));
      expect(text).toContain(
        `<button type="button">${missing.length} permits of ${cities.size} cities have no position`,
      );
      for (const slug of cities) {
        const [n, total] = [missing, all].map(
          (rows) => rows.filter((row) => row['municipality'] === slug).length,
        );
        expect(text).toMatch(
          new RegExp(
            `href="/en/permits\\?(permit_type=${type}&amp;)?municipality=${slug}"[^>]*>[^<]+</a>: ${n} of ${total} permit`,
          ),
        );
      }
      const far = await get(`/en/map/sight?bbox=-124,49,-123,50${query}`);
      expect(far.text).toContain('municipality=vancouver"');
      expect(far.text).toMatch(/<button type="button">\d+ permits? of Vancouver ha(s|ve) no position/);
      expect(far.text).not.toContain('municipality=toronto"');
      // Who went to a city is told of it alone, while it is in sight.
      const city = [...cities].find((slug) => slug !== 'vancouver')!;
      const chosen = await get(`/en/map/sight?${WORLD}${query}&city=${city}`);
      const n = missing.filter(({municipality}) => municipality === city).length;
      const {name} = MUNICIPALITIES[city as MunicipalitySlug];
      expect(chosen.text).toMatch(
        new RegExp(`<button type="button">${n} permits? of ${name} ha(s|ve) no position`),
      );
      const left = await get(`/en/map/sight?bbox=-124,49,-123,50${query}&city=${city}`);
      expect(left.text).toMatch(/<button type="button">\d+ permits? of Vancouver ha(s|ve) no position/);
      // A city that the filters name is told of wherever the map is.
      const named = await get(`/en/map/sight?bbox=-124,49,-123,50${query}&municipality=toronto`);
      expect(named.text).toContain('municipality=toronto"');
    },
  );

  test('an address finds the points of its permits, whole words first; other words say so', async () => {
    const asked = located.find(
      ({address, lat}) => typeof lat === 'number' && /^\d+ garage St$/.test(String(address)),
    )!;
    const {text} = await get(`/fr/map/find?${new URLSearchParams({q: String(asked['address'])})}`);
    const first = /data-lat="([^"]+)" data-lng="([^"]+)" data-ids="([^"]+)">([^<]+)</.exec(text)!;
    expect(first[4]).toMatch(new RegExp(`^${asked['address']}, `));
    const row = located.find(({record_id}) => record_id === first[3]!.split(',')[0])!;
    expect([Number(first[1]), Number(first[2])]).toEqual([row['lat'], row['lng']]);
    const many = (await get('/en/map/find?q=garage+st')).text;
    expect(many.match(/<button/g)).toHaveLength(5);
    const one = (await get('/en/map/find?q=garage+st&municipality=vancouver')).text;
    expect(one.match(/, Vancouver<\/button>/g)).toHaveLength(5);
    expect((await get('/en/map/find?q=nowhere+lane')).text).toMatch(/has the address .nowhere lane./);
    for (const refused of ['q=%26%26', 'q=', 'q=garage&municipality=atlantis'])
      expect((await get(`/en/map/find?${refused}`)).text).not.toContain('<button');
  });

  test('names are text, whatever they hold', async () => {
    const {record_id} = permits[7]!;
    const {text} = await get(`/en/map/here?lat=51&lng=-114&ids=${record_id}`);
    expect(text).toContain('&lt;script>alert(1)');
    expect(text).not.toContain('<script>');
  });

  test.each([
    ['/en/map/sight', 'bbox must be four numbers'],
    ['/fr/map/sight?bbox=1,2', 'bbox'],
    ['/en/map/sight?bbox=1,2,3,4&permit_type=castle', 'permit_type must be'],
    ['/en/map/circle?lat=1&lng=2', 'radius_km'],
    ['/en/map/circle', 'radius_km'],
    ['/en/map/circle?lat=1&lng=2&radius_km=0.01', 'radius_km'],
    ['/en/map/here?lat=91&lng=0', 'lat'],
  ])('%s is refused in the reader’s language', async (target, message) => {
    const {status, text} = await get(target);
    expect(status).toBe(400);
    expect(/<main[^>]*>.*?<p class="lead">(.*?)<\/p>/s.exec(text)?.[1]).toContain(message);
    expect(town.service.held.count).toBe(0);
  });
});

/** Great-circle distance on the sphere of the API. */
function kilometres([x1, y1]: [number, number], [x2, y2]: [number, number]): number {
  const [a, b, d] = [y1, y2, x2 - x1].map((degrees) => (degrees * Math.PI) / 180) as [number, number, number];
  const cosine = Math.sin(a) * Math.sin(b) + Math.cos(a) * Math.cos(b) * Math.cos(d);
  return 6371.0088 * Math.acos(Math.min(1, cosine));
}

describe('files', () => {
  test('the page loads its script, which imports nothing', async () => {
    const {text} = await get('/en/map');
    const path = /src="(\/site\/[0-9a-f]{12}\/map\.js)" defer/.exec(text)![1]!;
    const {status, headers, text: script} = await get(path);
    expect([status, headers['Content-Type']]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(script).not.toMatch(/\bimport\b/);
  });

  test('the library keeps its licence and the map’s script its bound', async () => {
    const path = /src="(\/site\/[0-9a-f]{12}\/maplibre\.js)"/.exec((await get('/en/map')).text)![1]!;
    const plain = await get(path);
    expect(plain.text.slice(0, 200)).toContain('3-Clause BSD');
    const packed = await handle(
      {method: 'GET', target: path, headers: {'accept-encoding': 'gzip'}, peer: () => '192.0.2.1'},
      town.service.context,
    );
    expect((packed.body as Buffer).length).toBeLessThan(340_000);
  });
});

const luminance = (colour: string): number => {
  const [r, g, b] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const contrast = (a: string, b: string): number => {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
};

test.each(SCHEMES)('marks and numbers can be read on their colours, %s', (scheme) => {
  const {cell, on_cell, text, soft_text, water_text, water, land} = GROUND[scheme];
  expect(contrast(cell, on_cell)).toBeGreaterThan(4.5);
  for (const name of [text, soft_text]) expect(contrast(name, land)).toBeGreaterThan(4.5);
  expect(contrast(water_text, water)).toBeGreaterThan(4.5);
  for (const type of PERMIT_TYPES) {
    expect(contrast(TYPE_LOOKS[type].colours[scheme], on_cell)).toBeGreaterThan(4.5);
    expect(contrast(TYPE_LOOKS[type].colours[scheme], land)).toBeGreaterThan(3);
  }
  expect(new Set(Object.values(TYPE_LOOKS).map(({mark}) => mark)).size).toBe(PERMIT_TYPES.length);
  const {info} = ownGround();
  const drawn = [
    ...groundLayers(scheme, info),
    ...overlayLayers(scheme),
    ...nameLayers(scheme, 'en', info, new Set(['toronto'])),
  ];
  const layers = drawn.map(({id}) => id);
  expect(new Set(layers).size).toBe(layers.length);
});

test('water of a coarse file fades up close, lakes before the sea; that of a fine one stays', () => {
  const of = (maxzoom: number, id: string) =>
    groundLayers('light', {...ownGround().info, maxzoom}).find((one) => one.id === id)!.paint!;
  const [sea, lakes] = [of(7, 'sea')['background-color'], of(7, 'water')['fill-color']] as unknown[][];
  expect([sea!.at(-1), lakes!.at(-1)]).toEqual([GROUND.light.land, GROUND.light.land]);
  expect(lakes!.at(-2)).toBeLessThan(Number(sea![3]));
  expect([of(15, 'sea')['background-color'], of(15, 'water')['fill-color']]).toEqual([
    GROUND.light.water,
    GROUND.light.water,
  ]);
});

describe('addresses', async () => {
  const {coordinatesOf, hashOf, viewOf} = await import(
    new URL('../../../server/site/assets/map/address.js', import.meta.url).href
  );
  test.each([
    ['45.5019, -73.5674', 45.5019, -73.5674],
    ['45,5019; -73,5674', 45.5019, -73.5674],
    ['45,5019, -73,5674', 45.5019, -73.5674],
    ['45.5019,-73.5674', 45.5019, -73.5674],
    [' 45.5019   −73.5674° ', 45.5019, -73.5674],
    ['45 -73', 45, -73],
  ])('%s is a point', (text, lat, lng) => {
    expect(coordinatesOf(text)).toEqual({lat, lng});
  });
  test.each(['', 'Toronto', '45', '91, 0', '0, 181', '1, 2, 3', '1e1, 2', '45,5'.repeat(9)])(
    '%s is none',
    (text) => {
      expect(coordinatesOf(text)).toBe(null);
    },
  );
  test('a view comes back from its address to a pixel', () => {
    const {center, zoom} = viewOf(hashOf(16.25, {lat: 45.501234567, lng: -73.567654321}));
    expect([
      zoom,
      Math.abs(center[0] + 73.567654321) < 1e-5,
      Math.abs(center[1] - 45.501234567) < 1e-5,
    ]).toEqual([16.25, true, true]);
    for (const hash of ['', '#main', '#99/1/2', '#3/91/2', '#3/1/200', '#3/1'])
      expect([hash, viewOf(hash)]).toEqual([hash, null]);
  });
});

test('the setting of the basemap is an address, or refused with its name', () => {
  const given = (text: string) => addressOf(settings({BASEMAP_STYLE_URL: text}), 'BASEMAP_STYLE_URL');
  expect(given('')).toBe(null);
  expect(given('https://maps.example.org/style.json')).toBe('https://maps.example.org/style.json');
  for (const text of ['maps.example.org', 'file:///etc/passwd', 'javascript:1'])
    expect(() => given(text)).toThrow('setting BASEMAP_STYLE_URL must be an address like');
});
