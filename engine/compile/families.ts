/** Families of tables: a table and its views, which are compiled together. */
import {join} from 'node:path';
import {inBuild} from '../../builds/artefacts.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {indexedTables, tableLayout} from '../file/table_layout.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {writeExport} from './export.ts';
import {type CompiledEntry, compileTable} from './table.ts';
import {compileView} from './view.ts';

/** A table with rows of its own, and the views of it. */
export interface Family {
  base: Dataset | Derived;
  views: readonly (Dataset | Derived)[];
}

export const membersOf = ({base, views}: Family): (Dataset | Derived)[] => [base, ...views];

/** All families, in the order of their tables. */
export function families(): Family[] {
  const tables = indexedTables();
  return tables
    .filter((declaration) => tableLayout(declaration).base === null)
    .map((base) => ({
      base,
      views: tables.filter((declaration) => tableLayout(declaration).base === base.name),
    }));
}

/**
 * Writes index and exports of a family into the folder of its build; returns the entries in the order of its
 * members.
 */
export async function compileFamily(db: CompileDb, family: Family): Promise<CompiledEntry[]> {
  const entries = await compileIndex(db, family);
  for (const [i, declaration] of membersOf(family).entries()) {
    if (declaration.published) entries[i]!.whole = await writeExport(db, declaration);
  }
  return entries;
}

/** Writes the index of a family. Its arrays, which are large, are free once this returns. */
async function compileIndex(db: CompileDb, {base, views}: Family): Promise<CompiledEntry[]> {
  const folder = join(db.build.dir, inBuild.indexes);
  const compiled = await compileTable(db, tableLayout(base), folder);
  const entries = [compiled.entry];
  for (const view of views) {
    const index = await compileView(db, tableLayout(view), compiled, folder);
    entries.push({index: {path: inBuild.index(view.name), ...index}});
  }
  return entries;
}
