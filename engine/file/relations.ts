/** The Parquet files of a build by relation, with the columns they hold. */
import {inBuild, loadsOf, type Manifest} from '../../builds/artefacts.ts';
import {DATASETS, DERIVED} from '../../datasets/index.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Columns, Dataset} from '../../datasets/types.ts';

/**
 * A relation in any number of Parquet files: paths relative to the build folder, columns with their SQL
 * types.
 */
export interface Relation {
  name: string;
  files: string[];
  columns: [name: string, type: string][];
  /** The number of rows, where the manifest states it. */
  rows?: number;
}

/** Name of the relation that holds the spellings of an entity's names. */
export const namesOf = (entity: string) => `names_of_${entity}`;

const NAMES: Relation['columns'] = [
  ['name', 'VARCHAR'],
  ['known', 'VARCHAR'],
  ['entity', 'VARCHAR'],
];
const LOADS: Relation['columns'] = [
  ['record_id', 'VARCHAR'],
  ['content_hash', 'UBIGINT'],
  ['first_seen', 'TIMESTAMP'],
  ['last_changed', 'TIMESTAMP'],
];

/** Every stored relation of a build; throws on a source of an unknown dataset. */
export function relations(manifest: Manifest): Relation[] {
  for (const {slug, dataset} of manifest.sources) {
    if (!DATASETS[dataset] || DATASETS[dataset].view) {
      throw new Error(
        `the manifest has source ${slug} of dataset ${dataset}, which this code does not know: run \`make ingest\``,
      );
    }
  }
  const all: Relation[] = [];
  for (const dataset of Object.values(DATASETS)) {
    if (dataset.view) continue;
    const slugs = manifest.sources.filter((s) => s.dataset === dataset.name).map((s) => s.slug);
    const files = slugs.map((slug) => inBuild.part(dataset.name, slug));
    all.push({
      name: dataset.name,
      files,
      ...storedShape(dataset.columns),
      ...statedRows(manifest, dataset.name),
    });
    if (usesLoads(dataset)) {
      all.push({name: loadsOf(dataset.name), files: slugs.map(inBuild.loads), columns: LOADS});
    }
  }
  for (const {name, sql, columns, names} of Object.values(DERIVED)) {
    if (sql === 'manifest') continue;
    all.push({
      name,
      files: derivedFiles(manifest, name),
      ...storedShape(columns),
      ...statedRows(manifest, name),
    });
    if (names !== null) all.push({name: namesOf(name), files: [inBuild.names(name)], columns: NAMES});
  }
  return all;
}

/** The files of the rows of an entity: one, or one for each dataset that they come of. */
function derivedFiles({datasets}: Manifest, name: string): string[] {
  const files = (datasets[name]?.files ?? []).map(({path}) => path);
  const rows = files.filter((path) => path !== inBuild.names(name));
  // A build of before has no log.
  return rows.length > 0 || DERIVED[name]?.sql === 'log' ? rows : [inBuild.derived(name)];
}

const storedShape = (columns: Columns): Pick<Relation, 'columns'> => ({
  columns: storedColumns(columns).map(([name, column]) => [name, sqlType(column)]),
});

const statedRows = (manifest: Manifest, name: string): Pick<Relation, 'rows'> => {
  const rows = manifest.datasets[name]?.rows;
  return rows === undefined ? {} : {rows};
};

const usesLoads = ({columns}: Dataset): boolean =>
  Object.values(columns).some((column) => column.derived?.join === 'loads');
