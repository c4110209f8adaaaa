/** Progress events of the pipeline. */
import type {Counts} from '../../builds/artefacts.ts';

export type Event =
  /** First event of an ingest, of the source `build`: the sources that it renews. */
  | {kind: 'selected'; source: string; sources: string[]}
  | {kind: 'started'; source: string; files: number; origin: string}
  /** `total` is null where the publisher does not announce the size. */
  | {kind: 'progress'; source: string; file: string; bytes: number; total: number | null}
  /** Pages of a crawl: done, and known so far; every page may add known ones. */
  | {kind: 'crawling'; source: string; file: string; done: number; known: number}
  | {kind: 'fetched'; source: string; file: string; bytes: number; ms: number; changed: boolean}
  | {kind: 'waiting'; source: string; host: string; reason: string; ms: number}
  /**
   * A warning: worth knowing, but no failure, e.g. that a fallback address was used. `act`: somebody should
   * do something, it stands in the closing words.
   */
  | {kind: 'warning'; source: string; file: string; text: string; act?: true}
  | {kind: 'failed'; source: string; error: string}
  | {kind: 'reading'; source: string; file: string; bytes: number; total: number; rows: number}
  | {kind: 'stage'; source: string; stage: string}
  /** `stages`: milliseconds of each stage. */
  | {kind: 'normalised'; source: string; ms: number; counts: Counts; stages: Record<string, number>}
  | {kind: 'unchanged'; source: string; counts: Counts}
  | {kind: 'analysed'; source: string; bill: string; done: number; due: number}
  /** `reason`: why the publisher has nothing to fetch. */
  | {kind: 'absent'; source: string; kept: boolean; reason?: string}
  /** What a probe found of a source; `ok`: nothing speaks against an ingest. */
  | {kind: 'probed'; source: string; ok: boolean; text: string}
  /**
   * Events of the whole build have the source `build`. `linked`: the index was taken over from the earlier
   * build.
   */
  | {kind: 'compiled'; source: string; table: string; rows: number; ms: number; linked: boolean}
  | {kind: 'published'; source: string; build_id: string; changed: boolean}
  /** The build in the store of PUBLISH_TO: objects and bytes that were sent, and bytes of all its objects. */
  | {
      kind: 'uploaded';
      source: string;
      location: string;
      build_id: string;
      changed: boolean;
      objects: number;
      bytes: number;
      total: number;
    };

/** Events that follow each other while work goes on: some may be left out. */
export const isFrequent = ({kind}: Event): boolean =>
  kind === 'progress' || kind === 'crawling' || kind === 'reading';

export type Emit = (event: Event) => void;

/** Passes events on and keeps those of some kinds. */
export function keepEvents(emit: Emit, ...kinds: Event['kind'][]): {emit: Emit; kept: Event[]} {
  const kept: Event[] = [];
  return {
    kept,
    emit: (event) => {
      if (kinds.includes(event.kind)) kept.push(event);
      emit(event);
    },
  };
}
