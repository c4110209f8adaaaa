/**
 * The reference executor: plain SQL over the Parquet of a build, the oracle that tests compare the index
 * with.
 */
import {publishedDatasets} from '../../datasets/index.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {readBuild} from '../../engine/file/build_files.ts';
import type {Engine} from '../../engine/types.ts';
import {type DatabaseLimits, openDatabase} from './database.ts';
import {detail} from './detail.ts';
import {facets} from './facets.ts';
import {trackCalls} from './in_flight.ts';
import {lifecycle} from './lifecycle.ts';
import {list} from './list.ts';
import {nearWords} from './near_words.ts';
import type {Database} from './pool.ts';
import {profile} from './profile.ts';
import {search} from './search.ts';
import {stats} from './stats.ts';
import {box, tile} from './tile.ts';
import {values} from './values.ts';
import {zone} from './zone.ts';

/** The interface of the engine, each answer of which comes later. */
export type Reference = {
  [Name in Exclude<keyof Engine, 'among'>]: Engine[Name] extends (...asked: infer Asked) => infer Answer
    ? Name extends 'rest' | 'within'
      ? Engine[Name]
      : (...asked: Asked) => Promise<Awaited<Answer>>
    : Engine[Name];
};

/**
 * Opens the reference executor over one build. Throws, naming file and remedy, when the folder is not a build
 * of this format, or a file is missing, damaged or of another schema.
 */
export async function openReference(buildDir: string, limits: DatabaseLimits): Promise<Reference> {
  const build = await readBuild(buildDir);
  const database = await openDatabase(build, limits);
  const records = await countRecords(database).catch((error: unknown) => {
    database.close();
    throw error;
  });
  const {build_id, data_as_of, synthetic} = build.manifest;
  const {run, close} = trackCalls(() => database.close());
  return {
    info: {build_id, data_as_of, synthetic, records},
    list: (query) => run(() => list(database, query)),
    detail: (dataset, id) => run(() => detail(database, dataset, id)),
    stats: (query) => run(() => stats(database, query)),
    profile: (entity, name) => run(() => profile(database, entity, name)),
    lifecycle: (solicitation) => run(() => lifecycle(database, solicitation)),
    search: (query) => run(() => search(database, query)),
    nearWords: (query) => run(() => nearWords(database, query)),
    facets: (query) => run(() => facets(database, query)),
    values: (query) => run(() => values(database, query)),
    zone: (query) => run(() => zone(database, query)),
    tile: (query) => run(() => tile(database, query)),
    box: (query) => run(() => box(database, query)),
    async bounds(dataset) {
      throw new Error(`the reference executor knows no bounds of ${dataset}`);
    },
    async shapes({dataset}) {
      throw new Error(`the reference executor draws no areas of ${dataset}`);
    },
    file: async () => null,
    within: (work) => work(),
    rest() {},
    close,
  };
}

/** Rows of every published dataset, views included. */
async function countRecords(database: Database): Promise<Record<string, number>> {
  const records: Record<string, number> = {};
  for (const {name} of publishedDatasets()) {
    const [row] = await database.rows(`SELECT count(*) AS n FROM ${ident(name)}`);
    records[name] = Number(row?.['n']);
  }
  return records;
}
