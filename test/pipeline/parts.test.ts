/** Child rows: every row is used once, in order, by its record, or refused with a reason. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Json} from '../../datasets/types.ts';
import type {Event} from '../../pipeline/runtime/events.ts';
import {HARBOUR_DATASET, HARBOUR_SOURCE, harbourPart} from '../helpers/harbour_source.ts';
import {addDataset, partOf} from '../helpers/pipeline.ts';
import {seed as SEED} from '../helpers/seed.ts';
import {zipOf} from '../helpers/zips.ts';

const HARBOURS = ['H-1,O-1,1,Riverbend,', 'H-2,O-1,1,Fairhaven,L-own', 'H-3,O-2,1,Northcove,null'];

test('child rows become lists in file order; records without child rows have empty lists', async () => {
  const {records, entry, rejects} = await harbourPart({
    'harbours.csv': HARBOURS,
    'berths.csv': ['H-2,Z,9', 'H-1,B,', 'H-2,A,12'],
    'berths_2.csv': ['H-1,A,4'],
  });
  expect(records).toMatchObject([
    {id: 'H-1', name: 'Riverbend', berths: ['B', 'A'], deepest: 4},
    {
      id: 'H-2',
      berths: ['Z', 'A'],
      depths: [
        {name: 'Z', depth: 9},
        {name: 'A', depth: 12},
      ],
      deepest: 12,
    },
    {id: 'H-3', berths: [], depths: [], deepest: null, cargoes: []},
  ]);
  expect(rejects).toEqual([]);
  expect(entry).toMatchObject({read: 7, kept: 3, merged: 4, merged_by_reason: {'part of a record': 4}});
});

test('of child rows with equal distinct fields the last one is kept, at the position of the first', async () => {
  const {records, entry} = await harbourPart({
    'harbours.csv': HARBOURS,
    'berths.csv': ['H-1,A,1', 'H-1,B,2', 'H-1,A,3', 'H-1,,4', 'H-1,null,5'],
  });
  expect(records[0]).toMatchObject({
    berths: ['A', 'B'],
    depths: [
      {name: 'A', depth: 3},
      {name: 'B', depth: 2},
      {name: null, depth: 5},
    ],
  });
  expect(entry.merged_by_reason).toEqual({'part of a record': 3, 'repeated part': 2});
});

test('a child row with an unknown or missing key is refused with its text', async () => {
  const {entry, rejects} = await harbourPart({
    'harbours.csv': [...HARBOURS, ',O-3,1,Nameless,'],
    'berths.csv': ['H-1,A,1', 'H-9,"Quai\nno 3",1', 'null,B,2', ',C,3'],
    'visits.csv': ['O-3,A,coal'],
  });
  expect(rejects).toMatchObject([
    {file: 'harbours.csv', line: 5, reason: 'no id'},
    {file: 'berths.csv', line: 3, kind: 'row', reason: 'no harbour with this id', raw: 'H-9,"Quai\nno 3",1'},
    {file: 'berths.csv', line: 5, reason: 'no harbour', raw: 'null,B,2'},
    {file: 'berths.csv', line: 6, reason: 'no harbour', raw: ',C,3'},
    {file: 'visits.csv', line: 2, reason: 'no harbour of this owner'},
  ]);
  expect(entry).toMatchObject({read: 9, kept: 3, merged: 1, rejected: 5});
});

test('a child row belongs to every matching record and counts once, or is refused if it may match only one', async () => {
  const {records, entry, rejects} = await harbourPart({
    'harbours.csv': HARBOURS,
    'berths.csv': ['H-1,A,1'],
    'visits.csv': ['O-1,V,coal;COAL ;fish', 'O-2,W,'],
    'licences.csv': ['O-1,L-1', 'O-2,L-2'],
  });
  expect(records).toMatchObject([
    {id: 'H-1', licence: null, berths: ['A', 'V'], cargoes: ['coal', 'COAL', 'fish']},
    {id: 'H-2', licence: 'L-own', berths: ['V'], cargoes: ['coal', 'COAL', 'fish']},
    {id: 'H-3', licence: 'L-2', berths: ['W'], cargoes: []},
  ]);
  expect(rejects).toMatchObject([
    {file: 'licences.csv', reason: 'several harbours of this owner', raw: 'O-1,L-1'},
  ]);
  expect(entry).toMatchObject({read: 8, kept: 3, merged: 4, rejected: 1});
});

test('child rows of any version belong to the record', async () => {
  const {records, entry} = await harbourPart({
    'harbours.csv': ['H-1,O-1,1,Old,L-1', 'H-1,O-2,2,New,'],
    'berths.csv': ['H-1,A,1'],
    'visits.csv': ['O-1,V,', 'O-2,W,'],
  });
  expect(records).toMatchObject([{id: 'H-1', name: 'New', licence: null, berths: ['A', 'V', 'W']}]);
  expect(entry.merged_by_reason).toEqual({'earlier version': 1, 'part of a record': 3});
});

test('codes and spellings are replaced by the name in the code table; unknown ones are kept', async () => {
  const {records, entry, rejects} = await harbourPart({
    'harbours.csv': ['H-1,O-1,1,Riverbend,'],
    'visits.csv': ['O-1,A,C-2;Blé;tin', 'O-1,B,  c-1 ;Coal;;'],
    'cargoes.csv': [
      'C-1,Coal,Charbon',
      'C-2,Fish,Poisson',
      'C-3,Wheat,Blé',
      'C-1,Other coal,',
      'C-4,,',
      ',Salt,',
    ],
  });
  expect(records[0]).toMatchObject({cargoes: ['Fish', 'Wheat', 'tin', 'Coal']});
  expect(entry.merged_by_reason).toEqual({'part of a record': 2, 'code table': 4});
  expect(rejects.map(({reason, raw}) => [reason, raw])).toEqual([
    ['no name', 'C-4,,'],
    ['no code', ',Salt,'],
  ]);
});

test('unreadable cells of child rows are reported with their location', async () => {
  const {entry, rejects} = await harbourPart({'harbours.csv': HARBOURS, 'berths.csv': ['H-1,A,deep']});
  expect(entry.notes).toEqual({'depth: cell could not be read, null instead': 1});
  expect(rejects).toMatchObject([{file: 'berths.csv', line: 2, kind: 'cell', field: 'depth', raw: 'deep'}]);
});

test('a null token is exact and a whole cell, quoted or not, in irregular rows too', async () => {
  const {records} = await harbourPart({
    'harbours.csv': [
      'H-1,O,1,null,',
      'H-2,O,1,"null",',
      'H-3,O,1,Null,',
      'H-4,O,1," null",',
      'H-5,O,1,null"x,',
      'H-6,O,1,null,,',
    ],
  });
  expect(records.map(({id, name}) => [id, name])).toEqual([
    ['H-1', null],
    ['H-2', null],
    ['H-3', 'Null'],
    ['H-4', 'null'],
    ['H-5', 'null"x'],
    ['H-6', null],
  ]);
});

test('a layout with file names reads those files only; unread files are reported by name', async () => {
  await expect(
    harbourPart({
      'harbours.csv': HARBOURS,
      'licences.csv': [],
      'visits.csv': [],
      'berths_x.csv': ['HARBOUR,NAME'],
    }),
  ).resolves.toMatchObject({
    entry: {read: 3, files: [{layout: 'harbours'}, {layout: 'licences'}, {layout: 'visits'}]},
  });
  await expect(harbourPart({'harbours.csv': [], 'berths.csv': [], 'HARBOURS.CSV': HARBOURS})).rejects.toThrow(
    /^parted: HARBOURS\.CSV: the header changed: it lacks ID, OWNER, VERSION, NAME/,
  );
});

test('unread files are reported once by name, excluded ones with their reason', async () => {
  const path = await zipOf({
    'harbours.csv': Buffer.from('ID,OWNER,VERSION,NAME\nH-1,O,1,Riverbend\n'),
    'in/notes.csv': Buffer.from([0xff, 0xfe, 0]),
    'other.csv': Buffer.from('a,b\n'),
    'readme.txt': Buffer.from('read me'),
  });
  const events: Event[] = [];
  addDataset(HARBOUR_DATASET);
  const {entry} = await partOf(HARBOUR_SOURCE, HARBOUR_DATASET, [path], (event) => events.push(event));
  expect(entry.files.map(({name}) => name)).toEqual(['all.zip!harbours.csv']);
  expect(events.filter(({kind}) => kind === 'warning')).toEqual([
    {
      kind: 'warning',
      source: 'parted',
      file: 'all.zip',
      text: 'left out: notes: nobody reads them: in/notes.csv',
    },
    {
      kind: 'warning',
      source: 'parted',
      file: 'all.zip',
      text: 'files that no layout reads are passed over: other.csv, readme.txt',
    },
  ]);
});

test('lists are the same for any number of slices', async () => {
  // Three slices.
  const [harbours, each] = [6_001, 14];
  const {entry, records} = await harbourPart({
    'harbours.csv': Array.from({length: harbours}, (_, at) => `H-${at},O,1,N,`),
    // Berths interleaved by harbour, the last harbour first, so that no record's rows are adjacent.
    'berths.csv': Array.from(
      {length: harbours * each},
      (_, at) => `H-${harbours - 1 - (at % harbours)},${Math.floor(at / harbours)},${at % 50}`,
    ),
  });
  expect(entry.merged_by_reason).toEqual({'part of a record': harbours * each});
  const names = Array.from({length: each}, (_, at) => String(at));
  expect(records.filter(({berths}) => JSON.stringify(berths) !== JSON.stringify(names))).toEqual([]);
  expect(records).toHaveLength(harbours);
});

test('child rows without records are refused', async () => {
  await expect(harbourPart({'berths.csv': ['H-1,A,1']})).rejects.toThrow(
    'parted: berths.csv: no file holds records: none has the layout "harbours" (/^harbours\\.csv$/i); fetch it again',
  );
});

interface Main {
  id: string;
  owner: string;
  version: number;
}
interface Berth {
  harbour: string;
  name: string;
  depth: number;
}
interface Visit {
  owner: string;
  berth: string;
  cargoes: string[];
}

interface Tables {
  mains: Main[];
  berths: Berth[];
  visits: Visit[];
}

/** Tables with ids and owners that no other one has; depths from 1, since 0 is none. */
function separated({mains, berths, visits}: Tables, at: number): Tables {
  const own = (key: string) => key && `${key}.${at}`;
  return {
    mains: mains.map((row) => ({...row, id: own(row.id), owner: own(row.owner)})),
    berths: berths.map((row) => ({...row, harbour: own(row.harbour), depth: row.depth + 1})),
    visits: visits.map((row) => ({...row, owner: own(row.owner)})),
  };
}

