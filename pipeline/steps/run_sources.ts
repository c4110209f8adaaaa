/**
 * From the sources to a published build: what one process does, and what a worker does once all steps before
 * are done.
 */
import type {CheckResult, Manifest, Snapshot, SourceEntry} from '../../builds/artefacts.ts';
import {signerOf} from '../../builds/signature.ts';
import {commitOf} from '../../builds/signed_build.ts';
import {SOURCES} from '../../datasets/index.ts';
import {withheldFor} from '../../datasets/licence.ts';
import {numeric, type Settings} from '../../datasets/settings.ts';
import type {Source} from '../../datasets/types.ts';
import {type PublishOptions, publish} from '../publish/build.ts';
import type {Build} from '../publish/current_build.ts';
import type {IndexPrograms} from '../publish/engine_programs.ts';
import {CheckFailure, wordsOf} from '../publish/examine.ts';
import {prune} from '../publish/prune.ts';
import type {Remote} from '../publish/remote.ts';
import {withDiskRemedy} from '../runtime/disk.ts';
import {messageOf} from '../runtime/errors.ts';
import type {Emit, Event} from '../runtime/events.ts';
import {memoryBudget, memoryWanted} from '../runtime/memory_budget.ts';
import {culprits} from './isolate.ts';
import {passGate} from './pass_gate.ts';
import {GivenUp, type PoisonFile, partEvent, type Steps, sourceEntry, warningsOf} from './steps.ts';

export interface Outcome {
  manifest: Manifest | null;
  /** Source, `build` or `upload` -> error message. */
  failures: Record<string, string>;
  changed: boolean;
  /** Files that workers tried several times and gave up. */
  poison: PoisonFile[];
}

/** What a run goes by. */
export interface RunPlan {
  settings: Settings;
  /** UTC `YYYY-MM-DDTHH:MM:SS`. */
  loadTime: string;
  /** The build to go on from. */
  before: Build | null;
  index: IndexPrograms;
  /** The store of PUBLISH_TO. */
  remote: Remote | null;
}

/** The slugs that a setting names. Throws for one that no source has. */
export function slugsIn(settings: Settings, name: 'SOURCES' | 'ACCEPT'): string[] {
  const slugs = settings[name]
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
  const unknown = slugs.filter((slug) => !SOURCES[slug]);
  if (unknown.length) {
    throw new Error(
      `${name} names unknown sources: ${unknown.join(', ')}; known are ${Object.keys(SOURCES).join(', ')}`,
    );
  }
  return slugs;
}

/** The sources that a run renews: all, or those named by SOURCES. */
export function selectedSources(settings: Settings): Source[] {
  const slugs = slugsIn(settings, 'SOURCES');
  return Object.values(SOURCES).filter((source) => !slugs.length || slugs.includes(source.slug));
}

/**
 * Errors of sources and of the build are in the outcome. Throws where generated files would join real ones.
 */
export async function runSources(plan: RunPlan, steps: Steps, emitAll: Emit): Promise<Outcome> {
  const {settings, before, remote} = plan;
  const sources = selectedSources(settings);
  const {emit, warned} = collectWarnings(emitAll);
  emit({kind: 'selected', source: 'build', sources: sources.map(({slug}) => slug)});
  const renewed = await renewSources(plan, sources, steps, emit, warned);
  const entries = renewed.entries;
  for (const entry of before?.manifest.sources ?? [])
    if (!sources.some((one) => one.slug === entry.slug) && SOURCES[entry.slug]) entries.push(entry);
  // Parts finish in any order; failures are reported in source order.
  const {failed} = renewed;
  const failures = Object.fromEntries(
    sources.flatMap(({slug}) => (failed[slug] === undefined ? [] : [[slug, failed[slug]]])),
  );
  const published = entries.filter(
    ({slug, synthetic}) => synthetic || !SOURCES[slug] || withheldFor(SOURCES[slug], settings) === null,
  );
  const built = await build(plan, withoutSynthetic(published, emit), failures, emit);
  if (remote && built.manifest) await upload(remote, built.manifest, failures, emit);
  return {...built, failures, poison: renewed.poison};
}

