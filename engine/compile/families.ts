/** Families of tables: a table and its views, which are compiled together. */
import {type IndexEntry, inBuild, type StoredFile} from '../../datasets/artefacts.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {indexedTables, tableLayout} from '../file/table_layout.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {writeExport} from './export.ts';
import {type Compiled, compileTable} from './table.ts';
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

/** Compiles the members of a family into `folder`; their entries, without keys, come in their order. */
export async function compileFamily(
  db: CompileDb,
  {base, views}: Family,
  folder: string,
): Promise<Omit<IndexEntry, 'key'>[]> {
  // DuckDB writes the export while the sections are made.
  let whole: Promise<{whole?: StoredFile}> = Promise.resolve({});
  const startExport = () => {
    whole = wholeOf(db, base);
    whole.catch(() => undefined);
  };
  let compiled: Compiled;
  try {
    compiled = await compileTable(db, tableLayout(base), folder, startExport);
  } finally {
    await whole.catch(() => undefined);
  }
  const {index, values, items, details, search} = compiled.files;
  const entries: Omit<IndexEntry, 'key'>[] = [
    {
      index: {path: inBuild.index(base.name), ...index},
      values: {path: inBuild.values(base.name), ...values},
      items: {path: inBuild.items(base.name), ...items},
      details: {path: inBuild.details(base.name), ...details},
      ...(search ? {found: {path: inBuild.search(base.name), ...search}} : {}),
      ...(await whole),
    },
  ];
  for (const view of views) {
    const index = await compileView(db, tableLayout(view), compiled, folder);
    entries.push({index: {path: inBuild.index(view.name), ...index}, ...(await wholeOf(db, view))});
  }
  return entries;
}

async function wholeOf(db: CompileDb, declaration: Dataset | Derived): Promise<{whole?: StoredFile}> {
  return declaration.published ? {whole: await writeExport(db, declaration, db.build.dir)} : {};
}
