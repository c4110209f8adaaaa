/** Creates the macros and views of one build in a DuckDB instance. */
import {join} from 'node:path';
import {DATASETS} from '../../datasets/index.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {TEXT_MACROS} from '../../datasets/rules/text.ts';
import type {Build} from '../file/build_files.ts';
import type {Database} from './database.ts';
import {readRelation} from './read_relation.ts';
import {sourceRows} from './sources.ts';
import {checkRelation} from './verify.ts';

/** Creates a view of every relation, dataset view and entity of the build, by its name. */
export async function makeViews(database: Database, {dir, manifest, relations}: Build): Promise<void> {
  for (const macro of [...TEXT_MACROS, asOfMacro(manifest.data_as_of)]) await database.rows(macro);
  const absolute = (path: string) => literal(join(dir, path));
  for (const relation of relations) {
    await checkRelation(database, dir, relation);
    await database.rows(`CREATE VIEW ${ident(relation.name)} AS ${readRelation(relation, absolute, true)}`);
  }
  for (const {name, view} of Object.values(DATASETS)) {
    if (!view) continue;
    const rows = `SELECT * FROM ${ident(view.table)} AS r WHERE ${view.where}`;
    await database.rows(`CREATE VIEW ${ident(name)} AS ${rows}`);
  }
  await database.rows(`CREATE TABLE sources AS ${sourceRows(manifest)}`);
}
