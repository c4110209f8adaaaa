/** Socrata: a table page by page, counted, resumed after a failure, and not requested while unchanged. */
import {expect, test} from 'vitest';
import type {SourceFile} from '../../../datasets/types.ts';
import {closing, ofKind, bench as plainBench, single} from '../../helpers/fetching.ts';
import {layoutOf} from '../../helpers/probing.ts';
import {type Socrata, type SocrataTable, startSocrata} from '../../portals/socrata.ts';

/** A busy machine is slow: what looks like a stall there is none. */
const bench = () => plainBench({FETCH_STALL_MS: '3000'});

/** Row `n` as the portal writes it: numbers as text, an unusual amount, no keys without a value. */
const row = (n: number, text = 'Été'): string =>
  `{":id":"row-${n}",":created_at":"2026-01-01T00:00:00.000Z","zeta":"${text} ${n}","amount":${n}.50,":@computed_region_x1":"7"${n % 2 ? ',"odd":"yes"' : ''}}`;
const rows = (count: number, from = 1): string[] => Array.from({length: count}, (_, n) => row(from + n));

async function portal(table: Partial<SocrataTable> = {}): Promise<Socrata & {table: SocrataTable}> {
  const socrata = await closing(startSocrata());
  const whole = {rows: rows(25), rowsUpdatedAt: 1_750_000_000, ...table};
  socrata.tables.set('abcd-1234', whole);
  return {...socrata, table: whole};
}

const file = ({base}: Socrata, page = 10): SourceFile => ({
  name: 'permits.jsonl',
  format: 'jsonl',
  via: {portal: 'socrata', base, dataset: 'abcd-1234', page},
});

const lines = (body: Buffer): string[] => body.toString().trimEnd().split('\n');

test('all rows are fetched with the system columns, in order, with unchanged numbers', async () => {
  const socrata = await portal();
  const {snapshot, body} = await single((await bench()).fetch([file(socrata)]));
  expect(lines(body)).toHaveLength(25);
  expect(lines(body)[0]).toBe(
    '{":@computed_region_x1":"7",":created_at":"2026-01-01T00:00:00.000Z",":id":"row-1","amount":1.50,"odd":"yes","zeta":"Été 1"}',
  );
  expect(socrata.pages()).toEqual(['10 0', '10 10', '10 20', '10 25']);
  expect(snapshot).toMatchObject({
    name: 'permits.jsonl',
    format: 'jsonl',
    encoding: 'utf-8',
    url: `${socrata.base}/resource/abcd-1234.json`,
    etag: 'rowsUpdatedAt 1750000000, 25 rows, form 1',
  });
});

test('equal rows are equal bytes for any page size and order of keys', async () => {
  const socrata = await portal();
  const first = await single((await bench()).fetch([file(socrata, 7)]));
  socrata.table.rows = socrata.table.rows.map((text) => {
    const {':id': id, ...others} = JSON.parse(text);
    const amount = /"amount":([\d.]+)/.exec(text)?.[1];
    return JSON.stringify({...others, ':id': id}).replace(/"amount":[\d.]+/, `"amount":${amount}`);
  });
  const second = await single((await bench()).fetch([file(socrata, 11)]));
  expect(second.snapshot.sha256).toBe(first.snapshot.sha256);
});

test('nothing is fetched while the portal says that nothing changed', async () => {
  const socrata = await portal();
  const {fetch, events} = await bench();
  const first = await single(fetch([file(socrata)]));
  const requests = socrata.pages().length;
  const second = await single(fetch([file(socrata)], {now: () => new Date('2026-03-05T00:00:00Z')}));
  expect(socrata.pages()).toHaveLength(requests);
  expect(second.snapshot).toMatchObject({
    sha256: first.snapshot.sha256,
    fetched_at: first.snapshot.fetched_at,
    checked_at: '2026-03-05T00:00:00',
  });
  expect(ofKind(events, 'fetched').map((event) => event.changed)).toEqual([true, false]);
  socrata.table.rowsUpdatedAt = 1_750_000_001;
  await single(fetch([file(socrata)]));
  expect(socrata.pages()).toHaveLength(requests * 2);
  socrata.table.rows.pop(); // a row is gone, and the load time is unchanged
  const last = await single(fetch([file(socrata)]));
  expect(lines(last.body)).toHaveLength(24);
});

test('a portal that hides its view is read every time', async () => {
  const {rowsUpdatedAt: _, ...without} = (await portal()).table;
  const socrata = await closing(startSocrata());
  socrata.tables.set('abcd-1234', without);
  const {fetch, events} = await bench();
  await single(fetch([file(socrata)]));
  await single(fetch([file(socrata)]));
  expect(socrata.pages()).toHaveLength(8);
  expect(ofKind(events, 'fetched').map((event) => event.changed)).toEqual([true, false]);
});

