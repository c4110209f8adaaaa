/** What the generators of documents share: rows by file, pages of one bundle, quirks and the oracle. */
import {type Expected, type Oracle, oracle} from '../oracle.ts';
import type {Plan} from '../plan.ts';
import {type QuirkOf, type Schedule, type Slug, schedule} from '../quirks.ts';
import type {Task} from '../task.ts';
import {type Page, writeBundle} from './documents.ts';

interface DocumentSourceOptions<S extends Slug> {
  slug: S;
  dataset: string;
  label: string;
  /** File name of the bundle. */
  bundle: string;
}

/** Generates one source of documents. */
export abstract class DocumentSource<S extends Slug> {
  protected readonly folder: string;
  protected readonly seed: string;
  protected readonly plan: Plan;
  protected readonly quirks: Schedule<QuirkOf<S>>;
  protected readonly counted: Oracle;
  /** Pages of the bundle. */
  protected readonly pages: Page[] = [];
  readonly #files: Record<string, number> = {};
  readonly #task: Task;
  readonly #options: DocumentSourceOptions<S>;

  constructor(task: Task, options: DocumentSourceOptions<S>) {
    const {slug, dataset, label} = options;
    this.folder = task.folder;
    this.seed = task.seed;
    this.plan = task.plan;
    this.quirks = schedule(slug, task.plan.scale === 'national');
    this.counted = oracle({slug, dataset, label, valued: false});
    this.#task = task;
    this.#options = options;
  }

  /** Counts rows of a file. */
  protected count(file: string, rows = 1): void {
    this.#files[file] = (this.#files[file] ?? 0) + rows;
  }

  /** Adds a page to the bundle with the rows that a reader finds there. */
  protected page(page: Page, rows: number): void {
    this.pages.push(page);
    this.count(this.#options.bundle, rows);
  }

  /** Writes the bundle; `records` of the source are expected. */
  protected async finish(records: number): Promise<Expected> {
    await writeBundle(this.folder, this.#options.bundle, this.pages);
    this.#task.tell(this.#options.slug, this.counted.kept, records);
    return this.counted.expected(this.#files, this.quirks.counts());
  }
}
