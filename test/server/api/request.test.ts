/** Reading of requests: targets, query pairs, paging, cursors, negotiation. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {readCursor, writeCursor} from '../../../server/api/request/cursor.ts';
import {negotiateFormat} from '../../../server/api/request/negotiate_format.ts';
import {resolvePage} from '../../../server/api/request/paging.ts';
import {listPosition, statsPosition} from '../../../server/api/request/position.ts';
import {ignoredHeader, parsePairs, parseValues} from '../../../server/api/request/query.ts';
import {parseTarget} from '../../../server/api/request/target.ts';
import {LIST_FORMATS} from '../../../server/api/routes/formats.ts';
import {ROUTES} from '../../../server/api/routes/index.ts';
import {matchRoute} from '../../../server/api/routes/match.ts';
import {negotiateEncoding} from '../../../server/http/negotiate.ts';

const CONTRACTS = ROUTES.find((route) => route.path === '/contracts')!;

describe('target', () => {
  test('segments are split first, then decoded once', () => {
    expect(parseTarget('/a%2Fb/c%2525/').segments).toEqual(['a/b', 'c%25']);
  });
  test.each(['/a//b', '//a', '/a//', '/', ''])('%j has an empty segment or none', (target) =>
    expect(parseTarget(target).segments).toBeNull(),
  );
  test('queries are form-decoded, empty pairs dropped', () => {
    expect(parseTarget('/a?x=1+2&&y=%2B&z&=v&x=a=b').pairs).toEqual([
      ['x', '1 2'],
      ['y', '+'],
      ['z', ''],
      ['', 'v'],
      ['x', 'a=b'],
    ]);
  });
  test.each(['/%zz', '/a?x=%zz', '/a?x=%ff', '/a?%C3%28=1', '/%', '/a?x=\uFFFD', `/${'a'.repeat(4096)}`])(
    '%j is refused',
    (target) => expect(() => parseTarget(target)).toThrow('Invalid parameter value.'),
  );
  test('bytes are counted, not characters', () => {
    expect(parseTarget(`/${'a'.repeat(4095)}`).segments).toHaveLength(1);
    expect(() => parseTarget(`/${'é'.repeat(2048)}`)).toThrow('Invalid parameter value.');
  });
});

describe('query', () => {
  test('of a repeated parameter the last non-empty value wins; lists are joined', () => {
    const pairs: [string, string][] = [
      ['limit', '3'],
      ['limit', '7'],
      ['limit', ' '],
      ['fields', 'date'],
      ['fields', ','],
      ['fields', 'value'],
    ];
    const {texts, ignored} = parsePairs(pairs, CONTRACTS.takes);
    expect(Object.fromEntries(texts)).toEqual({limit: '7', fields: 'date,value'});
    expect(ignored).toEqual([]);
  });
  test('unknown names are listed once, in order, encoded, at most twenty', () => {
    const odd = ['zzz', 'Vendor', 'é', 'zzz', '', 'toString', 'a b'];
    const {ignored} = parsePairs(
      odd.map((name) => [name, '1']),
      CONTRACTS.own.parameters,
    );
    expect(ignored).toEqual(['zzz', 'Vendor', 'é', 'toString', 'a b']);
    expect(ignoredHeader(ignored)).toBe('zzz, Vendor, %C3%A9, toString, a%20b');
    const many = Array.from({length: 30}, (_, i): [string, string] => [`p${i}`, '']);
    expect(parsePairs(many, CONTRACTS.own.parameters).ignored).toHaveLength(20);
  });
  test('defaults are values too', () => {
    expect(parseValues(new Map(), CONTRACTS.own)).toEqual({sort_by: 'date', sort_order: 'desc'});
  });
  test('the first fault in table order is reported', () => {
    const texts = new Map([
      ['sort_by', 'x'],
      ['min_value', 'x'],
    ]);
    expect(() => parseValues(texts, CONTRACTS.own)).toThrow('min_value must be a number.');
  });
});

describe('paging', () => {
  const slice = (given: Record<string, string>) => {
    const texts = new Map(Object.entries(given));
    const values = parseValues(texts, CONTRACTS.page);
    const {limit, offset} = resolvePage(CONTRACTS as never, values, texts, 'mark');
    return [limit, offset];
  };
  test.each([
    [{}, [50, 0]],
    [{limit: '100000'}, [200, 0]],
    [{per_page: '3'}, [3, 0]],
    [{per_page: '100000', page: '2'}, [200, 200]],
    [{page: '3', per_page: '4'}, [4, 8]],
    [{page: '2'}, [50, 50]],
    [{page: '2', limit: '5'}, [5, 5]],
    [{limit: '2', per_page: '9'}, [2, 0]],
    [{offset: '1', page: '4', limit: '2'}, [2, 1]],
    [{offset: '0', page: '4', limit: '2'}, [2, 0]],
    [{page: '9007199254740991', limit: '200'}, [200, Number.MAX_SAFE_INTEGER]],
  ])('%j', (given, expected) => expect(slice(given)).toEqual(expected));
  test('page below 1', () => expect(() => slice({page: '0'})).toThrow('page must be at least 1.'));
});

describe('cursor', () => {
  const cursor = {position: {key: null, id: 'c_é'}, rowsBefore: 40, build: 'b1'};
  test('a written cursor is read again', () => {
    expect(readCursor(writeCursor(cursor, 'mark'), 'mark')).toEqual(cursor);
  });
  test('another query refuses it', () => {
    expect(() => readCursor(writeCursor(cursor, 'mark'), 'other')).toThrow(
      'cursor does not match this query.',
    );
  });
  test.each(['zzz', '!"', 'bnVsbA', 'W10', 'eyJ2IjoxfQ', 'eyJ2'])('%j is not valid', (text) =>
    expect(() => readCursor(text, 'mark')).toThrow('cursor is not valid.'),
  );
  test('a changed cursor is refused, or is the same cursor', () => {
    const text = writeCursor(cursor, 'mark');
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const invalid = /^cursor (is not valid|does not match this query)\.$/;
    let refused = 0;
    for (let at = 0; at < text.length; at++) {
      for (const letter of letters) {
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        try {
          expect(readCursor(changed, 'mark')).toEqual(cursor);
        } catch (error) {
          if (!(error instanceof Error && invalid.test(error.message))) throw error;
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(text.length * 60);
  });
  test('any text is either read or refused as invalid', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(() => readCursor(Buffer.from(text).toString('base64url'), 'mark')).toThrow(
          'cursor is not valid.',
        );
      }),
    );
  });
  test('positions must fit the column', () => {
    expect(listPosition({key: '12.50', id: 'a'}, 'money')).toEqual({key: '12.50', id: 'a'});
    expect(listPosition({key: null, id: 'a'}, 'date').key).toBeNull();
    for (const key of ['x', '1e5', '1'.repeat(17), '1.234']) {
      expect(() => listPosition({key, id: 'a'}, 'money')).toThrow('cursor is not valid.');
    }
    expect(() => listPosition({key: '2024-02-30', id: 'a'}, 'date')).toThrow('cursor is not valid.');
    expect(listPosition({key: '2024-02-29 23:59:59', id: 'a'}, 'timestamp').id).toBe('a');
    for (const key of ['2024-02-29 24:00:00', '2024-02-29 00:60:00', '2024-02-29', '2024-02-29 00:00:00Z']) {
      expect(() => listPosition({key, id: 'a'}, 'timestamp')).toThrow('cursor is not valid.');
    }
    expect(() => listPosition({key: null, id: 7}, 'date')).toThrow('cursor is not valid.');
    expect(() => listPosition([], 'date')).toThrow('cursor is not valid.');
    expect(statsPosition({sum: '-1.5', count: 2, value: 'x'})).toEqual({sum: '-1.5', count: 2, value: 'x'});
    expect(() => statsPosition({sum: 1, count: 2, value: 'x'})).toThrow('cursor is not valid.');
    expect(() => statsPosition({sum: null, count: 1.5, value: 'x'})).toThrow('cursor is not valid.');
  });
});

describe('negotiation', () => {
  test.each([
    [undefined, 'json'],
    ['text/csv', 'csv'],
    ['application/x-ndjson', 'ndjson'],
    ['*/*', 'json'],
    ['text/*', 'csv'],
    ['image/png', 'json'],
    ['application/json;q=0.2, text/csv;q=0.9', 'csv'],
    ['text/csv;q=0, application/json', 'json'],
    ['text/csv;q=0', 'json'],
    ['text/csv, */*', 'csv'],
    ['TEXT/CSV ; Q=0.9, application/json;q=.5', 'csv'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['', 'json'],
  ])('Accept %j gives %s', (accept, format) => expect(negotiateFormat(accept, LIST_FORMATS)).toBe(format));
  test.each([
    [undefined, null],
    ['gzip', 'gzip'],
    ['gzip, br', 'br'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', null],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['identity;q=1, gzip;q=0.5', null],
    ['deflate', null],
  ])('Accept-Encoding %j gives %s', (header, coding) => expect(negotiateEncoding(header)).toBe(coding));
});

