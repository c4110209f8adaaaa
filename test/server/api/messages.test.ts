/** Error messages in both languages, the details beside them, and links to the next page. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import {ZONING_MUNICIPALITIES} from '../../../datasets/zoning/cities.ts';
import {accountsTable} from '../../../server/accounts/accounts.ts';
import {ERRORS} from '../../../server/api/error_table.ts';
import {nextLink} from '../../../server/api/next_link.ts';
import {ROUTES} from '../../../server/api/routes/index.ts';
import {negotiateLanguage} from '../../../server/http/negotiate.ts';
import {type Answer, apiClient} from '../../helpers/api.ts';
import {scanEngine} from '../../helpers/engine.ts';
import {handle} from '../../helpers/handle.ts';
import {exampleRow, exampleTables} from '../../helpers/rows.ts';
import {type Service, testService} from '../../helpers/service.ts';

let service: Service;
let api: (target: string, headers?: Record<string, string>) => Promise<Answer>;
beforeEach(async () => {
  service = await testService();
  const client = apiClient((request) => handle(request, service.context), service.key);
  api = (target, headers) => client(`/api/v1${target}`, headers);
});
afterEach(() => service.close());

const PLACEHOLDERS = /<\w+>/g;

test.each(Object.entries(ERRORS))(
  '%s has a French message with the same values',
  (_name, {message, french}) => {
    expect(french.match(PLACEHOLDERS) ?? []).toEqual(message.match(PLACEHOLDERS) ?? []);
    if (message !== '<missing>') expect(french).not.toBe(message);
  },
);

test('every route that may find nothing says so in both languages', () => {
  const missing = ROUTES.flatMap((route) => ('missing' in route ? [route.missing] : []));
  expect(missing.length).toBeGreaterThan(15);
  for (const {en, fr} of missing) {
    expect(en).toMatch(/ not found\./);
    expect(fr).toMatch(/ introuvable\./);
  }
});

describe('language', () => {
  const FRENCH = 'limit doit être un entier.';
  const ENGLISH = 'limit must be an integer.';

  test.each([
    ['?limit=x', undefined, ENGLISH],
    ['?limit=x&lang=fr', undefined, FRENCH],
    ['?limit=x&lang=FR', 'en', FRENCH],
    ['?limit=x&LANG=fr', 'en', ENGLISH],
    ['?lang=fr&limit=x&lang=en', 'fr', ENGLISH],
    ['?limit=x&lang=both', 'fr', FRENCH],
    ['?limit=x', 'fr', FRENCH],
    ['?limit=x', 'fr-CA,fr;q=0.9,en;q=0.8', FRENCH],
    ['?limit=x', 'en-CA,en;q=0.9,fr;q=0.8', ENGLISH],
    ['?limit=x', 'de,*;q=0.5', ENGLISH],
    ['?limit=x', 'fr;q=0', ENGLISH],
    ['?limit=x', 'zz;;q=x,,', ENGLISH],
  ])('of an error: %s with Accept-Language %s', async (query, accept, message) => {
    const answer = await api(`/contracts${query}`, accept === undefined ? {} : {'accept-language': accept});
    expect(answer.status).toBe(400);
    expect(answer.message).toBe(message);
    expect(JSON.parse(answer.text).error.code).toBe('BAD_REQUEST');
    expect(answer.headers['content-language']).toBe(message === FRENCH ? 'fr' : 'en');
    expect(answer.headers['vary']).toBe('Accept, Accept-Language');
  });

  test('reaches errors before the route and before the key', async () => {
    expect((await api('/nowhere?lang=fr')).message).toBe('Ressource demandée introuvable.');
    expect((await api('/bills/44-1/C-9999?lang=fr')).message).toBe('Projet de loi introuvable.');
    expect((await api('/contracts?lang=fr', {'x-api-key': 'x'})).message).toBe('Clé d’API non valide.');
  });

  test('leaves answers alone', async () => {
    const [plain, french] = [await api('/contracts'), await api('/contracts', {'accept-language': 'fr'})];
    expect(french.text).toBe(plain.text);
    expect(french.headers['content-language']).toBeUndefined();
  });

  test('negotiation takes the first offered language where nothing decides', () => {
    expect(negotiateLanguage(undefined, ['en', 'fr'])).toBe('en');
    expect(negotiateLanguage('fr,en', ['en', 'fr'])).toBe('en');
    expect(negotiateLanguage('*;q=0.1,fr;q=0.2', ['en', 'fr'])).toBe('fr');
  });
});

test('a 401 names where the key belongs', async () => {
  const {headers} = await api('/contracts', {'x-api-key': 'nothing'});
  expect(headers['www-authenticate']).toBe('ApiKey realm="api", header="X-API-Key"');
});

test('a 429 names the limit and the wait', async () => {
  accountsTable(service.store.database).setQuotas(1, {month: null, day: 1000, minute: 0});
  service.context.store = service.store;
  const answer = await api('/contracts');
  expect(answer.status).toBe(429);
  const wait = answer.headers['retry-after'];
  expect(answer.headers['x-error-detail']).toBe(
    `All 0 requests of this minute are used; the next one is accepted in ${wait} s.`,
  );
  const french = decodeURIComponent((await api('/contracts?lang=fr')).headers['x-error-detail'] ?? '');
  expect(french).toBe(
    `Les 0 requêtes permises par minute sont épuisées; la prochaine est acceptée dans ${wait} s.`,
  );
});

describe('a point without a zone', () => {
  beforeEach(() => {
    Object.assign(service.engine, {zone: scanEngine({...exampleTables(), zoning: []}).zone});
  });
  const detailOf = async (query: string) => {
    const answer = await api(`/zone?${query}`);
    expect([answer.status, answer.message]).toEqual([404, 'Zone not found.']);
    return decodeURIComponent(answer.headers['x-error-detail'] ?? '');
  };

  test('in a municipality is more than 150 m from every zone', async () => {
    expect(await detailOf('lat=43.65&lng=-79.38')).toBe(
      'No zone contains the point or is within 150 m of it.',
    );
  });

  test('outside of all of them names them', async () => {
    const names = ZONING_MUNICIPALITIES.map((slug) => MUNICIPALITIES[slug].name).join(', ');
    expect(await detailOf('lat=10&lng=10')).toBe(
      `The point is outside the ${ZONING_MUNICIPALITIES.length} municipalities with zoning: ${names}.`,
    );
  });

  test('outside the one that was asked for names that one', async () => {
    expect(await detailOf('lat=43.65&lng=-79.38&municipality=vancouver')).toBe(
      'The point is outside Vancouver.',
    );
  });

  test.each(ZONING_MUNICIPALITIES.filter((slug) => MUNICIPALITIES[slug].box[0] > -90))(
    'of %s with swapped coordinates says so',
    async (slug) => {
      const [west, south, east, north] = MUNICIPALITIES[slug].box;
      const [lat, lng] = [(south + north) / 2, (west + east) / 2];
      expect(await detailOf(`lat=${lng}&lng=${lat}`)).toBe(
        `Latitude and longitude look swapped: try lat=${lat} and lng=${lng}.`,
      );
    },
  );
});

describe('the link to the next page', () => {
  beforeEach(() => {
    const permits = ['1', '2', '3'].map((digit) =>
      exampleRow('permits', {record_id: `p_000000000000000${digit}`}),
    );
    Object.assign(service.engine, {list: scanEngine({...exampleTables(), permits}).list});
  });

  test('leads through all pages, in every format', async () => {
    const all = (await api('/permits?limit=200')).rows.length;
    expect(all).toBe(3);
    let target: string | undefined = '/permits?limit=1&page=1&format=csv';
    let pages = 0;
    while (target) {
      const {status, headers, text}: Answer = await api(target);
      expect(status).toBe(200);
      expect(text.trimEnd().split('\r\n')).toHaveLength(2);
      target = /^<\/api\/v1(.*)>; rel="next"$/.exec(headers['link'] ?? '')?.[1];
      pages++;
    }
    expect(pages).toBe(all);
  });

  test('is absent where there is no list', async () => {
    expect((await api('/nowhere')).headers['link']).toBeUndefined();
    expect((await api('/permits?limit=200')).headers['link']).toBeUndefined();
  });

  test.each([
    ['/a', '</a?cursor=C>; rel="next"'],
    ['/a?', '</a?cursor=C>; rel="next"'],
    ['/a?offset=5&x=1&page=2&cursor=old', '</a?x=1&cursor=C>; rel="next"'],
    ['/a?%70age=2&c%75rsor=x&x=1', '</a?x=1&cursor=C>; rel="next"'],
    ['/a?x=%3E&pages=2&cursors', '</a?x=%3E&pages=2&cursors&cursor=C>; rel="next"'],
    ['/a?x=<">é"', '</a?x=%3C%22%3E%C3%A9%22&cursor=C>; rel="next"'],
  ])('of %s is %s', (target, link) => expect(nextLink(target, 'C')).toBe(link));
});
