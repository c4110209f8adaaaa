/**
 * A synthetic source with child tables: harbours, their berths and visits, and the codes of their cargoes.
 */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {listColumn} from '../../datasets/columns.ts';
import {decode, integer, text} from '../../datasets/fields.ts';
import {OGL} from '../../datasets/publishers/licences.ts';
import type {ChildTable, Dataset, Source} from '../../datasets/types.ts';
import type {Emit} from '../../pipeline/runtime/events.ts';
import {addDataset, folder, type MadePart, partOf} from './pipeline.ts';

const PARTS: Record<string, ChildTable> = {
  berths: {
    help: 'Berths, each once.',
    foreignKey: {harbour: 'id'},
    orphanReason: 'no harbour with this id',
    distinctOn: ['name'],
    aggregates: {
      berths: 'list(p.name ORDER BY p._row) FILTER (p.name IS NOT NULL)',
      depths: `list({'name': p.name, 'depth': p.depth} ORDER BY p._row)`,
      deepest: 'max(p.depth)',
    },
  },
  visits: {
    help: 'Visits, of all harbours of an owner.',
    foreignKey: {owner: 'owner'},
    orphanReason: 'no harbour of this owner',
    aggregates: {
      cargoes: 'in_order(flatten(list(p.cargoes ORDER BY p._row)))',
      berths: 'list(p.berth ORDER BY p._row) FILTER (p.berth IS NOT NULL)',
    },
  },
  licences: {
    help: 'Licences, of one harbour each.',
    foreignKey: {owner: 'owner'},
    orphanReason: 'no harbour of this owner',
    ambiguousReason: 'several harbours of this owner',
    aggregates: {licence: 'max(p.licence)'},
  },
};

export const HARBOUR_SOURCE: Source = {
  slug: 'parted',
  label: 'Parted',
  dataset: 'parted',
  publisher: 'Harbour Board | Conseil du havre',
  ...OGL,
  page: 'https://example.org/harbours',
  cadence: 'daily',
  files: [
    {
      name: 'all.zip',
      format: 'csv',
      via: {portal: 'plain', url: 'https://example.org/all.zip', entries: /\.csv$/},
    },
  ],
  encodings: ['utf-8', 'windows-1252'],
  nullTokens: ['null'],
  layouts: [
    {
      name: 'harbours',
      help: 'One row a version.',
      files: /^harbours\.csv$/i,
      header: ['ID', 'OWNER', 'VERSION', 'NAME', 'LICENCE'],
      optional: ['LICENCE'],
      aliases: {},
      fields: {
        id: text('ID'),
        owner: text('OWNER'),
        version: integer('VERSION'),
        name: text('NAME'),
        licence: text('LICENCE'),
      },
    },
    {
      name: 'berths',
      help: 'By harbour.',
      files: /^berths(_\d)?\.csv$/,
      childTable: 'berths',
      header: ['HARBOUR', 'NAME', 'DEPTH'],
      optional: ['DEPTH'],
      aliases: {},
      fields: {harbour: text('HARBOUR'), name: text('NAME'), depth: integer('DEPTH')},
    },
    {
      name: 'visits',
      help: 'By owner.',
      files: /^visits\.csv$/,
      childTable: 'visits',
      header: ['OWNER', 'BERTH', 'CARGOES'],
      optional: [],
      aliases: {},
      fields: {
        owner: text('OWNER'),
        berth: text('BERTH'),
        cargoes: decode('CARGOES', 'cargoes', 'name', ';'),
      },
    },
    {
      name: 'licences',
      help: 'By owner.',
      files: /^licences\.csv$/,
      childTable: 'licences',
      header: ['OWNER', 'LICENCE'],
      optional: [],
      aliases: {},
      fields: {owner: text('OWNER'), licence: text('LICENCE')},
    },
    {
      name: 'cargoes',
      help: 'Codes.',
      files: /^cargoes\.csv$/,
      codeTable: 'cargoes',
      header: ['CODE', 'EN', 'FR'],
      optional: ['FR'],
      aliases: {},
      fields: {code: text('CODE'), name: text('EN'), name_fr: text('FR')},
    },
  ],
  childTables: PARTS,
  required: ['id'],
  key: ['id'],
  versions: {group: ['id'], order: ['v.version']},
  excluded: [{files: /^notes\.csv$/, content: 'notes', reason: 'nobody reads them'}],
};

const DEPTH = {name: listColumn('text', 'name', 'A'), depth: listColumn('integer', 'metres', 9)};

export const HARBOUR_DATASET: Dataset = {
  name: 'parted',
  title: 'Harbours',
  help: 'Invented.',
  id: {column: 'id', prefix: ''},
  columns: {
    id: listColumn('text', 'as published', 'H-1', {nullable: false}),
    name: listColumn('text', 'name', 'Riverbend'),
    licence: listColumn('text', 'own licence, else that of the owner', 'L-1'),
    berths: listColumn('text[]', 'names', ['A']),
    depths: listColumn('rows', 'by berth', [{name: 'A', depth: 9}], {fields: DEPTH}),
    deepest: listColumn('integer', 'metres', 9),
    cargoes: listColumn('text[]', 'names', ['Coal']),
    source_dataset: listColumn('text', 'source label', 'Parted', {nullable: false}),
  },
  sort: {default: 'id', keys: {id: 'id'}},
  filters: {},
  date: null,
  published: false,
  checks: [],
  sources: [HARBOUR_SOURCE],
};

/** Header of every file; a case supplies the rows. */
const HEADERS: Record<string, string> = {
  'harbours.csv': 'ID,OWNER,VERSION,NAME,LICENCE',
  'berths.csv': 'HARBOUR,NAME,DEPTH',
  'berths_2.csv': 'HARBOUR,NAME,DEPTH',
  'visits.csv': 'OWNER,BERTH,CARGOES',
  'licences.csv': 'OWNER,LICENCE',
  'cargoes.csv': 'CODE,EN,FR',
};

/** The part of these files, rows without the header by name; other files are unchanged. */
export async function harbourPart(files: Record<string, readonly string[]>, emit?: Emit): Promise<MadePart> {
  addDataset(HARBOUR_DATASET);
  const at = await folder();
  const paths: string[] = [];
  for (const [name, rows] of Object.entries(files)) {
    const header = HEADERS[name];
    paths.push(join(at, name));
    await writeFile(join(at, name), [...(header ? [header] : []), ...rows].map((row) => `${row}\n`).join(''));
  }
  return partOf(HARBOUR_SOURCE, HARBOUR_DATASET, paths, emit);
}
