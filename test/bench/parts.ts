/** The parts of the bench: what each needs, and what it measures. */
import {hasRadosgw, isInstalled} from '../helpers/radosgw.ts';
import {nginx} from '../helpers/static_bucket.ts';
import {measureAlerts} from './alerts.ts';
import {anySeed, compareAnswers} from './answers.ts';
import {measureBefore} from './before.ts';
import {IS_SMALLEST, scaled} from './effort.ts';
import {count, list, text} from './environment.ts';
import {measureExports} from './export.ts';
import {measureFetches} from './fetched.ts';
import {measureGrowth} from './growth.ts';
import {ingestNational} from './ingest.ts';
import {measureKeyTiming} from './keytiming.ts';
import {measureKills} from './kills.ts';
import {measureLimits} from './limits.ts';
import {compareNumbers} from './numbers.ts';
import {canInstall, hasPostgres} from './postgres/find.ts';
import {hasWrk} from './queries/load.ts';
import {loadDatabases, measureQueries} from './queries.ts';
import {measureReplica} from './replica.ts';
import {measureSite} from './site.ts';
import {measureSyncs} from './syncs.ts';
import {hasQueueAndBucket, measureWorkers} from './workers.ts';
import {measureWorst} from './worst.ts';
import {comparePostgis} from './zone_postgis.ts';
import {measureZones} from './zones.ts';

/** What all parts are given. */
export interface Given {
  /** Folder for what they write. */
  home: string;
  /** Link to the build that is measured. */
  current: string;
  /** As `current`, for the other checkout: the same rows where its format of the index is another. */
  currentBefore: string;
  /** Folder of another checkout, installed; empty where none is compared. */
  before: string;
  connections: number;
  seconds: number;
  /** Names of the kinds of queries to measure; empty for all. */
  kinds: readonly string[];
  /** Servers to compare with. */
  beside: readonly string[];
  /** File for what queries found. */
  out: string;
  /** Folder of databases that stay. */
  loaded: string;
}

export interface Part {
  /** Whether it measures a build. */
  hasBuild: boolean;
  /** Not run unless it is named. */
  isNamed?: boolean;
  /** Run beside the others by a check, whose figures are of no worth. */
  isAside?: true;
  /** What the machine lacks for it; empty where there is everything. */
  lacks(): string;
  /** How much was measured. */
  run(given: Given): Promise<number>;
}

const nothing = (): string => '';
const wrk = (): string => (hasWrk() || canInstall() ? '' : 'wrk');
const postgres = (): string => (hasPostgres() || canInstall() ? '' : 'PostgreSQL with PostGIS');
const curl = (): string => (isInstalled('curl') ? '' : 'curl');
const all = (...lacks: string[]): string => lacks.filter(Boolean).join(' and ');

/** Beside another checkout where one is named; the smallest scale does both. */
async function queries(given: Given): Promise<number> {
  const kinds = scaled(given.kinds, ['vendor', 'walk']);
  const compared = given.before ? await measureBefore({...given, kinds}) : 0;
  return given.before && !IS_SMALLEST ? compared : (await measureQueries(given)).rows.length;
}

/** In the order in which they run. */
export const PARTS: Readonly<Record<string, Part>> = {
  ingest: {hasBuild: false, isAside: true, lacks: nothing, run: ({home}) => ingestNational(home)},
  answers: {
    hasBuild: true,
    isNamed: !text('BENCH_BEFORE'),
    lacks: nothing,
    run: (given) =>
      compareAnswers({
        ...given,
        count: count('BENCH_COUNT', scaled(2000, 200)),
        seed: count('SEED', scaled(anySeed(), 1)),
      }),
  },
  numbers: {
    hasBuild: true,
    isNamed: !IS_SMALLEST,
    lacks: nothing,
    run: ({current}) =>
      compareNumbers({
        current,
        count: count('BENCH_COUNT', scaled(5000, 50)),
        seed: count('SEED', scaled(anySeed(), 1)),
      }),
  },
  load: {hasBuild: true, isNamed: true, lacks: postgres, run: loadDatabases},
  queries: {hasBuild: true, lacks: () => all(wrk(), postgres()), run: queries},
  postgis: {
    hasBuild: true,
    isNamed: true,
    lacks: postgres,
    run: ({current}) => comparePostgis(current, count('BENCH_COUNT', scaled(100_000, 2000))),
  },
  export: {hasBuild: true, lacks: () => all(wrk(), curl()), run: measureExports},
  zones: {hasBuild: true, lacks: nothing, run: ({current}) => measureZones(current)},
  worst: {
    hasBuild: true,
    lacks: nothing,
    run: ({current, kinds}) =>
      measureWorst(current, {
        kinds,
        count: count('BENCH_COUNT', scaled(20_000, 300)),
        evolved: count('BENCH_EVOLVED', scaled(2000, 60)),
        seed: count('SEED', scaled(anySeed(), 1)),
      }),
  },
  alerts: {
    hasBuild: true,
    lacks: nothing,
    run: ({current}) =>
      measureAlerts({
        current,
        searches: count('BENCH_COUNT', scaled(100_000, 300)),
        changed: count('BENCH_CHANGED', scaled(20_000, 100)),
        seed: count('SEED', scaled(anySeed(), 1)),
      }),
  },
  fetched: {hasBuild: true, lacks: nothing, run: ({current}) => measureFetches(current, scaled(200, 4))},
  limits: {hasBuild: true, lacks: wrk, run: measureLimits},
  site: {
    hasBuild: true,
    lacks: nothing,
    run: (given) => measureSite({...given, rate: count('BENCH_RATE', 100)}),
  },
  replica: {
    hasBuild: true,
    lacks: () => (hasRadosgw || nginx ? '' : 'nginx or radosgw'),
    run: (given) => measureReplica({...given, rounds: count('BENCH_ROUNDS', scaled(3, 1))}),
  },
  growth: {
    hasBuild: true,
    isAside: true,
    lacks: wrk,
    run: (given) => measureGrowth({...given, keep: text('BENCH_KEEP') === '1'}),
  },
  keytiming: {
    hasBuild: false,
    isAside: true,
    lacks: nothing,
    run: () => measureKeyTiming(count('BENCH_ROUNDS', scaled(10_000, 100))),
  },
  kills: {hasBuild: false, isAside: true, lacks: nothing, run: ({home}) => measureKills(home)},
  syncs: {hasBuild: false, isAside: true, lacks: nothing, run: ({home}) => measureSyncs(home)},
  workers: {
    hasBuild: false,
    isAside: true,
    lacks: () => (hasQueueAndBucket ? '' : 'Redis and radosgw'),
    run: ({home}) => {
      const workers = list('BENCH_WORKERS', scaled(['1', '2', '4'], ['1'])).map(Number);
      return measureWorkers({home, mirror: text('MIRROR'), workers});
    },
  },
};
