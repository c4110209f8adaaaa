/** Probes sources: what stands where their files are declared, before an ingest relies on it. */
import pLimit from 'p-limit';
import {unverifiedLayouts} from '../../builds/unverified.ts';
import {SOURCES} from '../../datasets/index.ts';
import {numeric, type Settings} from '../../datasets/settings.ts';
import type {Source} from '../../datasets/types.ts';
import type {FetchContext} from '../fetch/download.ts';
import {folderInstead} from '../fetch/fetch_source.ts';
import type {HttpClient} from '../fetch/http.ts';
import {checkInbox, checkMirror} from '../fetch/mirror.ts';
import {standingAlone} from '../fetch/stands_alone.ts';
import {openStore} from '../fetch/store.ts';
import {isRecordLayout} from '../read/header.ts';
import type {Emit} from '../runtime/events.ts';
import {timestamp} from '../runtime/timestamp.ts';
import {problemOf} from './address.ts';
import {boundedClient, licences} from './bounded.ts';
import {describe} from './line.ts';
import {probeMirrored} from './mirror.ts';
import {probeFile} from './portals.ts';
import {tryRows} from './trial.ts';
import {type FileProbe, reachable, type SourceProbe} from './types.ts';

export interface ProbeEffects {
  http: HttpClient;
  now: () => Date;
  /** By source: what the current build confirmed, see SourceEntry. */
  verified?: ReadonlyMap<string, Record<string, string>>;
}

/** Whether an ingest of the source would fail. */
export const wouldFail = ({files}: SourceProbe): boolean => files.some(({problem}) => problem !== null);

/**
 * Probes all sources at once, within the client's limits; emits `selected`, then `probed` for each. Throws
 * for invalid settings. Returns the probes in the order of the sources.
 */
export async function probe(
  sources: readonly Source[],
  settings: Settings,
  {http, now, verified}: ProbeEffects,
  emit: Emit,
): Promise<SourceProbe[]> {
  const client = boundedClient(http, numeric(settings, 'PROBE_MS'));
  if (settings.MIRROR) await checkMirror(Object.keys(SOURCES), settings, emit);
  else await checkInbox(settings, emit);
  emit({kind: 'selected', source: 'build', sources: sources.map(({slug}) => slug)});
  const startedAt = timestamp(now());
  const licenceOf = settings.MIRROR ? null : licences(client, emit);
  return Promise.all(
    sources.map(async (source) => {
      const signal = AbortSignal.timeout(numeric(settings, 'FETCH_SOURCE_MS'));
      const {DATA_DIR: dataDir} = settings;
      const unpack_max_bytes = numeric(settings, 'UNPACK_MAX_BYTES');
      const store = openStore(dataDir, source, {unpack_max_bytes});
      const context: FetchContext = {dataDir, http: client, store, emit, signal, startedAt};
      const [looked, licence] = await Promise.all([
        look(source, settings, context),
        licenceOf?.(source) ?? null,
      ]);
      const unverified = unverifiedLayouts(source, {verified: verified?.get(source.slug) ?? {}});
      const found: SourceProbe = {source, licence, unverified, ...looked};
      emit({kind: 'probed', source: source.slug, ok: !wouldFail(found), text: describe(found)});
      return found;
    }),
  );
}

/** Trials take processor and memory: one at a time. */
const inTurn = pLimit(1);

async function look(
  source: Source,
  settings: Settings,
  context: FetchContext,
): Promise<Pick<SourceProbe, 'files' | 'absent'>> {
  const {MIRROR, DATA_DIR} = settings;
  let files: FileProbe[];
  try {
    const folder = await folderInstead(source, settings, context.emit);
    const declared = source.files.filter(
      ({via}) => via.portal === 'local' || (!folder && source.unconfirmed === undefined),
    );
    // A mirror replaces the network only; local files are read all the same.
    files = folder?.files.length
      ? await Promise.all(folder.files.map((file) => probeMirrored(source, file, folder, context)))
      : (await Promise.all(declared.map((file) => probeFile(source, file, context, DATA_DIR)))).flat();
  } catch (error) {
    files = [{...reachable(''), problem: problemOf(error)}];
  }
  if (files.length) {
    const tried = await inTurn(() => tryRows(source, files, context.startedAt));
    return {files: withoutRecords(source, spared(source, tried)), absent: null};
  }
  const why = !MIRROR && source.unconfirmed ? `no feed is known: ${source.unconfirmed}` : 'there is no file';
  return {files, absent: why};
}

/** What an ingest would leave out with a warning is no failure. */
function spared(source: Source, files: FileProbe[]): FileProbe[] {
  const alone = standingAlone(
    source,
    files.map(({name}) => name),
  );
  return files.map((file) =>
    file.problem !== null && alone.has(file.name)
      ? {...file, problem: null, note: `would be left out: ${file.problem}`}
      : file,
  );
}

/** Files that were all looked into, none of which holds records, would fail together. */
function withoutRecords(source: Source, files: FileProbe[]): FileProbe[] {
  const record = new Set(source.layouts.filter(isRecordLayout).map(({name}) => name));
  const isSettled = files.every(({layouts, problem}) => layouts.length > 0 && problem === null);
  if (!isSettled || files.some(({layouts}) => layouts.some((name) => record.has(name)))) return files;
  const [first, ...others] = files;
  if (!first) return files;
  return [
    {...first, problem: `no file holds records: none has the layout ${[...record].join(' or ')}`},
    ...others,
  ];
}
