/**
 * What the generators of sources that are not tables of one layout share: the task, the schedule of quirks,
 * the oracle.
 */
import type {Source} from '../../datasets/types.ts';
import {type Oracle, oracle} from './oracle.ts';
import type {Plan} from './plan.ts';
import {type QuirkOf, type Schedule, type Slug, schedule} from './quirks.ts';
import type {Task} from './task.ts';

export abstract class GeneratedSource<S extends Slug> {
  protected readonly source: Source;
  protected readonly folder: string;
  protected readonly seed: string;
  protected readonly plan: Plan;
  protected readonly quirks: Schedule<QuirkOf<S>>;
  protected readonly counted: Oracle;
  readonly #tell: Task['tell'];

  constructor({folder, seed, plan, tell}: Task, source: Source) {
    this.folder = folder;
    this.seed = seed;
    this.plan = plan;
    this.quirks = schedule(source.slug as S, plan.scale === 'national');
    this.counted = oracle(source, {valued: false});
    this.source = source;
    this.#tell = tell;
  }

  /** Reports the records kept so far, of `total`. */
  protected tellOf(total: number): void {
    this.#tell(this.source.slug, this.counted.kept, total);
  }
}
