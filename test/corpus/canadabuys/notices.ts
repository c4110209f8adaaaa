/**
 * What the three generators of CanadaBuys share: their files, rows in versions, refused rows, rows in two
 * languages.
 */
import type {Source} from '../../../datasets/types.ts';
import {type Cells, type CsvFile, createCsv, type FileForm} from '../files/csv.ts';
import {refusedRow} from '../files/refused.ts';
import {type Oracle, oracle} from '../oracle.ts';
import type {Schedule} from '../quirks.ts';
import {closeAll, fill, type Task} from '../task.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {type Procurement, type Purchases, procurement, purchase} from './procurements.ts';

/** Framing of the current files. */
export const CANADABUYS = {encoding: 'utf-8', bom: true, end: '\r\n', quoting: 'all'} as const;

/** Quirks for which a row is refused. */
export const REFUSED = ['cell_too_many', 'cell_too_few', 'no_reference'] as const;
type Refused = (typeof REFUSED)[number];

/** Languages of an archive with a row for each. */
export type Language = 'en' | 'fr';
const LANGUAGES: readonly Language[] = ['en', 'fr'];

/** The description of the first row of a file, which says that the file is synthetic. */
export const NOTICE_CELLS = {
  'tenderDescription-descriptionAppelOffres-eng': NOTICE.en,
  'tenderDescription-descriptionAppelOffres-fra': NOTICE.fr,
};

type Due = 'duplicate';

/** Numbers of purchases that stand beside another one. */
const OTHERS = 1_000_000;

/** How the files of one source are written. */
export interface NoticesOptions<File extends string> extends Purchases {
  source: Source;
  forms: Readonly<Record<File, FileForm>>;
  valued: boolean;
}

/** Writes the notices of one source, purchase by purchase. */
export abstract class Notices<File extends string, Quirk extends string> {
  protected readonly source: Source;
  protected readonly seed: string;
  protected readonly quirks: Schedule<Quirk | Due>;
  protected readonly counted: Oracle;
  readonly #task: Task;
  readonly #options: NoticesOptions<File>;
  #files: Partial<Record<File, CsvFile>> = {};

  constructor(task: Task, quirks: Schedule<Quirk | Due>, options: NoticesOptions<File>) {
    const {source, valued} = options;
    this.#task = task;
    this.#options = options;
    this.source = source;
    this.seed = task.seed;
    this.quirks = quirks;
    this.counted = oracle(source, {valued});
  }

  /** Writes the first row of a file, about a record of its own. */
  protected abstract open(file: File, index: number): void;
  /** Writes the rows of a purchase; `room` records are still to come. */
  protected abstract write(index: number, of: Procurement, room: number): void;

  async run() {
    const {forms, source, records} = this.#options;
    const {vendors} = this.#task.plan;
    const names = Object.keys(forms) as File[];
    for (const name of names) {
      this.#files[name] = await createCsv(this.#task.folder, forms[name], this.seed);
    }
    names.forEach((name, index) => {
      this.open(name, index);
    });
    const files = names.map((name) => this.file(name));
    await fill(
      this.#task,
      {slug: source.slug, target: records, oracle: this.counted, files},
      (index, room) => {
        this.write(index, purchase(this.seed, this.#options, {index, vendors}), room);
      },
    );
    return this.counted.expected(await closeAll(files), this.quirks.counts());
  }

  /** Another supplier's purchase of about the same time that this source alone reports. */
  protected other(index: number, {vendor: not, awardDay}: Procurement): Procurement {
    const {vendors} = this.#task.plan;
    for (let nth = 0; ; nth++) {
      const found = procurement(this.seed, `other ${nth}`, OTHERS + index, {vendors});
      if (found.vendor !== not) return {...found, awardDay, tenderDay: awardDay - 60};
    }
  }

  protected file(name: File): CsvFile {
    const file = this.#files[name];
    if (!file) throw new Error(`${this.source.slug}: the file ${name} is not open`);
    return file;
  }

  /** Adds a row of a version, now and then twice. */
  protected put(name: File, cells: Cells): void {
    const file = this.file(name);
    file.add({cells});
    if (!this.quirks.due('duplicate')) return;
    file.add({cells});
    this.counted.merge('duplicate');
  }

  /**
   * Adds a row that is refused; `key` is what it holds in the column of the key when it lacks a reference.
   */
  protected refuse(name: File, kind: Refused, cells: Cells, [column, key]: readonly [string, string]): void {
    const blanks = {no_reference: {[column]: key}};
    this.file(name).add(refusedRow(kind, cells, blanks, this.counted));
  }

  /** Adds a row of the archive in each language, or in `only` one. */
  protected putLanguages(name: File, cells: (language: Language) => Cells, only: Language | null): void {
    const languages = LANGUAGES.filter((one) => only === null || one === only);
    this.file(name).add(...languages.map((language) => ({cells: cells(language)})));
    this.counted.merge('language', languages.length - 1);
  }

  /** Writes the first row of the archive in both languages. */
  protected openLanguages(name: File, cells: (language: Language) => Cells): void {
    for (const language of LANGUAGES) {
      this.file(name).first({cells: {...cells(language), description: NOTICE[language]}});
    }
    this.counted.merge('language');
  }

  /** The language of a record of the archive that has only one; null where it has both. */
  protected onlyLanguage(index: number, due: boolean): Language | null {
    if (!due) return null;
    return index % 2 === 0 ? 'en' : 'fr';
  }
}
