/**
 * Writes the DuckDB file of a build for analysts: a view for each dataset and entity, with macros and
 * comments.
 */
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {loadsOf, type Manifest} from '../../builds/artefacts.ts';
import {renameDurably} from '../../builds/durable.ts';
import {DATASETS, DERIVED} from '../../datasets/index.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {type ListView, listViews} from '../../datasets/rules/list_views.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {TEXT_MACROS} from '../../datasets/rules/text.ts';
import type {Column, Columns, Dataset, Derived} from '../../datasets/types.ts';
import {relations} from '../file/relations.ts';
import {expression, from} from './columns.ts';
import {connected, type Database} from './database.ts';
import {readRelation} from './read_relation.ts';
import {sourceRows} from './sources.ts';

/**
 * Writes `file` (by rename, so that readers see the old one or the new one). Its views name the Parquet files
 * below `buildDir`, an absolute path: DuckDB resolves relative ones against the reader's working directory. A
 * reader of a build that was moved since needs `SET VARIABLE build = '/new/path'` first, or writes the
 * catalogue again.
 */
export async function writeCatalogue(buildDir: string, file: string, manifest: Manifest): Promise<void> {
  const next = `${file}.next`;
  await rm(next, {force: true});
  const database = await connected(await DuckDBInstance.create(next, {threads: '1'}));
  try {
    // One transaction: each of the hundreds of comments alone would flush the log.
    await database.rows('BEGIN');
    await fill(database, buildDir, manifest);
    await database.rows('COMMIT');
    await database.rows('CHECKPOINT');
  } finally {
    database.close();
  }
  await renameDurably(next, file);
}

async function fill(database: Database, buildDir: string, manifest: Manifest): Promise<void> {
  for (const macro of [...TEXT_MACROS, asOfMacro(manifest.data_as_of)]) await database.rows(macro);
  // Says which build a catalogue is of.
  await database.rows(`CREATE OR REPLACE MACRO build_id() AS ${literal(manifest.build_id)}`);
  const absolute = (path: string) =>
    `coalesce(getvariable('build'), ${literal(buildDir)}) || ${literal(join('/', path))}`;
  const stored = new Map(
    relations(manifest).map((one) => [one.name, readRelation(one, absolute, false)] as const),
  );
  stored.set('sources', `SELECT * EXCLUDE (_file, _row) FROM (${sourceRows(manifest)})`);
  // Views that others join come first: datasets join entities and unpublished datasets.
  const datasets = Object.values(DATASETS);
  const [served, inner] = [true, false].map((is) => datasets.filter(({published}) => published === is));
  for (const declaration of [...inner!, ...Object.values(DERIVED), ...served!]) {
    const {whole} = manifest.index[declaration.name] ?? {};
    const select = whole ? exported(declaration, absolute(whole.path)) : computed(declaration, stored);
    const comment = `${declaration.title}: ${declaration.help}`;
    await createNamed(database, {...declaration, comment}, select);
    if ('once' in declaration && declaration.once) {
      const {view, where, help} = declaration.once;
      const rows = `SELECT * FROM main.${ident(declaration.name)} WHERE ${where}`;
      await createNamed(database, {name: view, columns: declaration.columns, comment: help}, rows);
    }
    if (whole)
      for (const view of listViews(declaration)) await createList(database, view, absolute(whole.path));
  }
}

/** Creates the view with a row for each item of a list. */
function createList(database: Database, one: ListView, path: string): Promise<void> {
  const {view, list, columns, comment, fieldOf} = one;
  const [id] = Object.keys(columns).map(ident);
  const fields = Object.entries(fieldOf).map(([name, field]) => `item.${ident(field)} AS ${ident(name)}`);
  const items = `SELECT ${id}, generate_subscripts(${ident(list)}, 1) AS position, unnest(${ident(list)}) AS item
    FROM read_parquet(${path})`;
  const select = `SELECT ${[id, 'position', ...fields].join(', ')} FROM (${items})`;
  return createNamed(database, {name: view, columns, comment}, select);
}

/** A dataset that is exported has all its columns in one file. */
const exported = ({columns}: Dataset | Derived, path: string): string =>
  `SELECT ${Object.keys(columns).map(ident).join(', ')} FROM read_parquet(${path})`;

/**
 * The SELECT of any other one over the Parquet files of its parts. It reads them itself: views of their own for
 * files and load times would stand beside the datasets in every list of tables. `stored` has the SELECT of each
 * relation.
 */
function computed(declaration: Dataset | Derived, stored: ReadonlyMap<string, string>): string {
  const read = Object.keys(declaration.columns).map((name) => ({name, ...expression(declaration, name)}));
  const fields = read.map(({name, sql}) => `${sql} AS ${ident(name)}`).join(', ');
  const {table, where} = ('view' in declaration && declaration.view) || {
    table: declaration.name,
    where: null,
  };
  const rows = stored.get(table);
  if (rows === undefined) throw new Error(`no relation of the build holds the rows of ${declaration.name}`);
  const loads = stored.get(loadsOf(table));
  const tables = from(declaration, read, {
    relation: where === null ? `(${rows})` : `(SELECT * FROM (${rows}) AS r WHERE ${where})`,
    loads: loads && `(${loads})`,
  });
  return `SELECT ${fields} ${tables}`;
}

/** Creates a view, with what it and its columns mean. */
async function createNamed(
  database: Database,
  {name, columns, comment}: {name: string; columns: Columns; comment: string},
  select: string,
): Promise<void> {
  const view = `main.${ident(name)}`;
  const comments = Object.entries(columns).map(
    ([name, column]) => `COMMENT ON COLUMN ${view}.${ident(name)} IS ${literal(commentOf(column))}`,
  );
  // Sent together: a call for each comment costs more than the comment.
  await database.rows(
    [`CREATE VIEW ${view} AS ${select}`, `COMMENT ON VIEW ${view} IS ${literal(comment)}`, ...comments].join(
      ';\n',
    ),
  );
}

const commentOf = ({help, unit}: Column): string => (unit === undefined ? help : `${help} [${unit}]`);