describe('routes', () => {
  test('recipients and stats are not ids of grants', () => {
    const path = (...segments: string[]) => matchRoute(segments)?.route.path;
    expect(path('grants', 'recipients')).toBe('/grants/recipients');
    expect(path('grants', 'stats')).toBe('/grants/stats');
    expect(path('grants', 'g_1')).toBe('/grants/{record_id}');
    expect(path('grants', 'recipients', 'recipients')).toBe('/grants/recipients/{name}');
    expect(path('grants', 'recipients', 'stats')).toBeUndefined();
    expect(path('research_grants', 'recipients')).toBe('/research_grants/{record_id}');
  });
  test('fiscal years descend by default, like any date', () => {
    const taken = (path: string) => ROUTES.find((route) => route.path === path)!.takes;
    expect(taken('/research_grants')['sort_order']?.default).toBe('desc');
    expect(taken('/sources')['sort_order']?.default).toBe('desc');
  });

  test('statistics are matched before identifiers', () => {
    expect(matchRoute(['contracts', 'stats'])?.route.kind).toBe('stats');
    expect(matchRoute(['contracts', 'STATS'])?.path).toEqual({record_id: 'STATS'});
    expect(matchRoute(['awards', 'stats'])?.path).toEqual({});
    expect(matchRoute(['disclosures', 'stats'])).toBeNull();
    expect(matchRoute(['contracts', 'a', 'b'])).toBeNull();
    expect(matchRoute([])).toBeNull();
  });
});
