/** An invented source of joined tables: harbours, their berths, their visits and the codes of their cargoes. */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {listed} from '../../datasets/columns.ts';
import {integer, named, text} from '../../datasets/fields.ts';
import {DATASETS} from '../../datasets/index.ts';
import {OGL} from '../../datasets/publishers.ts';
import type {Dataset, Part, Source} from '../../datasets/types.ts';
import type {Tell} from '../../pipeline/runtime/events.ts';
import {folder, type MadePart, partOf} from './pipeline.ts';

const PARTS: Record<string, Part> = {
  berths: {
    help: 'Berths, each once.',
    of: {harbour: 'id'},
    orphan: 'no harbour with this id',
    distinct: ['name'],
    gives: {
      berths: 'list(p.name ORDER BY p._row) FILTER (p.name IS NOT NULL)',
      depths: `list({'name': p.name, 'depth': p.depth} ORDER BY p._row)`,
      deepest: 'max(p.depth)',
    },
  },
  visits: {
    help: 'Visits, of all harbours of an owner.',
    of: {owner: 'owner'},
    orphan: 'no harbour of this owner',
    gives: {
      cargoes: 'in_order(flatten(list(p.cargoes ORDER BY p._row)))',
      berths: 'list(p.berth ORDER BY p._row) FILTER (p.berth IS NOT NULL)',
    },
  },
  licences: {
    help: 'Licences, of one harbour each.',
    of: {owner: 'owner'},
    orphan: 'no harbour of this owner',
    several: 'several harbours of this owner',
    gives: {licence: 'max(p.licence)'},
  },
};

export const PARTED: Source = {
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
      via: {portal: 'zip', url: 'https://example.org/all.zip', entries: /\.csv$/},
    },
  ],
  encodings: ['utf-8', 'windows-1252'],
  nulls: ['null'],
  layouts: [
    {
      name: 'harbours',
      help: 'One row a version.',
      files: /^harbours\.csv$/i,
      header: ['ID', 'OWNER', 'VERSION', 'NAME', 'LICENCE'],
      optional: ['LICENCE'],
      older: {},
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
      part: 'berths',
      header: ['HARBOUR', 'NAME', 'DEPTH'],
      optional: ['DEPTH'],
      older: {},
      fields: {harbour: text('HARBOUR'), name: text('NAME'), depth: integer('DEPTH')},
    },
    {
      name: 'visits',
      help: 'By owner.',
      files: /^visits\.csv$/,
      part: 'visits',
      header: ['OWNER', 'BERTH', 'CARGOES'],
      optional: [],
      older: {},
      fields: {owner: text('OWNER'), berth: text('BERTH'), cargoes: named('CARGOES', 'cargoes', 'name', ';')},
    },
    {
      name: 'licences',
      help: 'By owner.',
      files: /^licences\.csv$/,
      part: 'licences',
      header: ['OWNER', 'LICENCE'],
      optional: [],
      older: {},
      fields: {owner: text('OWNER'), licence: text('LICENCE')},
    },
    {
      name: 'cargoes',
      help: 'Codes.',
      files: /^cargoes\.csv$/,
      codes: 'cargoes',
      header: ['CODE', 'EN', 'FR'],
      optional: ['FR'],
      older: {},
      fields: {code: text('CODE'), name: text('EN'), name_fr: text('FR')},
    },
  ],
  parts: PARTS,
  required: ['id'],
  key: ['id'],
  versions: {group: ['id'], order: ['v.version']},
  left_out: [{files: /^notes\.csv$/, what: 'notes', reason: 'nobody reads them'}],
  examples: [],
};

const DEPTH = {name: listed('text', 'name', 'A'), depth: listed('integer', 'metres', 9)};

export const PARTED_DATASET: Dataset = {
  name: 'parted',
  title: 'Harbours',
  help: 'Invented.',
  id: {column: 'id', prefix: ''},
  columns: {
    id: listed('text', 'as published', 'H-1', {nullable: false}),
    name: listed('text', 'name', 'Riverbend'),
    licence: listed('text', 'own licence, else that of the owner', 'L-1'),
    berths: listed('text[]', 'names', ['A']),
    depths: listed('rows', 'by berth', [{name: 'A', depth: 9}], {fields: DEPTH}),
    deepest: listed('integer', 'metres', 9),
    cargoes: listed('text[]', 'names', ['Coal']),
    source_dataset: listed('text', 'source label', 'Parted', {nullable: false}),
  },
  sort: {default: 'id', keys: {id: 'id'}},
  filters: {},
  date: null,
  published: false,
  checks: [],
  sources: [PARTED],
};

/** What every file begins with; a case gives the rows. */
const HEADERS: Record<string, string> = {
  'harbours.csv': 'ID,OWNER,VERSION,NAME,LICENCE',
  'berths.csv': 'HARBOUR,NAME,DEPTH',
  'berths_2.csv': 'HARBOUR,NAME,DEPTH',
  'visits.csv': 'OWNER,BERTH,CARGOES',
  'licences.csv': 'OWNER,LICENCE',
  'cargoes.csv': 'CODE,EN,FR',
};

/** The part of these files, rows without the header by name; any other file stands as it is given. */
export async function parted(files: Record<string, readonly string[]>, tell?: Tell): Promise<MadePart> {
  DATASETS[PARTED_DATASET.name] = PARTED_DATASET;
  const at = await folder();
  const paths: string[] = [];
  for (const [name, rows] of Object.entries(files)) {
    const header = HEADERS[name];
    paths.push(join(at, name));
    await writeFile(join(at, name), [...(header ? [header] : []), ...rows].map((row) => `${row}\n`).join(''));
  }
  return partOf(PARTED, PARTED_DATASET, paths, tell);
}
