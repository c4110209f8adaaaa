/** What the generator of one source is given, and what it gives back. */
import type {CsvFile} from './files/csv.ts';
import type {Expected, Oracle} from './oracle.ts';
import type {Plan} from './plan.ts';

export interface Task {
  /** Folder of the source inside the corpus. */
  folder: string;
  seed: string;
  plan: Plan;
  /** Told now and then how many records of the source are written. */
  tell: (slug: string, records: number, of: number) => void;
}

export type Generate = (task: Task) => Promise<Expected>;

const TELL_EVERY = 10_000;

interface Filling {
  slug: string;
  target: number;
  oracle: Oracle;
  files: readonly Pick<CsvFile, 'settle'>[];
}

/**
 * Makes units until the oracle has `target` records; `unit` gets its number and the records still to come.
 */
export async function fill(
  {tell}: Pick<Task, 'tell'>,
  {slug, target, oracle, files}: Filling,
  unit: (index: number, room: number) => void,
): Promise<void> {
  let told = 0;
  for (let index = 0; oracle.kept < target; index++) {
    unit(index, target - oracle.kept);
    for (const file of files) await file.settle();
    if (oracle.kept - told >= TELL_EVERY) {
      told = oracle.kept;
      tell(slug, told, target);
    }
  }
  tell(slug, oracle.kept, target);
}

/** Ends the files; rows by file name. */
export async function closeAll(files: readonly CsvFile[]): Promise<Record<string, number>> {
  for (const file of files) await file.close();
  return Object.fromEntries(files.map((file) => [file.form.name, file.rows]));
}
