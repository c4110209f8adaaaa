/** Generates the files of a source from its declaration, and counts what must come of them. */
import type {Source} from '../../../datasets/types.ts';
import {random} from '../prng.ts';
import {fill, type Generate, type Task} from '../task.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {bend, may} from './bends.ts';
import {BLANK, textCell} from './cells.ts';
import type {Draft, LayoutColumns} from './columns.ts';
import {writeExcluded} from './excluded.ts';
import {type Output, openOutputs, type WrittenRow} from './files.ts';
import {createMaker, type Maker} from './maker.ts';
import {isPermitLie, type PermitLie, told} from './permit_lies.ts';
import type {QuirkName} from './quirks.ts';
import {differs, isAlike, secondVersion, shareKey} from './second_rows.ts';
import {standing} from './versions.ts';

/** The generator of a source without one of its own. */
export const declared =
  (source: Source, records: (plan: Task['plan']) => number): Generate =>
  async (task) => {
    const maker = createMaker(source, task, records(task.plan));
    const outputs = await openOutputs(source, {folder: task.folder, seed: task.seed, records: maker.target});
    const expected = await new Writer(maker, outputs).write(task);
    return {...expected, left_out: await writeExcluded(source, task.folder, Object.keys(expected.files))};
  };

/**
 * Rows of the first file for each row of another one: older forms lack columns, and checks know the current
 * form.
 */
const FIRST_FILE = 19;

/** Writes the rows of a source of tables. */
class Writer {
  readonly #maker: Maker;
  readonly #outputs: readonly Output[];
  readonly #records: readonly Output[];
  readonly #codes: readonly Output[];

  constructor(maker: Maker, outputs: readonly Output[]) {
    this.#maker = maker;
    this.#outputs = outputs;
    this.#records = outputs.filter(({layout}) => layout.codeTable === undefined);
    this.#codes = outputs.filter(({layout}) => layout.codeTable !== undefined);
  }

  async write(task: Task) {
    const {counted, source, target, schedule} = this.#maker;
    for (const output of this.#records) this.#notice(output);
    await fill(task, {slug: source.slug, target, oracle: counted, files: this.#outputs}, (index, room) => {
      this.#record(index, room > 1);
    });
    const files: Record<string, number> = {};
    for (const output of this.#outputs) Object.assign(files, await output.close());
    return counted.expected(files, schedule.counts());
  }

  #columns({layout}: Output): LayoutColumns {
    return this.#maker.layouts.get(layout.name) as LayoutColumns;
  }

  /** The first file of a source, in its current form, has so many times the rows of each other one. */
  #outputOf(index: number): Output {
    const others = this.#records.length - 1;
    const turn = index % (FIRST_FILE + others);
    const at = turn < FIRST_FILE ? 0 : turn - FIRST_FILE + 1;
    return this.#records[at] as Output;
  }

