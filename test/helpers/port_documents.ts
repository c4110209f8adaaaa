/**
 * A synthetic source of documents: lists of ports in XML, JSON and HTML, pilots in sections, ships in all of
 * them.
 */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {listColumn} from '../../datasets/columns.ts';
import {dateOfTimestamp, htmlText, integer, text} from '../../datasets/fields.ts';
import {OGL} from '../../datasets/publishers/licences.ts';
import type {ChildTable, Dataset, Layout, Source} from '../../datasets/types.ts';
import type {Document} from '../../pipeline/read/documents/types.ts';
import type {Emit} from '../../pipeline/runtime/events.ts';
import {addDataset, folder, type MadePart, partOf} from './pipeline.ts';

const layout = (declared: Omit<Layout, 'help' | 'aliases' | 'optional'> & Partial<Layout>): Layout => ({
  help: 'Invented.',
  optional: [],
  aliases: {},
  ...declared,
});

const SHIPS: ChildTable = {
  help: 'Ships, each once.',
  foreignKey: {port: 'id'},
  orphanReason: 'no port with this id',
  distinctOn: ['ship'],
  aggregates: {ships: 'list(p.ship ORDER BY p._row) FILTER (p.ship IS NOT NULL)'},
};

const PAGE = {
  form: 'html',
  page: 'main.ports',
  path: '.port',
  columns: {id: '@id', name: 'h3', depth: '.depth'},
} as const;

export const PORTS_SOURCE: Source = {
  slug: 'documented',
  label: 'Documented',
  dataset: 'documented',
  publisher: 'Harbour Board | Conseil du havre',
  ...OGL,
  page: 'https://example.org/ports',
  cadence: 'daily',
  files: [
    {
      name: 'ports.documents.ndjson',
      format: 'documents',
      via: {
        portal: 'crawl',
        pages: [
          {
            kind: 'ports',
            seeds: [{}],
            name: 'ports/all',
            url: 'https://example.org/ports',
            mustMatch: /<Ports/,
          },
        ],
      },
    },
  ],
  encodings: ['utf-8', 'windows-1252', 'utf-16'],
  nullTokens: ['null'],
  layouts: [
    layout({
      name: 'ports',
      rows: {form: 'xml', path: 'Ports/Port'},
      header: ['@id', 'Name', 'Depth', 'Opened', 'Note', 'Ships'],
      optional: ['Note'],
      fields: {
        id: text('@id'),
        name: text('Name'),
        depth: integer('Depth'),
        opened: dateOfTimestamp('Opened'),
        note: htmlText('Note'),
      },
    }),
    layout({
      name: 'ships',
      childTable: 'ships',
      rows: {form: 'xml', path: 'Ports/Port/Ships/Ship'},
      header: ['../../@id', '.'],
      fields: {port: text('../../@id'), ship: text('.')},
    }),
    layout({
      name: 'ports in JSON',
      rows: {form: 'json', path: 'Ports'},
      header: ['Id', 'Name', 'Depth', 'Ships'],
      fields: {id: text('Id'), name: text('Name'), depth: integer('Depth')},
    }),
    layout({
      name: 'ships in JSON',
      childTable: 'ships',
      rows: {form: 'json', path: 'Ports/Ships'},
      header: ['../Id', 'Name'],
      fields: {port: text('../Id'), ship: text('Name')},
    }),
    layout({
      name: 'ports in HTML',
      rows: PAGE,
      header: Object.keys(PAGE.columns),
      optional: ['depth'],
      fields: {id: text('id'), name: text('name'), depth: integer('depth')},
    }),
    layout({
      name: 'pilots',
      childTable: 'ships',
      rows: {form: 'sections', heading: /^Port /},
      header: ['Name', 'heading'],
      fields: {port: {op: 'extract', from: ['heading'], pattern: /^Port (.*)$/}, ship: text('Name')},
    }),
  ],
  childTables: {ships: SHIPS},
  required: ['id', 'name'],
  key: ['id'],
  versions: {group: ['id'], order: []},
};

export const PORTS_DATASET: Dataset = {
  name: 'documented',
  title: 'Ports',
  help: 'Invented.',
  id: {column: 'id', prefix: ''},
  columns: {
    id: listColumn('text', 'as published', 'P-1', {nullable: false}),
    name: listColumn('text', 'name', 'Riverbend', {nullable: false}),
    depth: listColumn('integer', 'metres', 9),
    opened: listColumn('date', 'first day', '1999-01-31'),
    note: listColumn('text', 'remark', 'ice in winter'),
    ships: listColumn('text[]', 'names', ['Fay']),
    source_dataset: listColumn('text', 'source label', 'Documented', {nullable: false}),
  },
  sort: {default: 'id', keys: {id: 'id'}},
  filters: {},
  date: null,
  published: false,
  checks: [],
  sources: [PORTS_SOURCE],
};

/** A line of a bundle. */
export const bundled = (name: string, text: string): string =>
  `${JSON.stringify({name, url: `https://example.org/${name}`, etag: null, stamp: null, text} satisfies Document & {etag: null; stamp: null})}\n`;

/** The part of these files. */
export async function documentPart(
  files: Record<string, string | Uint8Array>,
  emit: Emit = () => undefined,
): Promise<MadePart> {
  addDataset(PORTS_DATASET);
  const at = await folder();
  const paths = Object.keys(files).map((name) => join(at, name));
  for (const [name, bytes] of Object.entries(files)) await writeFile(join(at, name), bytes);
  return partOf(PORTS_SOURCE, PORTS_DATASET, paths, emit);
}