test('a portal that returns fewer rows than requested is read to its end; its count may have another name', async () => {
  const socrata = await portal({longest: 4, counted_as: 'count_1'});
  expect(lines((await single((await bench()).fetch([file(socrata)]))).body)).toHaveLength(25);
});

test('a page on which the portal fails is halved, down to a minimum', async () => {
  const socrata = await portal({rows: rows(700), breaks_above: 150});
  const {fetch, events, waits} = await bench();
  expect(lines((await single(fetch([file(socrata, 400)]))).body)).toHaveLength(700);
  const sizes = socrata.pages().map((one) => one.split(' ')[0]);
  expect(sizes.slice(0, 5)).toEqual(['400', '400', '200', '200', '100']);
  expect(new Set(sizes.slice(5))).toEqual(new Set(['100']));
  expect(waits).toHaveLength(2);
  expect(ofKind(events, 'warning').map(({text}) => text)).toEqual([
    'pages of 200 rows from here on: gave up after 2 tries: HTTP 500',
    'pages of 100 rows from here on: gave up after 2 tries: HTTP 500',
  ]);
  socrata.table.breaks_above = 50;
  socrata.table.rowsUpdatedAt = 1;
  await expect(fetch([file(socrata, 400)])).rejects.toThrow(/gave up after 6 tries: HTTP 500/);
});

test('resets, truncated bodies, stalls and 429 are retried', async () => {
  const socrata = await portal({
    faults: {
      1: {kind: 'reset'},
      3: {kind: 'cut'},
      5: {kind: 'stall'},
      7: {kind: 'status', status: 429, headers: {'retry-after': '7'}},
      9: {kind: 'status', status: 202},
    },
  });
  const {fetch, events, waits} = await bench();
  expect(lines((await single(fetch([file(socrata)]))).body)).toHaveLength(25);
  expect(ofKind(events, 'waiting').map(({reason}) => reason)).toEqual([
    expect.stringMatching(/reset|closed/),
    'the JSON of the answer is cut or broken',
    expect.stringMatching(/stalled/),
    'HTTP 429',
  ]);
  expect(waits[3]).toBe(7000);
});