  /** Cells that the file of an output has. */
  #cut(draft: Draft, {columns, layout}: Output): Draft {
    if (columns.length === layout.header.length) return draft;
    const cells = Object.fromEntries(columns.map((name) => [name, draft.cells[name] ?? BLANK]));
    const point = draft.columns.point;
    const stays =
      !point ||
      point.locations.some((at) =>
        Object.values(at).some((name) => columns.includes(name) && draft.cells[name]?.text !== null),
      );
    return {...draft, cells, point: stays ? draft.point : null};
  }

  #draw(output: Output, index: number, twin = false): Draft {
    return this.#maker.draw(this.#columns(output), index, twin);
  }

  /** The first row of a file, which says what it is. */
  #notice(output: Output): void {
    const draft = this.#draw(output, 0, output !== this.#records[0]);
    const [column] = this.#columns(output).prose.filter((name) => output.columns.includes(name));
    if (column !== undefined) draft.cells[column] = textCell(NOTICE.en);
    else if (!output.labelled)
      throw new Error(
        `${this.#maker.source.slug}: no column of ${output.layout.name} has room for the notice`,
      );
    this.#put(output, [this.#cut(draft, output)]);
    this.#maker.keep(this.#cut(draft, output), 'notice');
  }

  #put(output: Output, drafts: readonly Draft[], change?: WrittenRow['change'], times = 1): void {
    const rows = drafts.map(({cells}) => ({cells, ...(change ? {change} : {})}));
    output.add(Array.from({length: times}, () => rows).flat(), drafts[0]?.subject.row ?? 0);
    for (const draft of drafts)
      if (draft.code !== null) for (const codes of this.#codes) this.#code(codes, draft);
  }

  /** The row of a code table that gives a record its point. */
  #code(output: Output, draft: Draft): void {
    const columns = this.#columns(output);
    const made = columns.draw(draft.subject);
    const [column = ''] = columns.read('code');
    made.cells[column] = textCell(draft.code ?? '');
    columns.place(made, draft.written);
    output.add([{cells: made.cells}], draft.subject.row);
    this.#maker.counted.merge('code');
  }

  #record(index: number, bends: boolean): void {
    const {schedule, quirks, counted} = this.#maker;
    const output = this.#outputOf(index);
    const drawn = this.#draw(output, index + 1);
    const quirk = bends
      ? (schedule.one(quirks, (name) =>
          may(this.#maker.source, this.#columns(output), name as QuirkName, output),
        ) as QuirkName | null)
      : null;
    if (quirk === 'second_row') {
      this.#second(output, drawn);
      return;
    }
    if (quirk === 'shared_key') {
      this.#shared(output, drawn, index);
      return;
    }
    if (isPermitLie(quirk)) {
      this.#permit(quirk, output, drawn);
      return;
    }
    const refused = quirk === null ? null : bend(this.#maker.source, quirk, drawn, index);
    const draft = this.#cut(drawn, output);
    const ragged = quirk === 'cell_too_many' || quirk === 'cell_too_few';
    const change = ragged
      ? (cells: string[]) => (quirk === 'cell_too_few' ? cells.slice(0, -1) : [...cells, 'voir annexe'])
      : undefined;
    const twice = quirk === 'duplicate';
    this.#put(output, [draft], change, twice ? 2 : 1);
    if (ragged) {
      counted.reject('ragged');
      return;
    }
    if (refused) {
      counted.reject(refused);
      return;
    }
    this.#maker.keep(draft, quirk ?? 'plain');
    if (!twice) return;
    if (this.#maker.source.duplicates === 'separate') this.#maker.keep(draft, 'plain', {sampled: false});
    else counted.merge('duplicate');
  }

  /** Another row of the same record: what no field holds together is said otherwise. */
  #second(output: Output, first: Draft): void {
    const {source} = this.#maker;
    const others = this.#records.filter(
      (one) => one.layout.header === output.layout.header && one.columns === output.columns,
    );
    const to = others[first.subject.row % others.length] ?? output;
    const columns = this.#columns(to);
    const drawn = columns.draw({
      ...first.subject,
      means: random(this.#maker.seed, source.slug, 'second', first.subject.row),
      place: this.#draw(to, first.subject.index, true).subject.place,
    });
    const second = secondVersion(source, first, drawn, to.columns);
    this.#put(output, [first]);
    this.#put(to, [second]);
    this.#maker.keep(standing(source, [first, second]), 'second_row', {versions: 2});
  }

  /** Several rows of one permit; a row of another layout stands in the file of that. */
  #permit(lie: PermitLie, output: Output, drawn: Draft): void {
    const {source, layouts} = this.#maker;
    const {rows, record, addresses} = told(lie, source, drawn, layouts);
    const fileOf = ({columns: {layout}}: Draft) =>
      layout === output.layout ? output : this.#records.find((one) => one.layout === layout);
    for (const [to = output, own] of Map.groupBy(rows, fileOf))
      this.#put(
        to,
        own.map((row) => this.#cut(row, to)),
      );
    const how = {versions: rows.length, ...(addresses ? {told: {address_count: addresses}} : {})};
    this.#maker.keep(this.#cut(record, fileOf(record) ?? output), lie, how);
  }

  /** Another record under the key of the first one. */
  #shared(output: Output, first: Draft, index: number): void {
    const {source, counted} = this.#maker;
    const second = this.#draw(output, index + 1, true);
    shareKey(source, first, second);
    const drafts = [first, second].map((one) => this.#cut(one, output));
    this.#put(output, drafts);
    if (isAlike(first, second) && source.disambiguate === undefined) {
      this.#maker.keep(drafts[0] as Draft, 'plain');
      counted.merge('duplicate');
      return;
    }
    const apart = source.disambiguate ?? [];
    const shared = apart.length > 0;
    const differ = differs(first, second, apart);
    // Identifiers that depend on the whole content are not sampled.
    const how = {shared, sampled: shared || source.disambiguate === undefined};
    this.#maker.keep(drafts[0] as Draft, differ || !shared ? 'shared_key' : 'plain', how);
    if (source.disambiguate === undefined) counted.reject('repeated_key');
    else this.#maker.keep(drafts[1] as Draft, differ ? 'shared_key' : 'plain', how);
  }
}
