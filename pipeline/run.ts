/**
 * Runs one ingest: fetches and normalises every source, keeps the last good part of failed ones, publishes the build.
 */
import {resolve} from 'node:path';
import type {Manifest} from '../datasets/artefacts.ts';
import {dataPaths, type Snapshot, type SourceEntry} from '../datasets/artefacts.ts';
import {DATASETS, SOURCES} from '../datasets/index.ts';
import {acquireLock} from '../datasets/lock.ts';
import {numeric, type Settings} from '../datasets/settings.ts';
import type {Source} from '../datasets/types.ts';
import {verifiedBy} from '../datasets/unverified.ts';
import type {ObjectStore} from '../storage/object_store.ts';
import {openStore} from '../storage/open_store.ts';
import {fetchSource} from './fetch/fetch_source.ts';
import type {HttpClient} from './fetch/http.ts';
import {checkMirror} from './fetch/mirror.ts';
import {currentBuild, publish} from './publish/build.ts';
import type {IndexPrograms} from './publish/engine_programs.ts';
import {prune} from './publish/prune.ts';
import {openRemote, type Remote} from './publish/remote.ts';
import {number, plural} from './runtime/counts.ts';
import type {DatabaseOptions} from './runtime/database.ts';
import {withDiskRemedy} from './runtime/disk.ts';
import type {Emit, Event} from './runtime/events.ts';
import {memoryBudget, memoryWanted} from './runtime/memory_budget.ts';
import {timestamp} from './runtime/timestamp.ts';
import {makePart} from './write/part.ts';

export interface Effects {
  http: HttpClient;
  now: () => Date;
  index: IndexPrograms;
  /** Opens the store of PUBLISH_TO. */
  openStore?: (location: string, setting: string) => Promise<ObjectStore>;
}

export interface Outcome {
  manifest: Manifest | null;
  /** Source or `build` -> error message. */
  failures: Record<string, string>;
  changed: boolean;
}

/**
 * Throws for invalid settings and a held lock, before anything is touched; errors of sources and of the build are in
 * the outcome.
 */
export async function ingest(settings: Settings, effects: Effects, emit: Emit): Promise<Outcome> {
  const dataDir = settings.DATA_DIR;
  for (const name of ['MEMORY_MB', 'MAX_SHRINK', 'KEEP_BUILDS'] as const) numeric(settings, name);
  if (/[*?[\]]/.test(resolve(dataDir))) {
    throw new Error(
      `DATA_DIR ${resolve(dataDir)} holds one of * ? [ ], which file patterns give a meaning: choose another folder`,
    );
  }
  selectedSources(settings);
  if (settings.MIRROR) await checkMirror(Object.keys(SOURCES), settings, emit);
  const release = acquireLock(dataPaths(dataDir).lock);
  try {
    const open = effects.openStore ?? openStore;
    const remote = settings.PUBLISH_TO ? await openRemote(settings, open, effects.now, emit) : null;
    return await run(settings, effects, remote, emit).finally(() => remote?.close());
  } finally {
    release();
  }
}

/** The sources that this run renews: all, or those named by SOURCES. */
export function selectedSources(settings: Settings): Source[] {
  const slugs = settings.SOURCES.split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const unknown = slugs.filter((slug) => !SOURCES[slug]);
  if (unknown.length) {
    throw new Error(
      `SOURCES names unknown sources: ${unknown.join(', ')}; known are ${Object.keys(SOURCES).join(', ')}`,
    );
  }
  return Object.values(SOURCES).filter((source) => !slugs.length || slugs.includes(source.slug));
}

