/** What an ingest shows: live lines on a terminal, JSON lines elsewhere, the closing table. */
import {describe, expect, test} from 'vitest';
import type {Manifest, SourceEntry} from '../../datasets/artefacts.ts';
import {createReporter, runSummary} from '../../pipeline/progress.ts';
import type {Event} from '../../pipeline/runtime/events.ts';

const counts = {read: 1200, kept: 1000, merged: 150, rejected: 50};

function shown(events: Event[], screen: {isTTY: boolean; columns?: number}, stepMs = 200): string[] {
  const written: string[] = [];
  let clock = 0;
  const report = createReporter({...screen, write: (text) => written.push(text)}, () => clock);
  for (const event of events) {
    report(event);
    clock += stepMs;
  }
  return written;
}

/** The screen after all writes, for the two control sequences that the reporter uses. */
function screenAfter(written: string[]): string[] {
  const lines: string[] = [];
  let row = 0;
  for (const [piece] of written.join('').matchAll(/\x1b\[\d*[AJ]|\r|[^\x1b\r\n]*\n/g)) {
    if (piece === '\r') continue;
    if (piece.endsWith('A')) row -= Number(piece.slice(2, -1));
    else if (piece.endsWith('J')) lines.length = row;
    else lines[row++] = piece.trimEnd();
  }
  return lines;
}

const reading = (source: string, rows: number): Event => ({
  kind: 'reading',
  source,
  file: 'a.csv',
  bytes: rows * 10,
  total: 100_000,
  rows,
});

describe('a terminal', () => {
  test('has a live line for each running source, below the finished ones', () => {
    const lines = screenAfter(
      shown(
        [
          {kind: 'fetched', source: 'one', file: 'a.csv', bytes: 5e6, ms: 1500, changed: true},
          reading('one', 1000),
          reading('two', 500),
          reading('one', 3000),
          {kind: 'normalised', source: 'two', ms: 900, counts, stages: {}},
        ],
        {isTTY: true, columns: 120},
      ),
    );
    expect(lines).toEqual([
      'one                        a.csv: 5.0 MB fetched in 1.5 s',
      'two                        1,000 records from 1,200 rows in 0.9 s',
      expect.stringMatching(/^one +a\.csv: 3,000 rows, 7,500 rows\/s, 1 s left$/),
    ]);
  });

  test('of unknown width gets plain lines', () => {
    const [line] = screenAfter(
      shown([{kind: 'published', source: 'build', build_id: 'abc', changed: true}], {
        isTTY: true,
        columns: 0,
      }),
    );
    expect(line).toBe('build                      build abc published');
  });
});

test('an absent source has a reason if the publisher offers nothing to fetch', () => {
  const absent = (more: {kept: boolean; reason?: string}): Event => ({
    kind: 'absent',
    source: 'one',
    ...more,
  });
  const lines = screenAfter(
    shown([absent({kept: true}), absent({kept: false, reason: 'no feed is known: no layer has the name'})], {
      isTTY: true,
      columns: 120,
    }),
  );
  expect(lines).toEqual([
    'one                        there is no file, the loaded part stays',
    'one                        no feed is known: no layer has the name',
  ]);
});

test('without a terminal every event is a line of JSON, frequent ones once a second', () => {
  const written = shown(
    [reading('one', 1), reading('one', 2), {kind: 'failed', source: 'one', error: 'no'}, reading('one', 3)],
    {isTTY: false},
    400,
  );
  expect(written.map((line) => JSON.parse(line).rows ?? JSON.parse(line).error)).toEqual([1, 'no', 3]);
});

test('the closing table names rows, reasons, failed checks, stale sources and failures', () => {
  const source = {
    ...counts,
    slug: 'one',
    notes: {'date: cell could not be read, null instead': 7},
    merged_by_reason: {'earlier version': 150},
    rejected_by_reason: {'no reference number': 50},
    files: [{name: 'a.csv', unknown_columns: ['new'], missing_columns: []}],
    fetched_at: '2026-11-21T06:00:00',
    stale: {since: '2026-11-20T06:00:00', error: 'x'},
  } as unknown as SourceEntry;
  const check = {dataset: 'd', name: 'n', severity: 'WARN', passed: false, reason: 'because'} as const;
  const manifest = {
    build_id: 'abc',
    data_as_of: '2026-11-21T06:00:00',
    synthetic: true,
    sources: [source],
    checks: [check],
  } as unknown as Manifest;
  const text = runSummary(manifest, {two: 'two: b.csv: the header changed'});
  expect(text).toMatch(/^one +1,200 +1,000 +150 +50 +7 +2026-11-21T06:00:00 STALE$/m);
  expect(text).toContain('one: 150 merged: earlier version');
  expect(text).toContain('one: 50 rejected: no reference number');
  expect(text).toContain('unknown columns left out: new');
  expect(text).toContain('WARN d: n does not hold: because');
  expect(text).toContain('SYNTHETIC');
  expect(text).toContain('FAILED two: two: b.csv: the header changed');
});
