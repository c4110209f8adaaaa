/** Progress events: everything the pipeline tells while it works; one reporter turns them into lines. */

import type {Counts} from '../../datasets/artefacts.ts';

export type Event =
  | {kind: 'started'; source: string; files: number; origin: string}
  /** `total` is null where the publisher does not say how much is to come. */
  | {kind: 'progress'; source: string; file: string; bytes: number; total: number | null}
  /** Pages of a crawl: those that are there, and those that are known so far, which are more with every page. */
  | {kind: 'crawling'; source: string; file: string; done: number; known: number}
  | {kind: 'fetched'; source: string; file: string; bytes: number; ms: number; changed: boolean}
  | {kind: 'waiting'; source: string; host: string; reason: string; ms: number}
  /** Something worth knowing that is not a failure, e.g. that a fixed address stood in for a lookup. */
  | {kind: 'noted'; source: string; file: string; text: string}
  | {kind: 'failed'; source: string; error: string}
  | {kind: 'reading'; source: string; file: string; bytes: number; total: number; rows: number}
  | {kind: 'stage'; source: string; stage: string}
  /** `stages`: milliseconds that each stage of the part took. */
  | {kind: 'normalised'; source: string; ms: number; counts: Counts; stages: Record<string, number>}
  | {kind: 'unchanged'; source: string; counts: Counts}
  | {kind: 'analysed'; source: string; bill: string; done: number; due: number}
  /** `reason`: why the publisher has nothing that could be fetched. */
  | {kind: 'absent'; source: string; kept: boolean; reason?: string}
  /** Events of the whole build carry the source `build`. `linked`: the earlier build had the same index. */
  | {kind: 'compiled'; source: string; table: string; rows: number; ms: number; linked: boolean}
  | {kind: 'published'; source: string; build_id: string; changed: boolean};

export type Emit = (event: Event) => void;
