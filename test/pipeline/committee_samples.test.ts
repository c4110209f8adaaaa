/**
 * The real file of roles of 2019 and two real transcripts: every row below a committee's heading is in a
 * record.
 */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {committee_sessions as dataset} from '../../datasets/committee_sessions/schema.ts';
import source from '../../datasets/committee_sessions/sources/commons_committees.ts';
import type {Json} from '../../datasets/types.ts';
import {partOf} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';

const at = (path: string) => join(SAMPLES ?? '', 'ourcommons-committees', path);
const ROLES = at('roles-csv/2019-09-05_part.csv');

interface Seat {
  name: string;
  role: string;
}

/** Lines of the file below headings that end in an acronym, read plainly: `"Last, First (Hon.)","Title",`. */
function plainly(): Map<string, Seat[]> {
  const committees = new Map<string, Seat[]>();
  let heading = '';
  for (const line of new TextDecoder('windows-1252').decode(readFileSync(ROLES)).split('\r\n')) {
    if (line && !line.startsWith('"')) heading = line;
    const acronym = /\(([A-Z]{4})\)$/.exec(heading)?.[1];
    const [, last, first, role] = /^"([^",]+), ([^"]*?)(?: \([^)]*\))?","([^"]*)"/.exec(line) ?? [];
    if (!acronym || !last) continue;
    committees.set(acronym, [
      ...(committees.get(acronym) ?? []),
      {name: `${first} ${last}`, role: role ?? ''},
    ]);
  }
  return committees;
}

const rowsOf = (value: Json | undefined): Record<string, Json>[] => value as Record<string, Json>[];

describe.skipIf(!SAMPLES)('samples of committees', () => {
  test('the file of roles: every committee with all its members, in order', async () => {
    const expected = plainly();
    const rows = [...expected.values()].reduce((sum, {length}) => sum + length, 0);
    expect(expected.size).toBeGreaterThan(40);
    expect(rows).toBeGreaterThan(2500);
    const {entry, records} = await partOf(source, dataset, [ROLES]);
    expect(entry).toMatchObject({kept: expected.size, rejected: 0, notes: {}});
    // Each row names its committee and a seat on it.
    expect(entry.read).toBe(2 * rows);
    expect(entry.merged_by_reason['part of a record']).toBe(rows);
    for (const record of records) {
      expect(record['session_id']).toBe('42-1');
      const roles = rowsOf(record['roles']).map(({name, role}) => ({name, role}));
      expect(roles, String(record['acronym'])).toEqual(expected.get(String(record['acronym'])));
    }
    const parents = new Map(records.map(({acronym, parent}) => [acronym, parent]));
    expect([parents.get('ETHI'), parents.get('SETH'), parents.get('SDIR')]).toEqual([null, 'ETHI', 'FAAE']);
  });

  test('transcripts in both languages: committee, meeting and chair', async () => {
    const {entry, records} = await partOf(source, dataset, [
      at('evidence-xml/11796678-fr.xml'),
      at('evidence-xml/12324877-en.xml'),
    ]);
    expect(entry).toMatchObject({read: 4, kept: 2, merged: 2, rejected: 0, notes: {}});
    expect(
      records.map(({acronym, session_id, name_en, transcripts}) => [
        acronym,
        session_id,
        name_en,
        transcripts,
      ]),
    ).toEqual([
      [
        'SRSR',
        '44-1',
        'Standing Committee on Science and Research',
        [
          {
            number: 53,
            date: '2023-09-20',
            start_time: '16:30',
            chair: 'Mr. Lloyd Longfield',
            in_camera: false,
          },
        ],
      ],
      [
        'ETHI',
        '44-1',
        'Standing Committee on Access to Information, Privacy and Ethics',
        [{number: 33, date: '2022-08-09', start_time: '15:05', chair: 'M. Pat Kelly', in_camera: false}],
      ],
    ]);
    expect(records[1]?.['name_fr']).toMatch(/^Comité permanent de l'accès à l'information/);
  });
});
