/** Generates the files of a source from its declaration, and counts what must come of them. */

import {DATASETS} from '../../datasets/index.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../../datasets/municipalities.ts';
import type {Box, Column, Dataset, Json, Source} from '../../datasets/types.ts';
import {dayOf, REFERENCE_DAY} from '../dates.ts';
import {type Oracle, oracle, recordId} from '../oracle.ts';
import {type Random, random} from '../prng.ts';
import type {Quirk} from '../quirk.ts';
import {type Schedule, scheduleOf} from '../quirks.ts';
import {fill, type Generate, type Task} from '../task.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {bend, changeable, may, quirksFor} from './bends.ts';
import {BLANK, type Subject, textCell} from './cells.ts';
import {type Draft, LayoutColumns} from './columns.ts';
import {writeExcluded} from './excluded.ts';
import {OPEN} from './expected.ts';
import {type Output, openOutputs, type WrittenRow} from './files.ts';
import {placesIn} from './places.ts';
import {type QuirkName, quirksOf} from './quirks.ts';
import {standing} from './versions.ts';

/** Days of the first records. */
const SINCE = dayOf('2009-01-05');
/** Where records lie whose source names no municipality. */
const CANADA: Box = [-123, 43, -64, 52];

/** What the generator knows of a source before the first row. */
interface Plan {
  source: Source;
  dataset: Dataset;
  layouts: ReadonlyMap<string, LayoutColumns>;
  quirks: readonly QuirkName[];
}

const constantOf = ({layouts}: Source, name: string): string | null => {
  const field = layouts[0]?.fields[name];
  return field?.op === 'constant' ? field.value : null;
};

function datasetOf({dataset}: Source): Dataset {
  const found = DATASETS[dataset];
  if (!found) throw new Error(`no dataset is named ${dataset}`);
  return found;
}

const plans = new WeakMap<Source, Plan>();

/** Columns and quirks of a source. */
export function planOf(source: Source): Plan {
  const known = plans.get(source);
  if (known) return known;
  const layouts = new Map(source.layouts.map((layout) => [layout.name, new LayoutColumns(source, layout)]));
  const records = [...layouts.values()].filter(({layout}) => layout.codeTable === undefined);
  const plan = {source, dataset: datasetOf(source), layouts, quirks: quirksFor(source, records)};
  plans.set(source, plan);
  return plan;
}

/** The generator of a source without one of its own. */
export const declared =
  (source: Source, records: (plan: Task['plan']) => number): Generate =>
  async (task) => {
    const maker = createMaker(source, task, records(task.plan));
    const outputs = await openOutputs(source, {folder: task.folder, seed: task.seed, records: maker.target});
    const expected = await new Writer(maker, outputs).write(task);
    return {...expected, left_out: await writeExcluded(source, task.folder, Object.keys(expected.files))};
  };

/** Rows of the first file for each row of another one: older forms lack columns, and checks know the current form. */
const FIRST_FILE = 19;

/** Draws the rows of a source, one subject after the other. */
export interface Maker extends Plan {
  seed: string;
  target: number;
  schedule: Schedule<string>;
  counted: Oracle;
  /** A row about the record of a number; `twin`: another one that begins at another time. */
  draw(layout: LayoutColumns, index: number, twin?: boolean): Draft;
  /** Counts a kept record. */
  keep(draft: Draft, shows: string, how?: {versions?: number; shared?: boolean; sampled?: boolean}): void;
}

export function createMaker(
  source: Source,
  {seed, plan}: Pick<Task, 'seed' | 'plan'>,
  target: number,
  table: Readonly<Record<string, Quirk>> = quirksOf(planOf(source).quirks),
): Maker {
  const known = planOf(source);
  const {dataset} = known;
  const {slug, label} = source;
  const money = dataset.stats?.sum ?? null;
  const valued = money !== null && source.layouts.some(({fields}) => money in fields);
  const counted = oracle({slug, dataset: dataset.name, label, valued, ...(valued ? {money} : {})});
  const municipality = constantOf(source, 'municipality') as MunicipalitySlug | null;
  const province = constantOf(source, 'province') ?? 'ON';
  const box = municipality ? MUNICIPALITIES[municipality].box : CANADA;
  const dimensions = dimensionsOf(dataset);
  const places = placesIn({box, province, seed: `${seed} ${slug}`, records: target});
  const schedule = scheduleOf(table, plan.scale === 'national');
  let row = 0;
  const subject = (means: Random, index: number, share: number): Subject => ({
    index,
    row: ++row,
    day: SINCE + Math.floor((REFERENCE_DAY - 200 - SINCE) * Math.min(1, share) ** 0.8),
    means,
    place: places.pick(means),
    french: province === 'QC',
    vendors: plan.vendors,
  });
  return {
    ...known,
    seed,
    target,
    schedule,
    counted,
    draw: (layout, index, twin = false) => {
      const means = random(seed, slug, twin ? 'twin' : 'row', index);
      const share = (index + means.next()) / target;
      return layout.draw(subject(means, index, twin ? (share > 0.02 ? share - 0.01 : share + 0.01) : share));
    },
    keep: (draft, shows, {versions = 1, shared = false, sampled = true} = {}) => {
      const value = valued ? draft.columns.value(draft, money) : null;
      const cents = typeof value === 'number' ? Math.round(value * 100) : null;
      counted.keep({versions, value: cents, by: dimensions(draft)});
      const key = keyOf(draft, [...source.key, ...(shared ? (source.disambiguate ?? []) : [])]);
      // The identifier of a record without a key depends on its content.
      if (!sampled || source.key.some((name) => draft.columns.value(draft, name) === OPEN)) return;
      counted.sample(shows, () => ({
        record_id: recordId(dataset.id.prefix, slug, key),
        earlier_versions: 0,
        fields: {...fieldsIn(draft, source, dataset), source_dataset: label},
      }));
    },
  };
}

