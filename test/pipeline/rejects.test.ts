/** The rejects file holds every cell that became null, however many there are. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {DATASETS, SOURCES} from '../../datasets/index.ts';
import {samplesOf} from '../corpus/samples.ts';
import {folder, partOf} from '../helpers/pipeline.ts';

/** More than one piece of the compressed file, and more than any list of samples. */
const CELLS = 2500;

const source = SOURCES['proactive_grants']!;

test('every cell that became null is listed with its place and text', async () => {
  const {header} = source.layouts[0]!;
  const example = samplesOf(source)[0]!.in;
  const rows = Array.from({length: CELLS}, (_, at) => ({
    ...example,
    ref_number: `001-2024-2025-Q1-${String(at).padStart(5, '0')}`,
    amendment_number: '0',
    recipient_type: `Z${at}`,
  }));
  const lines = [{}, ...rows].map((row: Record<string, string>, at) =>
    header.map((name) => (at === 0 ? name : `"${(row[name] ?? '').replaceAll('"', '""')}"`)).join(','),
  );
  const path = join(await folder(), 'grants.csv');
  await writeFile(path, lines.map((line) => `${line}\r\n`).join(''));
  const {entry, rejects} = await partOf(source, DATASETS['grants']!, [path]);
  const cells = rejects.filter(({field}) => field === 'recipient_type');
  expect(Object.entries(entry.notes).filter(([label]) => label.startsWith('recipient_type'))).toEqual([
    [expect.any(String), CELLS],
  ]);
  expect(cells.map(({file, line, kind, raw}) => ({file, line, kind, raw}))).toEqual(
    rows.map((row, at) => ({file: 'grants.csv', line: at + 2, kind: 'cell', raw: row.recipient_type})),
  );
});
