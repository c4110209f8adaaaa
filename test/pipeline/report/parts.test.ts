/**
 * Parts of the report: escaping, figures, bars of years, freshness, samples of rejects, changes by ledger.
 */
import {createWriteStream} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {createZstdCompress, zstdCompressSync} from 'node:zlib';
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {inBuild, type Manifest, type SourceEntry} from '../../../builds/artefacts.ts';
import {barsOf, outcomeBar, yearChart} from '../../../pipeline/report/bars.ts';
import {changesOf} from '../../../pipeline/report/changes.ts';
import {fileSize, freshness, share, signed} from '../../../pipeline/report/format.ts';
import {figure, html, raw, table} from '../../../pipeline/report/html.ts';
import {samplesOf} from '../../../pipeline/report/samples.ts';
import {folder, memoryDatabase} from '../../helpers/pipeline.ts';

describe('templates', () => {
  test('escape their values and show control characters', () => {
    const cell = `<script>"a" & 'b'</script>\0\x1b\x7f\x85\n`;
    expect(String(html`<p title="${cell}">${cell}</p>`)).toBe(
      `<p title="&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;␀␛␡\ufffd\n">&lt;script&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/script&gt;␀␛␡\ufffd\n</p>`,
    );
  });

  test('accept lists and other templates, omit null and false', () => {
    const items = ['<', 2].map((one) => html`<li>${one}</li>`);
    expect(String(html`<ul>${items}${null}${false}${undefined}${raw('<hr>')}</ul>`)).toBe(
      '<ul><li>&lt;</li><li>2</li><hr></ul>',
    );
  });

  test('tables name rows and columns, also in every cell', () => {
    const columns = {A: () => 'x', '"B"': () => figure('<1>'), N: (n: number) => n};
    const text = String(table('C', [1200], columns, () => 'note'));
    expect(text).toContain('<caption>C</caption>');
    expect(text).toContain('<th scope="col" class="n">&quot;B&quot;</th>');
    expect(text).toContain(
      '<tr><th scope="row">x</th><td data-label="&quot;B&quot;" class="n">&lt;1&gt;</td><td data-label="N" class="n">1,200</td></tr>',
    );
    expect(text).toContain('<tr class="note"><td colspan="3">note</td></tr>');
  });
});

test('figures', () => {
  expect([share(0, 9), share(1, 100_000), share(99_999_999, 100_000_000), share(7, 7)]).toEqual([
    '0%',
    '< 0.01%',
    '> 99.99%',
    '100%',
  ]);
  expect([share(5, 1000), share(1, 8), share(0, 0)]).toEqual(['0.50%', '12.5%', '0%']);
  expect([signed(1200), signed(-3), signed(0)]).toEqual(['+1,200', '−3', '0']);
  expect([fileSize(999), fileSize(1500), fileSize(2_500_000), fileSize(3e9)]).toEqual([
    '999 B',
    '1.5 kB',
    '2.5 MB',
    '3.00 GB',
  ]);
});