/** What the identifier of a record is made of. */
const keyOf = (draft: Draft, names: readonly string[]): string[] =>
  names.map((name) => {
    const part = draft.columns.value(draft, name);
    return part === null || part === OPEN ? '' : String(part);
  });

/** Column of the dataset's date, or the fields whose first value it is. */
function dateFields({date, versions, columns}: Dataset): string[] {
  if (date === null) return [];
  const [, names = null] = /^coalesce\((.*)\)$/.exec(versions?.computed[date] ?? '') ?? [];
  return names
    ? [...names.matchAll(/rec\.(\w+)/g)].map(([, name = '']) => name)
    : date in columns
      ? [date]
      : [];
}

type Dimensions = (draft: Draft) => Record<string, string | null>;

/** Reads the dimensions that the statistics of a dataset group by, and the year of its date. */
function dimensionsOf(dataset: Dataset): Dimensions {
  const grouped = Object.values(dataset.stats?.groups ?? {}).map(
    ({sql}) => /^r\.(\w+)$/.exec(sql)?.[1] ?? '',
  );
  const closed = Object.entries(dataset.columns).filter(([, {values}]) => values !== undefined);
  const names = [...new Set([...grouped, ...closed.map(([name]) => name)])];
  const days = dateFields(dataset);
  return (draft) => {
    const {layout, value} = draft.columns;
    const by: Record<string, string | null> = {};
    for (const name of names) {
      const given = name in layout.fields ? value(draft, name) : OPEN;
      if (given === null || typeof given === 'string') by[name] = given;
    }
    if (!days.some((name) => name in layout.fields)) return by;
    by['year'] = null;
    for (const name of days) {
      const day = value(draft, name);
      if (typeof day === 'string') by['year'] ??= day.slice(0, 4);
    }
    return by;
  };
}

/** Whether an answer shows a column. */
const isAnswered = (column: Column | undefined): boolean =>
  column?.visibility === 'list' || column?.visibility === 'detail';

/** Fields of the record that its cells decide alone. */
function fieldsIn(draft: Draft, {versions}: Source, dataset: Dataset): Record<string, Json> {
  const {layout, value} = draft.columns;
  const computed = {...versions?.computed, ...dataset.versions?.computed};
  const made = Object.keys(layout.fields)
    .filter(
      (name) =>
        isAnswered(dataset.columns[name]) && !(name in computed) && dataset.columns[name]?.type !== 'text[]',
    )
    .filter((name) => !(draft.approximate && (name === 'lat' || name === 'lng')))
    .map((name) => [name, value(draft, name)] as const)
    .filter(([, given]) => given !== OPEN);
  return Object.fromEntries(made) as Record<string, Json>;
}

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
    const row = quirk === 'second_row' || quirk === 'shared_key' ? quirk : null;
    if (row === 'second_row') {
      this.#second(output, drawn);
      return;
    }
    if (row === 'shared_key') {
      this.#shared(output, drawn, index);
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
    const changes = changeable(source, columns).filter((name) => to.columns.includes(name));
    const cells = {...first.cells};
    for (const name of changes) cells[name] = drawn.cells[name] ?? BLANK;
    const [one = ''] = changes;
    if (changes.every((name) => cells[name]?.text === first.cells[name]?.text))
      cells[one] = textCell(`${cells[one]?.text ?? ''} ${first.subject.row}`.trim());
    const second = {...drawn, cells, point: first.point, code: null};
    this.#put(output, [first]);
    this.#put(to, [second]);
    this.#maker.keep(standing(source, [first, second]), 'second_row', {versions: 2});
  }

  /** Another record under the key of the first one. */
  #shared(output: Output, first: Draft, index: number): void {
    const {source, counted} = this.#maker;
    const columns = this.#columns(output);
    const second = this.#draw(output, index + 1, true);
    const keys = source.key.flatMap(columns.read);
    for (const name of keys) second.cells[name] = first.cells[name] ?? BLANK;
    if (second.code !== null && second.code === first.code) {
      second.code = null;
      second.point = first.point;
    }
    const set = [...(source.versions?.group ?? []), ...(source.disambiguate ?? [])].filter(
      (name) => !source.key.includes(name),
    );
    if (set.every((name) => columns.value(first, name) === columns.value(second, name))) {
      const own = set
        .flatMap(columns.read)
        .filter((name) => !keys.includes(name))
        .at(-1);
      if (own) second.cells[own] = textCell(String(second.subject.row));
    }
    const equal = () =>
      Object.keys(columns.layout.fields).every(
        (name) => columns.value(first, name) === columns.value(second, name),
      );
    const [prose = ''] = columns.prose;
    if (equal() && second.cells[prose])
      second.cells[prose] = textCell(`${second.cells[prose].text ?? ''} 2`.trim());
    const drafts = [first, second].map((one) => this.#cut(one, output));
    this.#put(output, drafts);
    if (equal() && source.disambiguate === undefined) {
      this.#maker.keep(drafts[0] as Draft, 'plain');
      counted.merge('duplicate');
      return;
    }
    const apart = source.disambiguate ?? [];
    const shared = apart.length > 0;
    const differ = apart.some((name) => columns.value(first, name) !== columns.value(second, name));
    // Identifiers that depend on the whole content are not sampled.
    const how = {shared, sampled: shared || source.disambiguate === undefined};
    this.#maker.keep(drafts[0] as Draft, differ || !shared ? 'shared_key' : 'plain', how);
    if (source.disambiguate === undefined) counted.reject('repeated_key');
    else this.#maker.keep(drafts[1] as Draft, differ ? 'shared_key' : 'plain', how);
  }
}