async function run(
  settings: Settings,
  effects: Effects,
  remote: Remote | null,
  emitAll: Emit,
): Promise<Outcome> {
  const dataDir = settings.DATA_DIR;
  const options: DatabaseOptions = {dataDir, memoryMb: numeric(settings, 'MEMORY_MB')};
  const loadTime = timestamp(effects.now());
  const before = await currentBuild(dataDir);
  const known = new Map((before?.manifest.sources ?? []).map((entry) => [entry.slug, entry]));
  const failed: Record<string, string> = {};
  const sources = selectedSources(settings);
  const warned = new Map<string, string[]>();
  const emit = (event: Event) => {
    if (event.kind === 'warning') {
      const text = [event.file, event.text].filter(Boolean).join(': ');
      warned.set(event.source, [...(warned.get(event.source) ?? []), text]);
    }
    emitAll(event);
  };
  emit({kind: 'selected', source: 'build', sources: sources.map(({slug}) => slug)});
  // All sources are fetched at once, within the client's limits, and normalised as far as memory allows.
  const fetched = sources.map((source) =>
    fetchSource(source, {dataDir, settings, http: effects.http, now: effects.now}, emit).then(
      (snapshots) => ({snapshots, error: null}),
      (error: unknown) => ({snapshots: null, error}),
    ),
  );
  if (before && !before.manifest.synthetic && (await Promise.all(fetched)).some(isGenerated)) {
    throw new Error(
      `${dataDir} holds real data: the generated corpus needs a place of its own, set DATA_DIR to another folder`,
    );
  }
  const withShare = memoryBudget(options.memoryMb);
  const maxShrink = numeric(settings, 'MAX_SHRINK');
  const part = async (source: Source, at: number): Promise<SourceEntry | null> => {
    const old = known.get(source.slug) ?? null;
    const result = await fetched[at];
    const snapshots = result?.snapshots;
    try {
      if (!snapshots) throw result?.error ?? new Error('not fetched');
      if (snapshots === 'absent') {
        const reason =
          source.unconfirmed === undefined ? {} : {reason: `no feed is known: ${source.unconfirmed}`};
        emit({kind: 'absent', source: source.slug, kept: old !== null, ...reason});
        return old;
      }
      return await withShare(memoryWanted(snapshots), (memoryMb) =>
        renew({...options, memoryMb}, source, snapshots, old, maxShrink, emit).then((entry) => ({
          ...entry,
          warnings: warningsOf(entry, old, warned.get(source.slug)),
        })),
      );
    } catch (error) {
      const text = withDiskRemedy(error, dataDir).message;
      failed[source.slug] = text;
      // Fetching has reported its own failures.
      if (snapshots) emit({kind: 'failed', source: source.slug, error: text});
      return old && {...old, stale: {since: old.stale?.since ?? loadTime, error: text}};
    }
  };
  const entries = (await Promise.all(sources.map(part))).filter((entry) => entry !== null);
  for (const [slug, entry] of known)
    if (!sources.some((one) => one.slug === slug) && SOURCES[slug]) entries.push(entry);
  // Parts finish in any order; failures are reported in source order.
  const failures = Object.fromEntries(
    sources.flatMap(({slug}) => (failed[slug] === undefined ? [] : [[slug, failed[slug]]])),
  );
  const outcome = await finish(
    options,
    settings,
    effects.index,
    withoutSynthetic(entries, emit),
    failures,
    loadTime,
    emit,
  );
  if (remote && outcome.manifest) await upload(remote, outcome.manifest, failures, emit);
  return outcome;
}

/** Publishes the build, also an unchanged one, which an earlier run may have failed to publish. It serves on this machine in any case. */
async function upload(
  remote: Remote,
  manifest: Manifest,
  failures: Record<string, string>,
  emit: Emit,
): Promise<void> {
  try {
    await remote.publish(manifest);
  } catch (error) {
    failures['upload'] = error instanceof Error ? error.message : String(error);
    emit({kind: 'failed', source: 'upload', error: failures['upload']});
  }
}

/** Warnings about the files of an entry; those of reading come only with a new part. */
const warningsOf = (entry: SourceEntry, old: SourceEntry | null, now: string[] = []): string[] => [
  ...new Set([...((old?.part_key === entry.part_key && old.warnings) || []), ...now]),
];