describe('years', () => {
  test('every record is in a bar, for any years', () => {
    const counts = fc
      .uniqueArray(
        fc.record({year: fc.integer({min: 1900, max: 2099}), rows: fc.integer({min: 1, max: 1e6})}),
        {
          selector: (one) => one.year,
          maxLength: 60,
        },
      )
      .map((list) => list.sort((a, b) => a.year - b.year));
    fc.assert(
      fc.property(counts, (list) => {
        const bars = barsOf(list);
        const sum = (columns: readonly {rows: number}[]) => columns.reduce((all, one) => all + one.rows, 0);
        expect(sum(bars)).toBe(sum(list));
        expect(bars.length).toBeLessThanOrEqual(38);
        for (const bar of bars.filter((one) => !one.rest)) {
          expect(bar.rows).toBe(list.find((one) => one.year === Number(bar.label))?.rows ?? 0);
        }
      }),
    );
  });

  test('distant years are bars of their own beside the plausible ones', () => {
    const bars = barsOf([
      {year: 1901, rows: 2},
      {year: 2001, rows: 50},
      {year: 2024, rows: 90},
      {year: 2099, rows: 1},
    ]);
    expect([bars[0], bars.at(-1)]).toEqual([
      {label: 'before 2001', rows: 2, rest: true},
      {label: 'after 2024', rows: 1, rest: true},
    ]);
  });

  test('a chart has a text description; a single record is visible', () => {
    const counts = [
      {year: 2023, rows: 1},
      {year: 2024, rows: 120_000},
    ];
    const text = String(yearChart('A <title>', {column: 'date', fiscal: false, counts, undated: 0}));
    const words = '120,001 records from 2023 to 2024; most in 2024: 120,000.';
    expect(text).toContain(`role="img" aria-label="A &lt;title&gt;. ${words}"`);
    expect(text).toContain(`<small>${words}</small>`);
    expect(text).toContain(
      '<i class="bar" style="--size:0.00" title="2023: 1 record (&lt; 0.01%)"><b>2023</b></i>',
    );
    expect(text).toContain('<i class="bar" style="--size:100.00"');
    expect(text).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('the bar of a source has a part for each outcome of its rows', () => {
    const text = String(outcomeBar({read: 4, kept: 3, merged: 0, rejected: 1}));
    expect(text).toBe(
      '<div class="outcomes" role="img" aria-label="kept 3 (75%), rejected 1 (25%)"><i class="kept" style="--size:75.00" title="kept 3 (75%)"></i><i class="rejected" style="--size:25.00" title="rejected 1 (25%)"></i></div>',
    );
  });
});

test('freshness depends on the load and the cadence', () => {
  const freshnessOf = (cadence: string, fetched_at: string, stale: SourceEntry['stale'] = null) =>
    freshness({cadence, fetched_at, stale} as SourceEntry, '2026-03-31T06:00:00');
  expect(freshnessOf('daily', '2026-03-29T07:00:00')).toEqual({days: 1, state: 'fresh'});
  expect(freshnessOf('daily', '2026-03-25T06:00:00')).toEqual({days: 6, state: 'old'});
  expect(freshnessOf('quarterly', '2026-01-01T00:00:00')).toEqual({days: 89, state: 'fresh'});
  expect(freshnessOf('irregular', '2020-01-01T00:00:00').state).toBe('fresh');
  expect(freshnessOf('weekly', '2026-03-30T00:00:00', {since: '', error: 'x'}).state).toBe('stale');
});

describe('samples', () => {
  const entry = (rejected_by_reason: Record<string, number>, notes: Record<string, number> = {}) =>
    ({slug: 'a', rejected_by_reason, notes}) as SourceEntry;

  test('the first five of every reason, cut, with line separators in the text', async () => {
    const at = await folder();
    await mkdir(join(at, 'rejects'));
    const rows = Array.from({length: 9}, (_, n) => ({
      file: 'f',
      line: n + 2,
      kind: 'row',
      reason: n % 2 ? 'b' : 'a',
      raw: n ? `\u2028${'é'.repeat(n * 100)}` : '<script>',
    }));
    const cells = [{file: 'f', line: 3, kind: 'cell', reason: 'unreadable', field: 'date', raw: 'soon'}];
    const lines = [...rows, ...cells].map((one) => `${JSON.stringify(one)}\n`).join('');
    await writeFile(join(at, inBuild.rejects('a')), zstdCompressSync(lines));
    const samples = await samplesOf(at, entry({a: 5, b: 4}, {'date: unreadable': 1}));
    expect(samples.rows.get('a')?.map((one) => one.line)).toEqual([2, 4, 6, 8, 10]);
    expect(samples.rows.get('b')).toHaveLength(4);
    expect(samples.rows.get('a')?.[0]).toEqual({file: 'f', line: 2, raw: '<script>'});
    expect(samples.rows.get('a')?.[4]?.raw).toMatch(/^\u2028é{479} … \(801 characters\)$/);
    expect(samples.cells.get('date: unreadable')).toEqual([{file: 'f', line: 3, raw: 'soon'}]);
  });

  test('300,000 rejects are read in bounded memory', async () => {
    const at = await folder();
    await mkdir(join(at, 'rejects'));
    const raw = 'x'.repeat(400);
    const line = (reason: string) => `${JSON.stringify({file: 'f', line: 7, kind: 'row', reason, raw})}\n`;
    const thousand = line('frequent').repeat(1000);
    const chunks = [...Array.from({length: 300}, () => thousand), line('rare')];
    const target = createWriteStream(join(at, inBuild.rejects('a')));
    await pipeline(Readable.from(chunks), createZstdCompress(), target);
    const before = process.memoryUsage().rss;
    const samples = await samplesOf(at, entry({frequent: 300_000, rare: 1}));
    expect(samples.rows.get('rare')).toEqual([{file: 'f', line: 7, raw}]);
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
  });
});

test('changes: added, changed, removed, unchanged, new and removed sources', async () => {
  const {db, close} = await memoryDatabase();
  const [old, now] = [await folder(), await folder()];
  const ledger = async (at: string, slug: string, rows: [string, number][]) => {
    const path = join(at, inBuild.loads(slug));
    await mkdir(dirname(path), {recursive: true});
    const values = rows.map(([id, hash]) => `('${id}', ${hash}::UBIGINT)`).join(', ');
    await db.run(
      `COPY (FROM (VALUES ${values}) AS t(record_id, content_hash)) TO '${path}' (FORMAT parquet)`,
    );
  };
  const manifest = (sources: [string, string, number][]) =>
    ({sources: sources.map(([slug, part_key, kept]) => ({slug, part_key, kept}))}) as Manifest;
  try {
    await ledger(old, 'a', [
      ['1', 1],
      ['2', 2],
      ['3', 3],
    ]);
    await ledger(now, 'a', [
      ['2', 2],
      ['3', 9],
      ['4', 4],
      ['5', 5],
    ]);
    await ledger(now, 'c', [['7', 7]]);
    const before = {
      folder: old,
      manifest: manifest([
        ['a', 'k1', 3],
        ['b', 'k', 8],
        ['d', 'k', 6],
      ]),
    };
    const after = manifest([
      ['a', 'k2', 4],
      ['b', 'k', 8],
      ['c', 'k', 1],
    ]);
    expect(await changesOf(db, now, after, before)).toEqual([
      {slug: 'a', before: 3, after: 4, added: 2, changed: 1, removed: 1, same: false},
      {slug: 'b', before: 8, after: 8, added: 0, changed: 0, removed: 0, same: true},
      {slug: 'c', before: null, after: 1, added: 1, changed: 0, removed: 0, same: false},
      {slug: 'd', before: 6, after: null, added: 0, changed: 0, removed: 6, same: false},
    ]);
  } finally {
    close();
  }
});
