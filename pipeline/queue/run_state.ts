/** How far a run is, by what lies in the bucket. */
import {KEYS} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import type {Emit} from '../runtime/events.ts';
import {selectedSources} from '../steps/run_sources.ts';
import {partEvent} from '../steps/steps.ts';
import {type Fetched, fetchedFiles, type Run, readFetched, readOutcome, readPart} from './documents.ts';
import {givenUp} from './tries.ts';

/** A step that the run still needs. */
export type PendingStep = {step: 'fetch'; slug: string} | {step: 'part'; slug: string; key: string};

/** Watches a run; what it has seen is not read again. */
export function watchRun(store: ObjectStore, run: Run, slugs: readonly string[], emit: Emit) {
  const fetched = new Map<string, Fetched>();
  const settled = new Set<string>();

  async function lookForFetched(): Promise<void> {
    for await (const {key} of store.list(KEYS.allFetched(run.id))) {
      const slug = slugs.find((one) => KEYS.fetched(run.id, one) === key);
      if (slug === undefined || fetched.has(slug)) continue;
      const document = await readFetched(store, run.id, slug);
      if (!document) continue;
      fetched.set(slug, document);
      document.events.forEach(emit);
      if (keyOf(document) === null) settled.add(slug);
    }
  }

  async function lookForParts(): Promise<void> {
    const there = new Set<string>();
    for await (const {key} of store.list(KEYS.parts)) there.add(key);
    const givenUpParts = new Set<string>();
    for await (const {key} of store.list(KEYS.allGivenUp(run.id))) givenUpParts.add(key);
    for (const [slug, document] of fetched) {
      const key = settled.has(slug) ? null : keyOf(document);
      if (key === null) continue;
      const stored = there.has(KEYS.part(key)) ? await readPart(store, key) : null;
      if (stored) {
        settled.add(slug);
        // A part of an earlier run has its warnings in the build before.
        if (stored.run === run.id) stored.part.untold.forEach(emit);
        emit(partEvent(slug, {...stored.part, made: stored.run === run.id}));
      } else if (givenUpParts.has(KEYS.givenUp(run.id, key))) {
        const {message} = await givenUp(store, run.id, slug, namesIn(document), key);
        settled.add(slug);
        emit({kind: 'failed', source: slug, error: message});
      }
    }
  }

  return {
    /**
     * What the run still needs, and its outcome once it is over. Emits what became of sources since the last
     * look. Throws errors of the store and damaged documents.
     */
    async look() {
      const outcome = await readOutcome(store, run.id);
      await lookForFetched();
      await lookForParts();
      const pending = slugs.flatMap((slug): PendingStep[] => {
        if (settled.has(slug)) return [];
        const key = keyOf(fetched.get(slug));
        return [key === null ? {step: 'fetch', slug} : {step: 'part', slug, key}];
      });
      return {pending, outcome};
    },
  };
}

/** How far a run is, for whoever looks once. */
export const stateOf = (store: ObjectStore, run: Run, settings: Parameters<typeof selectedSources>[0]) =>
  watchRun(
    store,
    run,
    selectedSources(settings).map(({slug}) => slug),
    () => {},
  ).look();

/** The key of the part that these files make; null where they make none. */
const keyOf = (fetched: Fetched | undefined): string | null =>
  fetchedFiles(fetched ?? null)?.part_key ?? null;

const namesIn = (fetched: Fetched): string[] => fetchedFiles(fetched)?.snapshots.map(({name}) => name) ?? [];
