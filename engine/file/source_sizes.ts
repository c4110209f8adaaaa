/** Bytes of a build by source: of its publisher's files, of Parquet, and of the index. */
import {inBuild, indexFiles, type Manifest} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';

/** Bytes that a source takes, or an entity. */
export interface Sizes {
  /** Slug of the source, or name of the entity. */
  name: string;
  records: number;
  /** Files as fetched; 0 for entities, which are computed. */
  published: number;
  parquet: number;
  /** Its share of the files below `index/`, by records, where a table has several sources. */
  index: number;
}

/** Bytes below `index/` of a table and of the views of it. */
function indexBytes(table: string, {index}: Manifest): number {
  const names = Object.keys(index).filter((name) => name === table || DATASETS[name]?.view?.table === table);
  const files = names.flatMap((name) => indexFiles(index[name]!));
  return files
    .filter(({path}) => path.startsWith(`${inBuild.indexes}/`))
    .reduce((sum, {bytes}) => sum + bytes, 0);
}

const total = (files: readonly {bytes: number}[]): number => files.reduce((sum, {bytes}) => sum + bytes, 0);

/**
 * Sizes by source, then of entities and of datasets without a source. The sum of them is that of the files.
 */
export function sourceSizes(manifest: Manifest): Sizes[] {
  const {sources, datasets} = manifest;
  const ofSources = sources.map(({slug, dataset, kept, files}): Sizes => {
    const siblings = sources.filter((one) => one.dataset === dataset);
    const records = siblings.reduce((sum, one) => sum + one.kept, 0);
    const path = inBuild.part(dataset, slug);
    return {
      name: slug,
      records: kept,
      published: total(files),
      parquet: total((datasets[dataset]?.files ?? []).filter((file) => file.path === path)),
      // Tables without records still have an index.
      index: indexBytes(dataset, manifest) * (records === 0 ? 1 / siblings.length : kept / records),
    };
  });
  const names = new Set([...Object.keys(datasets), ...Object.keys(manifest.index)]);
  const withSource = new Set(sources.map(({dataset}) => dataset));
  const others = [...names].filter((name) => !withSource.has(name) && !DATASETS[name]?.view);
  const ofOthers = others.map((name): Sizes => {
    const {rows = 0, files = []} = datasets[name] ?? {};
    return {name, records: rows, published: 0, parquet: total(files), index: indexBytes(name, manifest)};
  });
  return [...ofSources, ...ofOthers];
}