const CARGOES: Record<string, string> = {c1: 'Coal', c2: 'Fish'};

/** The expected lists, by loops over the rows, and the counts of rows. */
function plain(mains: readonly Main[], berths: readonly Berth[], visits: readonly Visit[]) {
  const versions = Map.groupBy(
    new Map(mains.map((row) => [JSON.stringify(row), row])).values(),
    ({id}) => id,
  );
  const counts = {kept: versions.size, part: 0, repeated: 0, rejected: 0};
  const records = [...versions].map(([id, rows]): Record<string, Json> => {
    const own = berths.filter(({harbour}) => harbour === id);
    const last = new Map(own.map((row) => [row.name, row]));
    counts.part += last.size;
    counts.repeated += own.length - last.size;
    const owners = new Set(rows.map(({owner}) => owner).filter(Boolean));
    const seen = visits.filter(({owner}) => owners.has(owner));
    return {
      id,
      berths: [...last.keys(), ...seen.map(({berth}) => berth)].filter(Boolean),
      depths: [...last].map(([name, {depth}]) => ({name: name || null, depth})),
      deepest: own.length ? Math.max(...[...last.values()].map(({depth}) => depth)) : null,
      cargoes: [...new Set(seen.flatMap(({cargoes}) => cargoes.map((one) => CARGOES[one] ?? one)))],
    };
  });
  const owners = new Set(mains.map(({owner}) => owner).filter(Boolean));
  const taken = visits.filter(({owner}) => owners.has(owner)).length;
  counts.part += taken;
  counts.rejected += visits.length - taken + berths.filter(({harbour}) => !versions.has(harbour)).length;
  return {records: records.sort((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1)), counts};
}