/** Collects the warnings of each source on their way. */
function collectWarnings(emitAll: Emit): {emit: Emit; warned: Map<string, string[]>} {
  const warned = new Map<string, string[]>();
  const emit = (event: Event) => {
    if (event.kind === 'warning') {
      const text = [event.file, event.text].filter(Boolean).join(': ');
      warned.set(event.source, [...(warned.get(event.source) ?? []), text]);
    }
    emitAll(event);
  };
  return {emit, warned};
}

interface Renewed {
  entries: SourceEntry[];
  failed: Record<string, string>;
  poison: PoisonFile[];
}

/** All sources are fetched at once, within the client's limits, and normalised as far as memory allows. */
async function renewSources(
  {settings, before, loadTime}: RunPlan,
  sources: readonly Source[],
  steps: Steps,
  emit: Emit,
  warned: ReadonlyMap<string, string[]>,
): Promise<Renewed> {
  const dataDir = settings.DATA_DIR;
  const known = new Map((before?.manifest.sources ?? []).map((entry) => [entry.slug, entry]));
  const renewed: Renewed = {entries: [], failed: {}, poison: []};
  const fetched = sources.map((source) =>
    steps.fetch(source, emit).then(
      (snapshots) => ({snapshots, error: null}),
      (error: unknown) => ({snapshots: null, error}),
    ),
  );
  if (before && !before.manifest.synthetic && (await Promise.all(fetched)).some(isGenerated)) {
    throw new Error(
      `${dataDir} holds real data: the generated corpus needs a place of its own, set DATA_DIR to another folder`,
    );
  }
  const withShare = memoryBudget(numeric(settings, 'MEMORY_MB'));
  const accepted = slugsIn(settings, 'ACCEPT');
  const renew = async (source: Source, at: number): Promise<SourceEntry | null> => {
    const old = known.get(source.slug) ?? null;
    const result = await fetched[at];
    const snapshots = result?.snapshots;
    try {
      if (!snapshots) throw result?.error ?? new Error('not fetched');
      if (snapshots === 'absent') {
        emit(absentEvent(source, old !== null, settings));
        return old;
      }
      return await withShare(memoryWanted(snapshots), async (memoryMb) => {
        const made = await steps.part(source, snapshots, memoryMb, emit);
        // The build before has those of its own parts.
        if (old?.part_key !== made.entry.part_key) made.untold.forEach(emit);
        const entry = sourceEntry(source, made.entry, snapshots, old);
        const isAccepted = accepted.includes(source.slug);
        const waiting = {source, fetched: entry, entry: made.entry, old, before, isAccepted};
        const {findings, isDoubted} = await passGate({dataDir, memoryMb}, waiting);
        for (const {file, text} of findings)
          emit({kind: 'warning', source: source.slug, file, text, act: true});
        emit(partEvent(source.slug, made));
        const warnings = warningsOf(entry, old, warned.get(source.slug));
        return {...entry, warnings, ...(isDoubted ? {doubted: true as const} : {})};
      });
    } catch (error) {
      const text = withDiskRemedy(error, dataDir).message;
      renewed.failed[source.slug] = text;
      if (error instanceof GivenUp) renewed.poison.push(error.poison);
      // Fetching has reported its own failures.
      if (snapshots) emit({kind: 'failed', source: source.slug, error: text});
      return old && {...old, stale: {since: old.stale?.since ?? loadTime, error: text}};
    }
  };
  renewed.entries = (await Promise.all(sources.map(renew))).filter((entry) => entry !== null);
  renewed.poison.sort((a, b) => (a.source < b.source ? -1 : 1));
  return renewed;
}