test('a maintenance page is an error at once; the next run continues from the fetched pages', async () => {
  const socrata = await portal({faults: {3: {kind: 'page'}}});
  const {fetch, events, stored} = await bench();
  await expect(fetch([file(socrata)])).rejects.toThrow(/the answer is not JSON, it begins "<!DOCTYPE html>/);
  expect(await stored()).toEqual(['permits.jsonl.journal']);
  const {body} = await single(fetch([file(socrata)]));
  expect(lines(body)).toHaveLength(25);
  expect(socrata.pages()).toEqual(['10 0', '10 10', '10 20', '10 20', '10 25']);
  expect(ofKind(events, 'warning').map(({text}) => text)).toEqual([
    'rows kept: 20; a run within a day asks only for the others',
    '20 rows kept from the run before',
  ]);
  expect((await stored()).filter((name) => /journal$/.test(name))).toEqual([]);
  const other = await single((await bench()).fetch([file(await portal())]));
  expect(body.equals(other.body)).toBe(true);
});

test('pages of a previous run are dropped if the table changed or the run is too old', async () => {
  for (const [reason, rowsUpdatedAt] of [
    ['the table changed since', 1_760_000_000],
    ['it began at 2026-03-04T05:06:07', 1_750_000_000],
  ] as const) {
    const socrata = await portal({faults: {3: {kind: 'page'}}});
    const {fetch, events} = await bench();
    await expect(fetch([file(socrata)])).rejects.toThrow();
    socrata.table.rowsUpdatedAt = rowsUpdatedAt;
    const now = () => new Date(reason.startsWith('it') ? '2026-03-06T00:00:00Z' : '2026-03-04T06:00:00Z');
    expect(lines((await single(fetch([file(socrata)], {now}))).body)).toHaveLength(25);
    expect(ofKind(events, 'warning').at(-1)?.text).toBe(`2 pages of an unfinished run not used: ${reason}`);
  }
});

test('rows added meanwhile are detected, and the table is read once more', async () => {
  const socrata = await portal({
    before: (page, table) => {
      if (page === 2) table.rows = [row(900), ...table.rows];
    },
  });
  const {fetch, events} = await bench();
  const {body} = await single(fetch([file(socrata)]));
  expect(new Set(lines(body)).size).toBe(26);
  expect(lines(body)).toHaveLength(26);
  expect(ofKind(events, 'warning').map(({text}) => text)).toEqual([
    'read once more from the start: 25 rows came where the portal counts 26',
  ]);
});

test('a load while the table is read is detected, even with an unchanged count', async () => {
  const socrata = await portal({
    before: (page, table) => {
      if (page !== 2) return;
      table.rowsUpdatedAt = 1_760_000_000;
      table.rows = rows(25, 501);
    },
  });
  const {fetch, events} = await bench();
  const {snapshot, body} = await single(fetch([file(socrata)]));
  expect(lines(body)[0]).toContain('"row-501"');
  expect(snapshot.etag).toContain('1760000000');
  expect(ofKind(events, 'warning')[0]?.text).toBe(
    'read once more from the start: the table was changed while it was read',
  );
});

test('a repeated row is merged and reported', async () => {
  const socrata = await portal({rows: [...rows(12), row(12), ...rows(5, 13)], count: 17});
  const {fetch, events} = await bench();
  expect(lines((await single(fetch([file(socrata)]))).body)).toHaveLength(17);
  expect(ofKind(events, 'warning').map(({text}) => text)).toEqual(['rows that came twice are merged: 1']);
});

test('a count that stays inconsistent is an error, and the last valid file is kept', async () => {
  const socrata = await portal();
  const {fetch, stored} = await bench();
  await single(fetch([file(socrata)]));
  const before = await stored();
  socrata.table.count = 26;
  await expect(fetch([file(socrata)])).rejects.toThrow(
    /25 rows came where the portal counts 26, also when read once more .*the last good file stays in use/,
  );
  expect((await stored()).filter((name) => !/journal|rows$/.test(name))).toEqual(before);
});

test('a portal that repeats the same page is an error', async () => {
  const socrata = await portal({
    before: (_, table) => {
      table.rows = [...table.rows, ...table.rows.slice(0, 10)];
    },
    rows: rows(10),
  });
  await expect((await bench()).fetch([file(socrata)])).rejects.toThrow(/a whole page came again, also when/);
});

test('a missing table is an error with the portal’s message', async () => {
  const socrata = await closing(startSocrata());
  await expect((await bench()).fetch([file(socrata)])).rejects.toThrow(
    /HTTP 404: Cannot find view with id.*correct the address/,
  );
});

test('only columns that a layout reads are selected and kept; those that are gone are named', async () => {
  const columns = ['zeta', 'amount', 'odd'];
  const socrata = await portal({columns});
  const {fetch, events} = await bench();
  const declared = {layouts: [layoutOf(['amount', 'zeta', ':created_at'])], personal: ['odd']};
  const {snapshot, body} = await single(fetch([file(socrata)], {declared}));
  expect(lines(body)[0]).toBe('{":created_at":"2026-01-01T00:00:00.000Z","amount":1.5,"zeta":"Été 1"}');
  expect(new URL(snapshot.url).searchParams.get('$select')).toBe(':id,:created_at,zeta,amount');
  expect(ofKind(events, 'warning')).toEqual([]);
  socrata.table.columns = ['zeta', 'amount_2', 'odd'];
  const again = await single(fetch([file(socrata)], {declared}));
  expect(lines(again.body)[0]).toBe('{":created_at":"2026-01-01T00:00:00.000Z","zeta":"Été 1"}');
  const gone = {file: 'permits.jsonl', text: 'declared columns that the portal does not list: amount'};
  expect(ofKind(events, 'warning')).toMatchObject([gone]);
  // Also where nothing else changed.
  await single(fetch([file(socrata)], {declared}));
  expect(ofKind(events, 'warning')).toMatchObject([gone, gone]);
});

test('a portal that lists no columns is asked for all, of which only those that are read are kept', async () => {
  const socrata = await portal();
  const {fetch} = await bench();
  const {body} = await single(fetch([file(socrata)], {declared: {layouts: [layoutOf(['amount'])]}}));
  expect(lines(body)[0]).toBe('{"amount":1.50}');
});

test('new ids of the portal change nothing where they are not read; a table that is gone is told, and its rows stay', async () => {
  const socrata = await portal();
  const {fetch, stored} = await bench();
  const run = () => single(fetch([file(socrata)], {declared: {layouts: [layoutOf(['amount', 'zeta'])]}}));
  const first = await run();
  socrata.table.rows = socrata.table.rows.map((text) => text.replace('"row-', '"line-'));
  socrata.table.rowsUpdatedAt = 1_750_000_009;
  expect((await run()).snapshot.sha256).toBe(first.snapshot.sha256);
  socrata.tables.delete('abcd-1234');
  await expect(run()).rejects.toThrow(/HTTP 404: Cannot find view with id .*correct the address/);
  expect(await stored()).toContain(`${first.snapshot.sha256}.jsonl`);
});
