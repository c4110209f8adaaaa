/** The steps of a compile that wait for a lane, the largest first, and which of them is made beside another. */
import {type Family, type Step, stepsOf} from './families.ts';

/** A family that is to be compiled, and its rows. */
export interface Job {
  family: Family;
  rows: number;
}

/** One step of a job. Its work is in rows that are indexed. */
export interface Task {
  job: Job;
  step: Step;
  work: number;
  /** Whether few rows are indexed beside it, so that processors are free for threads of its own. Known once it is taken. */
  isAlone: boolean;
}

/** Exporting a row costs a quarter of what indexing it does. */
const WORK: Record<Step, number> = {index: 1, export: 0.25};

/**
 * Rows that are indexed at once while there is something else to do: their arrays and dictionaries take 450 to 750 bytes of memory a row. An
 * export takes the same for any number of rows.
 */
const MOST_ROWS = 3_000_000;

/** Rows that are indexed in so little time that a step beside them counts as alone. */
const FEW_ROWS = 200_000;

const indexed = ({job, step}: Task): number => (step === 'index' ? job.rows : 0);

/** Steps that wait, and those that are made. */
export class StepQueue {
  readonly #waiting: Task[];
  readonly #running = new Set<Task>();

  constructor(tasks: readonly Task[]) {
    this.#waiting = [...tasks].sort((a, b) => b.work - a.work);
  }

  /** The work that waits behind the largest step. */
  get beside(): number {
    return this.#waiting.slice(1).reduce((sum, {work}) => sum + work, 0);
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** The step for a lane that is free: the largest whose rows fit beside those being indexed, else the largest; undefined where none waits. */
  take(): Task | undefined {
    const busy = [...this.#running].reduce((sum, task) => sum + indexed(task), 0);
    const fits = this.#waiting.findIndex((task) => indexed(task) === 0 || busy + indexed(task) <= MOST_ROWS);
    const [task] = this.#waiting.splice(Math.max(0, fits), 1);
    if (!task) return undefined;
    task.isAlone = this.#waiting.reduce((sum, one) => sum + indexed(one), busy) < FEW_ROWS;
    this.#running.add(task);
    return task;
  }

  /** Says that a step is no longer being made. */
  end(task: Task): void {
    this.#running.delete(task);
  }

  /** Gives up all steps that wait. */
  clear(): void {
    this.#waiting.length = 0;
  }
}

/** All steps of all jobs. */
export const tasksOf = (jobs: readonly Job[]): Task[] =>
  jobs.flatMap((job) =>
    stepsOf(job.family).map((step) => ({job, step, work: job.rows * WORK[step], isAlone: false})),
  );