/** Last event of a source for which there is no file, or none that may be published. */
function absentEvent(source: Source, kept: boolean, settings: Settings): Event {
  const withheld = withheldFor(source, settings);
  const unknown = source.unconfirmed === undefined ? null : `no feed is known: ${source.unconfirmed}`;
  const reason = withheld ?? unknown;
  return {
    kind: 'absent',
    source: source.slug,
    kept: kept && withheld === null,
    ...(reason === null ? {} : {reason}),
  };
}

/**
 * Publishes the build, also an unchanged one, which an earlier run may have failed to publish. It serves on
 * this machine in any case.
 */
async function upload(
  remote: Remote,
  manifest: Manifest,
  failures: Record<string, string>,
  emit: Emit,
): Promise<void> {
  try {
    await remote.publish(manifest);
  } catch (error) {
    failures['upload'] = messageOf(error);
    emit({kind: 'failed', source: 'upload', error: failures['upload']});
  }
}

/**
 * The build of these entries on this machine; its error goes to `failures`. A failed check leaves out the new
 * parts that fail it: their sources keep their old parts, and fail.
 */
async function build(
  plan: RunPlan,
  entries: SourceEntry[],
  failures: Record<string, string>,
  emit: Emit,
): Promise<Pick<Outcome, 'manifest' | 'changed'>> {
  const {settings, index, before, loadTime} = plan;
  const options: PublishOptions = {
    dataDir: settings.DATA_DIR,
    memoryMb: numeric(settings, 'MEMORY_MB'),
    changesDays: numeric(settings, 'CHANGES_DAYS'),
  };
  const order = Object.keys(SOURCES);
  entries.sort((a, b) => order.indexOf(a.slug) - order.indexOf(b.slug));
  if (!entries.length) {
    const remedy = settings.MIRROR ? '; MIRROR needs a folder per source slug, or MIRROR_MAP' : '';
    failures['build'] ??= `no source could be loaded: nothing to build${remedy}`;
    return {manifest: null, changed: false};
  }
  try {
    const signer = signerOf(settings.SIGN_KEY);
    const signing = signer && {signer, commit: commitOf(settings)};
    const built = await publish(options, entries, before, loadTime, index, emit, signing);
    emit({kind: 'published', source: 'build', build_id: built.manifest.build_id, changed: built.changed});
    // Also where nothing changed: a killed run may have left files.
    await prune(settings.DATA_DIR, numeric(settings, 'KEEP_BUILDS'));
    return {manifest: built.manifest, changed: built.changed};
  } catch (error) {
    const blamed =
      error instanceof CheckFailure ? await culprits(options, error.failed, entries, before) : new Map();
    if (blamed.size)
      return build(plan, withoutCulprits(plan, entries, blamed, failures, emit), failures, emit);
    failures['build'] = withDiskRemedy(error, options.dataDir).message;
    emit({kind: 'failed', source: 'build', error: failures['build']});
    return {manifest: null, changed: false};
  }
}

/** The entries with the old parts of the sources that failed a check, as far as they have one. */
function withoutCulprits(
  {before, loadTime}: RunPlan,
  entries: readonly SourceEntry[],
  blamed: ReadonlyMap<string, CheckResult>,
  failures: Record<string, string>,
  emit: Emit,
): SourceEntry[] {
  return entries.flatMap((entry) => {
    const check = blamed.get(entry.slug);
    if (!check) return [entry];
    const old = before?.manifest.sources.find(({slug}) => slug === entry.slug);
    const kept = old ? 'its last good part stays' : 'nothing of it is published';
    const error = `${entry.slug}: a check failed: ${wordsOf(check)}; ${kept}. Compare its file with the publisher's page, and run again`;
    failures[entry.slug] = error;
    emit({kind: 'failed', source: entry.slug, error});
    return old ? [{...old, stale: {since: old.stale?.since ?? loadTime, error}}] : [];
  });
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
