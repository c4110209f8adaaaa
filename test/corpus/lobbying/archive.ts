/**
 * One zip of the lobbying registry while it is written: its tables, and the rows that the oracle counts in
 * them.
 */
import {type Cells, type CsvFile, createCsv, type FileForm} from '../files/csv.ts';
import {refusedRow} from '../files/refused.ts';
import {packZip} from '../files/zips.ts';
import type {Oracle} from '../oracle.ts';
import {SUBJECTS} from './subjects.ts';

/** Tables that every archive has. */
type Common = 'primary' | 'codes';

interface ArchiveOptions<Name extends string> {
  /** Folder of the tables, which goes away when they are packed. */
  from: string;
  forms: Record<Name, FileForm>;
  seed: string;
  counted: Oracle;
  /** Column of the primary table with the number of the record. */
  key: string;
  /** Tables that no reader of records needs. */
  unread?: readonly Name[];
}

export class Archive<Name extends string> {
  readonly #options: ArchiveOptions<Name | Common>;
  readonly #tables: Record<Name | Common, CsvFile>;
  readonly #all: readonly CsvFile[];

  private constructor(options: ArchiveOptions<Name | Common>, tables: Record<Name | Common, CsvFile>) {
    this.#options = options;
    this.#tables = tables;
    this.#all = Object.values(tables);
  }

  /** Opens a table for every form and writes the table of subject codes. */
  static async open<Name extends string>(options: ArchiveOptions<Name | Common>): Promise<Archive<Name>> {
    const {from, forms, seed, counted} = options;
    const tables = {} as Record<Name | Common, CsvFile>;
    for (const name of Object.keys(forms) as (Name | Common)[])
      tables[name] = await createCsv(from, forms[name], seed);
    for (const {code, en, fr} of SUBJECTS) {
      tables.codes.first({cells: {SUBJECT_CODE_OBJET: code, SMT_EN_DESC: en, SMT_FR_DESC: fr}});
    }
    counted.merge('code', SUBJECTS.length);
    return new Archive<Name>(options, tables);
  }

  /** Writes a row before all others. */
  first(name: Name | Common, cells: Cells): void {
    this.#tables[name].first({cells});
  }

  /** Adds rows that stay together. */
  add(name: Name | Common, ...rows: readonly Cells[]): void {
    if (rows.length > 0) this.#tables[name].add(...rows.map((cells) => ({cells})));
  }

  /** Adds rows that stay together and belong to a record. */
  addParts(name: Name, rows: readonly Cells[]): void {
    this.add(name, ...rows);
    if (rows.length > 0) this.#options.counted.merge('part', rows.length);
  }

  /** Adds a row to which no record belongs. */
  addOrphan(name: Name, cells: Cells): void {
    this.add(name, cells);
    this.#options.counted.reject('orphan');
  }

  /** Adds a row of a table of parts with one cell too many. */
  addTooLong(name: Name, cells: Cells): void {
    this.#tables[name].add(refusedRow('cell_too_many', cells, {}, this.#options.counted));
  }

  /** Adds to the primary table what a quirk of whole rows makes of these cells; nothing for other quirks. */
  addQuirk(quirk: string | null, cells: Cells): void {
    if (quirk === null) return;
    const {counted, key} = this.#options;
    const other = {[key]: `9${cells[key]}`};
    const changes = {no_id: {[key]: 'null'}, cell_too_many: other, cell_too_few: other};
    if (quirk === 'duplicate') {
      this.add('primary', cells);
      counted.merge('duplicate');
    } else if (quirk in changes) {
      this.#tables.primary.add(refusedRow(quirk, cells, changes, counted));
    }
  }

  async settle(): Promise<void> {
    for (const table of this.#all) await table.settle();
  }

  /** Ends the tables and packs them to `folder/name`; rows by `name!entry` of those that are read. */
  async pack(folder: string, name: string): Promise<Record<string, number>> {
    const {from, unread = []} = this.#options;
    const passed = unread.map((one) => this.#tables[one]);
    const rows: Record<string, number> = {};
    for (const table of this.#all) {
      await table.close();
      if (!passed.includes(table)) rows[`${name}!${table.form.name}`] = table.rows;
    }
    const entries = this.#all.map(({form}) => form.name).sort();
    await packZip({folder, name}, {from, entries});
    return rows;
  }
}
