/**
 * What an ingest shows: live lines on a terminal, the same lines elsewhere, JSON lines where asked, the
 * closing table.
 */
import displayWidth from 'string-width';
import {describe, expect, test} from 'vitest';
import type {Manifest, SourceEntry} from '../../builds/artefacts.ts';
import {createReporter, type Reporter, type Screen} from '../../pipeline/progress/reporter.ts';
import {runSummary} from '../../pipeline/progress/summary.ts';
import {cut, wrap} from '../../pipeline/progress/width.ts';
import type {Event} from '../../pipeline/runtime/events.ts';

const counts = {read: 1200, kept: 1000, merged: 150, rejected: 50};

interface Shown {
  /** One text for each write. */
  written: string[];
  reporter: Reporter;
}

function shown(
  events: Event[],
  screen: Omit<Screen, 'write'>,
  {stepMs = 200, ...display}: {stepMs?: number; LOG?: string; NO_COLOR?: string} = {},
): Shown {
  const written: string[] = [];
  let clock = 0;
  const reporter = createReporter(
    {...screen, write: (text) => written.push(text)},
    {LOG: '', NO_COLOR: '1', ...display},
    () => clock,
  );
  for (const event of events) {
    reporter.emit(event);
    clock += stepMs;
  }
  return {written, reporter};
}

