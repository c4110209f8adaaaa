/** What the generators of sources that are not tables of one layout share: the task, the schedule of quirks, the oracle. */
import {type Oracle, oracle} from './oracle.ts';
import type {Plan} from './plan.ts';
import {type QuirkOf, type Schedule, type Slug, schedule} from './quirks.ts';
import type {Task} from './task.ts';

export interface GeneratedSourceOptions<S extends Slug> {
  slug: S;
  dataset: string;
  label: string;
}

export abstract class GeneratedSource<S extends Slug> {
  protected readonly folder: string;
  protected readonly seed: string;
  protected readonly plan: Plan;
  protected readonly quirks: Schedule<QuirkOf<S>>;
  protected readonly counted: Oracle;
  readonly #slug: S;
  readonly #tell: Task['tell'];

  constructor({folder, seed, plan, tell}: Task, {slug, dataset, label}: GeneratedSourceOptions<S>) {
    this.folder = folder;
    this.seed = seed;
    this.plan = plan;
    this.quirks = schedule(slug, plan.scale === 'national');
    this.counted = oracle({slug, dataset, label, valued: false});
    this.#slug = slug;
    this.#tell = tell;
  }

  /** Reports the records kept so far, of `total`. */
  protected tellOf(total: number): void {
    this.#tell(this.#slug, this.counted.kept, total);
  }
}