test(`random tables agree with loops over their rows (SEED=${SEED})`, async () => {
  const ids = fc.constantFrom('H-1', 'H-2', 'H-3', 'H-4', 'H-5');
  const owners = fc.constantFrom('', 'O-1', 'O-2', 'O-3');
  const names = fc.constantFrom('', 'A', 'B', 'Quai "1"', 'Nord, Sud');
  const main = fc.record({id: ids, owner: owners, version: fc.integer({min: 1, max: 3})});
  const berth = fc.record({harbour: fc.oneof(ids, fc.constant('')), name: names, depth: fc.nat(20)});
  const cargo = fc.constantFrom('c1', 'c2', 'tin');
  const visit = fc.record({owner: owners, berth: names, cargoes: fc.array(cargo, {maxLength: 3})});
  const quoted = (cells: readonly (string | number)[]) =>
    cells.map((cell) => `"${String(cell || 'null').replaceAll('"', '""')}"`).join(',');
  const table = fc.record({
    mains: fc.array(main, {minLength: 1, maxLength: 12}),
    berths: fc.array(berth, {maxLength: 40}),
    visits: fc.array(visit, {maxLength: 20}),
  });
  await fc.assert(
    // Most of the cost is per part: tables share one, each with ids of its own.
    fc.asyncProperty(fc.array(table, {minLength: 3, maxLength: 9}), async (drawn) => {
      const tables = drawn.map(separated);
      const lines = (of: (one: Tables) => string[]) => tables.flatMap(of);
      const berthsOf = (rows: readonly Berth[]) =>
        rows.map((row) => quoted([row.harbour, row.name, row.depth]));
      const {entry, records} = await harbourPart({
        'visits.csv': lines(({visits}) =>
          visits.map(({owner, berth, cargoes}) => quoted([owner, berth, cargoes.join(';')])),
        ),
        'cargoes.csv': Object.entries(CARGOES).map(([code, name]) => quoted([code, name, ''])),
        'berths.csv': lines(({berths}) => berthsOf(berths.slice(0, 15))),
        'harbours.csv': lines(({mains}) =>
          mains.map(({id, owner, version}) => quoted([id, owner, version, '', ''])),
        ),
        'berths_2.csv': lines(({berths}) => berthsOf(berths.slice(15))),
      });
      const expected = tables.map(({mains, berths, visits}) => plain(mains, berths, visits));
      const sum = (count: keyof (typeof expected)[number]['counts']) =>
        expected.reduce((total, {counts}) => total + counts[count], 0);
      const byId = (rows: Record<string, Json>[]) =>
        rows.toSorted((a, b) => (String(a['id']) < String(b['id']) ? -1 : 1));
      expect(byId(records)).toMatchObject(byId(expected.flatMap((one) => one.records)));
      expect(entry.read).toBe(tables.flatMap((one) => Object.values(one).flat()).length + 2);
      expect({
        kept: entry.kept,
        part: entry.merged_by_reason['part of a record'] ?? 0,
        repeated: entry.merged_by_reason['repeated part'] ?? 0,
        rejected: entry.rejected,
      }).toEqual({
        kept: sum('kept'),
        part: sum('part'),
        repeated: sum('repeated'),
        rejected: sum('rejected'),
      });
    }),
    {seed: SEED, numRuns: 5},
  );
});