/** The screen after all writes: lines are erased and drawn from their beginning, the cursor goes up and down. */
function screenAfter({written}: Shown): string[] {
  const lines: string[] = [];
  let row = 0;
  for (const [piece] of written.join('').matchAll(/\x1b\[[?\d]*[A-Za-z]|\n|[^\x1b\n]+/g)) {
    if (piece === '\n') row += 1;
    else if (piece.endsWith('A')) row -= Number(piece.slice(2, -1));
    else if (piece.endsWith('B')) row += Number(piece.slice(2, -1));
    else if (piece === '\x1b[2K') lines[row] = '';
    else if (!piece.startsWith('\x1b')) lines[row] = piece.trimEnd();
  }
  return Array.from(lines, (line) => line ?? '').filter(Boolean);
}

const selected = (...sources: string[]): Event => ({kind: 'selected', source: 'build', sources});

const reading = (source: string, rows: number, file = 'a.csv'): Event => ({
  kind: 'reading',
  source,
  file,
  bytes: rows * 10,
  total: 100_000,
  rows,
});

const normalised = (source: string): Event => ({kind: 'normalised', source, ms: 900, counts, stages: {}});
const failed = (source: string): Event => ({
  kind: 'failed',
  source,
  error: `${source}: a.csv: the header\nchanged`,
});

describe('a terminal', () => {
  test('has a live line for each running source with bar, rate and time left, the ended ones above, the total below', () => {
    const lines = screenAfter(
      shown(
        [
          selected('one', 'two', 'three'),
          reading('one', 1000),
          reading('two', 500),
          normalised('two'),
          failed('three'),
          reading('one', 3000),
        ],
        {isTTY: true, columns: 120},
      ),
    );
    expect(lines).toEqual([
      'two                     1,000 records of 1,200 rows, 50 rejected, 0.9 s',
      'three                   FAILED: a.csv: the header changed',
      'one                     [####........]  30% 3,750 rows/s, 2 s left, 3,000 rows, a.csv',
      expect.stringMatching(/^total {19}\[#{10}\.{2}\] {2}84% 2\/3 sources, 1 failed, 1 s, 1,000 records$/),
    ]);
  });

  test('shows the rate of a resumed download by what came since', () => {
    const progress = (bytes: number): Event => ({
      kind: 'progress',
      source: 'one',
      file: 'a.csv',
      bytes,
      total: 100e6,
    });
    const lines = screenAfter(
      shown([progress(50e6), progress(51e6)], {isTTY: true, columns: 100}, {stepMs: 1000}),
    );
    expect(lines).toEqual([expect.stringContaining('51% 1.0 MB/s, 49 s left, 51.0 MB, a.csv')]);
  });

  test('never draws more live lines than it has rows, and shows those that move', () => {
    const sources = Array.from({length: 45}, (_, at) => `source_${at}`);
    const events = sources.map((source): Event => ({kind: 'stage', source, stage: 'reading'}));
    const lines = screenAfter(
      shown([selected(...sources), ...events, reading('source_44', 5)], {isTTY: true, columns: 80, rows: 10}),
    );
    expect(lines).toHaveLength(9);
    expect(lines[7]).toMatch(/^source_44 .*0%/);
    expect(lines[8]).toContain('total');
  });

  test.each([20, 40, 80])('of %i columns gets no line that is wider', (columns) => {
    const wide = '東京都の許可一覧.csv';
    const said = shown(
      [
        selected('lobbying_communications'),
        reading('lobbying_communications', 10, wide),
        reading('lobbying_communications', 20, wide),
        failed('lobbying_communications'),
      ],
      {isTTY: true, columns},
    );
    said.reporter.close();
    const lines = said.written
      .join('')
      .replace(/\x1b\[[?\d]*[A-Za-z]/g, '\n')
      .split('\n');
    expect(Math.max(...lines.map((line) => displayWidth(line)))).toBeLessThan(columns);
    expect(lines.join('\n')).toMatch(/FAILED/);
  });

  test('has colours unless NO_COLOR is set', () => {
    const of = (NO_COLOR: string) =>
      shown([failed('one')], {isTTY: true, columns: 80}, {NO_COLOR})
        .written.join('')
        .includes('\x1b[31m');
    expect([of(''), of('1')]).toEqual([true, false]);
  });

  test('wraps what a probe found, which stands nowhere else', () => {
    const probed: Event = {
      kind: 'probed',
      source: 'one',
      ok: false,
      text: 'HTTP 404; 1 file; size not known',
    };
    expect(screenAfter(shown([probed], {isTTY: true, columns: 50}))).toEqual([
      'one                     FAILED: HTTP 404; 1 file;',
      '                        size not known',
    ]);
  });

  test('keeps warnings, merged rows and finished files to itself', () => {
    const events: Event[] = [
      {kind: 'warning', source: 'one', file: 'a.csv', text: 'passed over'},
      {kind: 'fetched', source: 'one', file: 'a.csv', bytes: 5e6, ms: 1500, changed: true},
      normalised('one'),
    ];
    const said = shown(events, {isTTY: true, columns: 80});
    expect(screenAfter(said)).toEqual([expect.stringMatching(/^one +1,000 records/)]);
    expect(said.reporter.tally.warnings).toBe(1);
  });
});

test('an absent source has a reason if the publisher offers nothing to fetch', () => {
  const absent = (more: {kept: boolean; reason?: string}): Event => ({
    kind: 'absent',
    source: 'one',
    ...more,
  });
  const said = shown([absent({kept: true}), absent({kept: false, reason: 'no feed is known: no layer'})], {});
  expect(said.written).toEqual([
    'one                     there is no file, the loaded part stays\n',
    'one                     no feed is known: no layer\n',
  ]);
});

test('without a terminal each source has one line when it ends, whole and without control codes, the total last', () => {
  const said = shown(
    [selected('one', 'two'), reading('one', 1), normalised('one'), failed('two')],
    {columns: 20},
    {NO_COLOR: ''},
  );
  said.reporter.close();
  said.reporter.close();
  expect(said.written).toEqual([
    'one                     1,000 records of 1,200 rows, 50 rejected, 0.9 s\n',
    'two                     FAILED: a.csv: the header changed\n',
    'total                   2/2 sources, 1 failed, 1 s, 1,000 records\n',
  ]);
});

test('LOG=json makes every event a line of JSON, frequent ones once a second, also on a terminal', () => {
  const {written} = shown(
    [reading('one', 1), reading('one', 2), failed('one'), reading('one', 3)],
    {isTTY: true},
    {stepMs: 400, LOG: 'json'},
  );
  expect(written.map((line) => JSON.parse(line).rows ?? JSON.parse(line).kind)).toEqual([1, 'failed', 3]);
});

test('another LOG is refused with its name', () => {
  expect(() => shown([], {}, {LOG: 'xml'})).toThrow('setting LOG must be json or empty, got "xml"');
});

const source = (slug: string, more: Partial<SourceEntry> = {}) =>
  ({
    ...counts,
    slug,
    notes: {'date: cell could not be read, null instead': 7},
    merged_by_reason: {'repeated row': 150},
    rejected_by_reason: {'no reference number': 50},
    files: [{name: 'a.csv', unknown_columns: ['new'], missing_columns: []}],
    stale: null,
    ...more,
  }) as SourceEntry;

const manifestOf = (sources: SourceEntry[], checks: Manifest['checks'] = []) =>
  ({
    build_id: 'abc',
    data_as_of: '2026-11-21T06:00:00',
    synthetic: true,
    sources,
    checks,
  }) as unknown as Manifest;

const check = {dataset: 'd', name: 'n', severity: 'WARN', passed: false, reason: 'because'} as const;

describe('the closing words', () => {
  test('are a table of renewed sources with totals; others are named in a line', () => {
    const {reporter} = shown(
      [
        normalised('one'),
        {kind: 'unchanged', source: 'two', counts},
        {kind: 'unchanged', source: 'three', counts},
        failed('four'),
      ],
      {},
    );
    const manifest = manifestOf(
      ['one', 'two', 'three', 'four', 'five'].map((slug) => source(slug)),
      [check],
    );
    const text = runSummary(
      manifest,
      {four: 'four: b.csv: the header\nchanged'},
      {tally: reporter.tally, report: 'r.html'},
    );
    expect(text.split('\n')).toEqual([
      'source             read   kept  merged  rejected  warnings',
      'one               1,200  1,000     150        50         7',
      '5 sources in all  6,000  5,000     750       250        35',
      '',
      'unchanged: two, three',
      'skipped: five',
      'stale: four',
      'WARN d: n does not hold: because',
      'build abc, data as of 2026-11-21T06:00:00, SYNTHETIC: generated rows, published',
      '  by no government',
      'report: r.html',
      'FAILED four: four: b.csv: the header changed',
      '',
    ]);
  });

  test('name what somebody should act upon, and the age of drop folders', () => {
    const {reporter} = shown(
      [
        {kind: 'warning', source: 'one', file: 'b.csv', text: 'worth knowing'},
        {
          kind: 'warning',
          source: 'one',
          file: 'a.csv',
          text: 'it is left out: the header changed',
          act: true,
        },
      ],
      {},
    );
    const inbox = {origin: 'inbox', cadence: 'monthly'};
    const manifest = {
      ...manifestOf([
        source('one'),
        source('two', {...inbox, fetched_at: '2026-11-20T06:00:00'}),
        source('three', {...inbox, fetched_at: '2026-09-01T06:00:00'}),
      ]),
      built_at: '2026-11-21T06:00:00',
    };
    const lines = runSummary(manifest, {}, {tally: reporter.tally, columns: 200}).split('\n');
    expect(lines).toContain('WARN one: a.csv: it is left out: the header changed');
    expect(lines).toContain(
      'from drop folders: two (files of 2026-11-20, 1 day old), three (files of 2026-09-01, 81 days old, OVERDUE: renewed monthly, fetch them by hand)',
    );
    expect(lines.join('\n')).not.toContain('worth knowing');
  });

  test.each(['renewed', 'failed'])('of 45 sources that %s take at most 60 lines', (outcome) => {
    const slugs = Array.from({length: 45}, (_, at) => `lobbying_communicatio_${at}`);
    const {reporter} = shown(slugs.map(outcome === 'failed' ? failed : normalised), {});
    const failures = outcome === 'failed' ? Object.fromEntries(slugs.map((slug) => [slug, 'no'])) : {};
    const checks = Array.from({length: 30}, () => check);
    const closing = {tally: reporter.tally, report: 'r.html', columns: Number.POSITIVE_INFINITY};
    const text = runSummary(
      manifestOf(
        slugs.map((slug) => source(slug)),
        checks,
      ),
      failures,
      closing,
    );
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(60);
    expect(text).toContain('and 27 more checks do not hold');
  });

  test('leave out columns on narrow screens, never the records kept', () => {
    const lines = runSummary(manifestOf([source('lobbying_communications')]), {}, {columns: 40}).split('\n');
    expect(lines[0]).toBe('source                    kept  rejected');
    expect(Math.max(...lines.map((line) => displayWidth(line)))).toBeLessThanOrEqual(40);
  });

  test('name failures without a build', () => {
    expect(runSummary(null, {build: 'no source'})).toBe('FAILED build: no source\n');
  });
});

test.each([
  ['abc', 3],
  ['é', 1],
  ['e\u0301', 1],
  ['東京', 4],
  ['👩‍👩‍👧', 2],
  ['🇨🇦', 2],
  ['…', 1],
])('%s takes %i columns', (text, columns) => {
  expect(displayWidth(text)).toBe(columns);
});

test('cutting and wrapping count columns', () => {
  expect(cut('東京都', 4)).toBe('東…');
  expect(cut('abcd', 4)).toBe('abcd');
  expect(wrap('one two three', 8)).toEqual(['one two', '  three']);
  expect(wrap('unbreakable x', 4)).toEqual(['unbreakable', '  x']);
});
