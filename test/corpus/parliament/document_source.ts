/**
 * What the generators of documents share: files and pages with their rows, records, quirks and the oracle.
 */
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {Json, Source} from '../../../datasets/types.ts';
import {GeneratedSource} from '../generated_source.ts';
import type {Expected, Oracle} from '../oracle.ts';
import type {Slug} from '../quirks.ts';
import type {Task} from '../task.ts';
import {type Page, writeBundle} from './documents.ts';

/** A record with the values that it must have. */
interface KeptRecord {
  id: string;
  /** Rows that merge into it; 1 unless given. */
  versions?: number;
  by?: Parameters<Oracle['keep']>[0]['by'];
  /** The quirk or form that it is a sample of. */
  shows: string;
  /** Values by field, beside the name of the source. */
  fields: () => Record<string, Json>;
}

/** Generates one source of documents. */
export abstract class DocumentSource<S extends Slug> extends GeneratedSource<S> {
  readonly #pages: Page[] = [];
  readonly #files: Record<string, number> = {};
  readonly #bundle: string | null;

  /** `bundle`: its file name; null where the source has no pages. */
  constructor(task: Task, source: Source, bundle: string | null) {
    super(task, source);
    this.#bundle = bundle;
  }

  /** Writes all documents and gives the number of records. */
  protected abstract write(): Promise<number>;

  /** Generates the source; gives what a reader must find in it. */
  async run(): Promise<Expected> {
    const records = await this.write();
    if (this.#bundle) await writeBundle(this.folder, this.#bundle, this.#pages);
    this.tellOf(records);
    return this.counted.expected(this.#files, this.quirks.counts());
  }

  /** Adds a page to the bundle with the rows that a reader finds there. */
  protected page(page: Page, rows: number): void {
    if (!this.#bundle) throw new Error(`${this.source.slug} has no bundle for the page ${page.name}`);
    this.#pages.push(page);
    this.#count(this.#bundle, rows);
  }

  /** Writes a document as a file of its own, as somebody saved it by hand. */
  protected async file(name: string, text: string | Buffer, rows: number): Promise<void> {
    await mkdir(this.folder, {recursive: true});
    await writeFile(join(this.folder, name), text);
    this.#count(name, rows);
  }

  /** Counts a record, and notes it as a sample while there are few. */
  protected keepRecord({id, versions = 1, by, shows, fields}: KeptRecord): void {
    this.counted.keep({versions, value: null, ...(by ? {by} : {})});
    this.counted.sample(shows, () => ({
      record_id: id,
      earlier_versions: 0,
      fields: {...fields(), source_dataset: this.source.label},
    }));
  }

  #count(file: string, rows: number): void {
    this.#files[file] = (this.#files[file] ?? 0) + rows;
  }
}
