/** What programs branch on: reasons, parameters at fault, problems of RFC 9457, and ids of requests. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {ERRORS, REASONS} from '../../../server/api/error_table.ts';
import {errorsPage} from '../../../server/docs/errors_page.ts';
import {handle} from '../../helpers/handle.ts';
import {mergeHeaders} from '../../helpers/merge_headers.ts';
import {type Service, testService} from '../../helpers/service.ts';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

let service: Service;
beforeEach(async () => {
  service = await testService();
});

async function ask(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  const given = {'x-api-key': service.key, ...headers};
  const {
    status,
    blocks,
    headers: own,
    body,
  } = await handle({method: 'GET', target, headers: given}, service.context);
  return {status, headers: mergeHeaders(blocks, own), body: String(body)};
}

afterEach(() => service.close());

const PROBLEM = 'application/problem+json';

test.each([
  ['/api/v1/contracts?limit=x', 400, 'invalid_integer', 'limit'],
  ['/api/v1/contracts?min_value=x', 400, 'invalid_number', 'min_value'],
  ['/api/v1/contracts?date_from=2024-02-30', 400, 'invalid_date', 'date_from'],
  ['/api/v1/contracts?sort_by=x', 400, 'unknown_value', 'sort_by'],
  ['/api/v1/contracts?vender=x', 400, 'unknown_parameter', 'vender'],
  ['/api/v1/contracts?fields=x', 400, 'unknown_name', 'fields'],
  ['/api/v1/contracts?cursor=x', 400, 'invalid_cursor', 'cursor'],
  ['/api/v1/permits?lat=1', 400, 'missing_parameter', 'lat, lng, radius_km'],
  ['/api/v1/zone', 400, 'missing_parameter', 'lat, lng'],
  ['/api/v1/search', 400, 'missing_parameter', 'q'],
  ['/api/v1/nothing', 404, 'unknown_path', undefined],
  ['/api/v1/contracts/c_0', 404, 'unknown_record', undefined],
  ['/nothing', 404, 'unknown_path', undefined],
])('%s is %i, %s, of %s', async (target, status, reason, param) => {
  const answer = await ask(target);
  expect([answer.status, answer.headers['X-Error-Reason'], answer.headers['X-Error-Param']]).toEqual([
    status,
    reason,
    param,
  ]);
});

test('reasons are words that stay, and the page of the documents explains each', () => {
  const {html} = errorsPage();
  for (const reason of REASONS) {
    expect(reason).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(html.split(`id="${reason}"`)).toHaveLength(2);
  }
  for (const {reason} of Object.values(ERRORS)) expect(REASONS).toContain(reason);
});

describe('problems', () => {
  test('say what the specified body says, and more', async () => {
    const plain = await ask('/api/v1/contracts?limit=x');
    const {status, headers, body} = await ask('/api/v1/contracts?limit=x', {accept: PROBLEM});
    expect(status).toBe(400);
    expect(headers['Content-Type']).toBe(PROBLEM);
    expect(headers['Vary']).toBe('Accept, Accept-Language');
    expect(JSON.parse(body)).toEqual({
      type: `${service.context.origin}/docs/errors#invalid_integer`,
      title: 'Bad Request',
      status: 400,
      detail: 'limit must be an integer.',
      code: 'BAD_REQUEST',
      reason: 'invalid_integer',
      parameters: ['limit'],
    });
    expect(JSON.parse(plain.body)).toEqual({
      error: {code: 'BAD_REQUEST', message: 'limit must be an integer.'},
    });
  });

  test('are in French where that is asked for', async () => {
    const {headers, body} = await ask('/api/v1/contracts?limit=x&lang=fr', {accept: PROBLEM});
    expect(headers['Content-Language']).toBe('fr');
    expect(JSON.parse(body).detail).toBe('limit doit être un entier.');
  });

  test.each([
    [`${PROBLEM}, application/json`, true],
    [`application/json, ${PROBLEM}`, true],
    ['APPLICATION/PROBLEM+JSON', true],
    [`application/json, ${PROBLEM};q=0.5`, false],
    [`${PROBLEM};q=0`, false],
    ['application/json', false],
    ['*/*', false],
    ['application/*', false],
    ['', false],
  ])('Accept: %s: %s', async (accept, isProblem) => {
    const {headers} = await ask('/api/v1/contracts?limit=x', {accept});
    expect(headers['Content-Type']).toBe(isProblem ? PROBLEM : 'application/json; charset=utf-8');
  });

  test('change nothing in answers', async () => {
    const {status, headers} = await ask('/api/v1/contracts', {accept: `${PROBLEM}, application/json`});
    expect([status, headers['Content-Type']]).toEqual([200, 'application/json; charset=utf-8']);
  });
});

describe('ids of requests', () => {
  const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

  test.each(['/api/v1/contracts', '/api/v1/contracts?limit=x', '/health', '/docs/errors', '/nothing'])(
    '%s has one of its own',
    async (target) => {
      const [one, other] = [await ask(target), await ask(target)];
      expect(one.headers['X-Request-Id']).toMatch(UUID);
      expect(other.headers['X-Request-Id']).not.toBe(one.headers['X-Request-Id']);
    },
  );

  test.each(['a', 'A-1_b=', 'x'.repeat(255)])('that of the client is taken over: %s', async (id) => {
    expect((await ask('/api/v1/contracts', {'x-request-id': id})).headers['X-Request-Id']).toBe(id);
  });

  test.each(['', 'a b', 'é', 'a\tb', 'a, b', '<script>', 'x'.repeat(256)])(
    'no other text is repeated: %j',
    async (id) => {
      expect((await ask('/api/v1/contracts', {'x-request-id': id})).headers['X-Request-Id']).toMatch(UUID);
    },
  );
});