async function finish(
  options: DatabaseOptions,
  settings: Settings,
  index: IndexPrograms,
  entries: SourceEntry[],
  failures: Record<string, string>,
  loadTime: string,
  emit: Emit,
): Promise<Outcome> {
  const order = Object.keys(SOURCES);
  entries.sort((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug));
  if (!entries.length) {
    const remedy = settings.MIRROR ? '; MIRROR needs a folder per source slug, or MIRROR_MAP' : '';
    failures['build'] ??= `no source could be loaded: nothing to build${remedy}`;
    return {manifest: null, failures, changed: false};
  }
  try {
    const built = await publish(options, entries, loadTime, index, emit);
    emit({kind: 'published', source: 'build', build_id: built.manifest.build_id, changed: built.changed});
    // Also where nothing changed: a killed run may have left files.
    await prune(settings.DATA_DIR, numeric(settings, 'KEEP_BUILDS'));
    return {manifest: built.manifest, failures, changed: built.changed};
  } catch (error) {
    failures['build'] = withDiskRemedy(error, options.dataDir).message;
    emit({kind: 'failed', source: 'build', error: failures['build']});
    return {manifest: null, failures, changed: false};
  }
}

/** Share of its records that a source may lose in one run; MAX_SHRINK=1 allows any loss. */
function maxLostShare({dataset}: Source, maxShrink: number): number {
  return maxShrink < 1 ? Math.min(maxShrink, DATASETS[dataset]?.maxShrink ?? 1) : 1;
}

async function renew(
  options: DatabaseOptions,
  source: Source,
  snapshots: Snapshot[],
  old: SourceEntry | null,
  maxShrink: number,
  emit: Emit,
): Promise<SourceEntry> {
  const startedAt = performance.now();
  const {entry, made, stages} = await makePart(options, source, snapshots, emit);
  const counts = {read: entry.read, kept: entry.kept, merged: entry.merged, rejected: entry.rejected};
  const origin = snapshots[0]?.origin ?? '';
  const synthetic = snapshots.some((one) => one.synthetic);
  if (entry.read > 0 && entry.kept === 0) {
    const reasons = Object.entries(entry.rejected_by_reason).map(([reason, n]) => `${n} ${reason}`);
    throw new Error(
      `${source.slug}: none of ${entry.read} rows could be kept (${reasons.join(', ')}): the columns were probably filled otherwise; compare the file with the source's declaration`,
    );
  }
  if (old && old.origin === origin && entry.kept < old.kept * (1 - maxLostShare(source, maxShrink))) {
    throw new Error(
      `${source.slug}: ${plural(entry.kept, 'record')} instead of ${number(old.kept)} in the current build: the file was probably cut; if the publisher really removed them, run once with MAX_SHRINK=1`,
    );
  }
  if (made)
    emit({kind: 'normalised', source: source.slug, ms: performance.now() - startedAt, counts, stages});
  else emit({kind: 'unchanged', source: source.slug, counts});
  return {
    slug: source.slug,
    dataset: source.dataset,
    label: source.label,
    publisher: source.publisher,
    license: source.license,
    page: source.page,
    cadence: source.cadence,
    ...entry,
    files: entry.files.map((file) => {
      // Two files may have the same bytes; a zip entry is named `name!entry`.
      const snapshot = snapshots.find(
        (one) =>
          one.sha256 === file.sha256 && (file.name === one.name || file.name.startsWith(`${one.name}!`)),
      );
      return snapshot ? {...file, url: snapshot.url, fetched_at: snapshot.fetched_at} : file;
    }),
    fetched_at:
      snapshots
        .map((one) => one.fetched_at)
        .sort()
        .at(-1) ?? '',
    synthetic,
    verified: verifiedBy(source, {files: entry.files, synthetic}, old?.verified),
    origin,
    stale: null,
  };
}

const isGenerated = ({snapshots}: {snapshots: Snapshot[] | 'absent' | null}): boolean =>
  Array.isArray(snapshots) && snapshots.some((one) => one.synthetic);

/** Generated and real sources never share a build: the first real source removes the generated ones. */
function withoutSynthetic(entries: SourceEntry[], emit: Emit): SourceEntry[] {
  const real = entries.filter((one) => !one.synthetic);
  if (!real.length || real.length === entries.length) return entries;
  for (const one of entries.filter((entry) => entry.synthetic)) {
    emit({
      kind: 'warning',
      source: one.slug,
      file: '',
      text: 'generated rows leave the build: it holds real sources now',
    });
  }
  return real;
}
