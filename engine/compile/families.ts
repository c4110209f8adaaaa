/** Families of tables: a table and its views, which are compiled together. */
import {type IndexEntry, inBuild} from '../../datasets/artefacts.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import {indexedTables, tableLayout} from '../file/table_layout.ts';
import type {CompileDb} from '../sql/compile_db.ts';
import {writeExport} from './export.ts';
import type {PreviousBuild} from './previous_build.ts';
import {compileTable} from './table.ts';
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

/** What is made of a family, one independent of the other: the index of its members, and their exports. */
export type Step = 'index' | 'export';

/** Entries of the members of a family, of which other steps give the rest. */
export type StepEntries = Partial<Omit<IndexEntry, 'key'>>[];

/** The steps that a family has. */
export const stepsOf = (family: Family): Step[] =>
  membersOf(family).some(({published}) => published) ? ['index', 'export'] : ['index'];

export interface StepOptions {
  folder: string;
  previous: PreviousBuild | null;
  isAlone: boolean;
}

/** Makes one step of a family in the folder of its build, with what it can take over of a previous one; the entries come in the order of its members. */
export const compileStep = (
  db: CompileDb,
  family: Family,
  step: Step,
  {folder, previous, isAlone}: StepOptions,
): Promise<StepEntries> =>
  step === 'index' ? compileIndex(db, family, folder, isAlone) : exportMembers(db, family, previous);

async function compileIndex(
  db: CompileDb,
  {base, views}: Family,
  folder: string,
  isAlone: boolean,
): Promise<StepEntries> {
  const compiled = await compileTable(db, tableLayout(base), folder, isAlone);
  const {index, values, items, details, search} = compiled.files;
  const entries: StepEntries = [
    {
      index: {path: inBuild.index(base.name), ...index},
      values: {path: inBuild.values(base.name), ...values},
      items: {path: inBuild.items(base.name), ...items},
      details: {path: inBuild.details(base.name), ...details},
      ...(search ? {found: {path: inBuild.search(base.name), ...search}} : {}),
    },
  ];
  for (const view of views) {
    const index = await compileView(db, tableLayout(view), compiled, folder);
    entries.push({index: {path: inBuild.index(view.name), ...index}});
  }
  return entries;
}

async function exportMembers(
  db: CompileDb,
  family: Family,
  previous: PreviousBuild | null,
): Promise<StepEntries> {
  const entries: StepEntries = [];
  for (const declaration of membersOf(family))
    entries.push(
      declaration.published ? {whole: await writeExport(db, declaration, db.build.dir, previous)} : {},
    );
  return entries;
}
