/** Makes sections of a table in threads beside the compiler, which meanwhile makes the others. */
import {Worker} from 'node:worker_threads';
import {keysOfOrdinals, sortRows, sortRowsByNumbers} from '../columns/sort_rows.ts';
import {type RecordedSection, RecordedSections, type SectionWriter} from '../file/recorded_sections.ts';
import {SECTIONS} from '../file/section_names.ts';
import {type PointColumn, writePoints} from '../geo/points/write.ts';

const THREAD = new URL('../cli/section_worker.ts', import.meta.url);

/** Sections of fewer rows are made sooner than a thread starts. */
export const MANY_ROWS = 200_000;

/** A column by which rows are sorted. */
export type SortedColumn =
  | {kind: 'numeric'; numbers: Float64Array}
  | {kind: 'text'; ordinals: Uint32Array; count: number};

/** What a thread is told: arrays that lie in shared memory are not copied. */
export type SectionTask =
  | {kind: 'points'; lats: Float64Array; lngs: Float64Array; columns: readonly PointColumn[]}
  /** `byId` are all rows in the order of those with the same value. */
  | {kind: 'orders'; columns: {key: string; column: SortedColumn}[]; byId: Uint32Array};

/** What a thread begins with. */
export interface SectionTasks {
  tasks: readonly SectionTask[];
  rows: number;
}

/** Sections that are being made. */
export interface SectionsBeside {
  /** The sections of each task, once they are made. */
  made: Record<SectionTask['kind'], () => Promise<readonly RecordedSection[]>>;
  /** Gives them up where they are not made yet. */
  close(): Promise<void>;
}

/** Makes the sections of a task. */
export function makeSections(task: SectionTask): RecordedSection[] {
  const into = new RecordedSections();
  if (task.kind === 'points') writePoints(into, task.lats, task.lngs, task.columns);
  else writeOrders(into, task.columns, task.byId);
  return into.sections;
}

/** Writes the rows in the descending order of each column. */
function writeOrders(
  index: SectionWriter,
  columns: readonly {key: string; column: SortedColumn}[],
  byId: Uint32Array,
): void {
  for (const {key, column} of columns) {
    const rows =
      column.kind === 'numeric'
        ? sortRowsByNumbers(column.numbers, 'desc', byId)
        : sortRows(keysOfOrdinals(column.ordinals, column.count, 'desc'), byId);
    index.write(SECTIONS.order(key), rows);
  }
}

/** Begins the tasks of so many rows, one after the other: in a thread from `manyRows` on, else when they are asked for. */
export function beginSections({tasks, rows}: SectionTasks, manyRows = MANY_ROWS): SectionsBeside {
  const of = (kind: SectionTask['kind']) => tasks.find((task) => task.kind === kind);
  if (rows < manyRows || tasks.length === 0) {
    const here = (kind: SectionTask['kind']) => async () => {
      const task = of(kind);
      return task ? makeSections(task) : [];
    };
    return {
      made: {points: here('points'), orders: here('orders')},
      close: async () => undefined,
    };
  }
  const thread = new Worker(THREAD);
  const made = new Map(tasks.map(({kind}) => [kind, messageOf(thread, kind)]));
  thread.postMessage({tasks, rows} satisfies SectionTasks);
  const there = (kind: SectionTask['kind']) => async () => (await made.get(kind)) ?? [];
  return {
    made: {points: there('points'), orders: there('orders')},
    close: async () => {
      await thread.terminate();
    },
  };
}

/** What a thread says when a task is made. */
export interface MadeSections {
  kind: SectionTask['kind'];
  sections: RecordedSection[];
}

function messageOf(thread: Worker, wanted: SectionTask['kind']): Promise<RecordedSection[]> {
  const made = new Promise<RecordedSection[]>((resolve, reject) => {
    thread.on('message', ({kind, sections}: MadeSections) => {
      if (kind === wanted) resolve(sections);
    });
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread of ${wanted} ended with ${code}`)));
  });
  // It may fail before it is asked for.
  made.catch(() => undefined);
  return made;
}
