/** Draws the rows of a source from its declaration, and counts the records that must come of them. */
import {DATASETS} from '../../../datasets/index.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../../../datasets/municipalities.ts';
import type {Box, Column, Dataset, Json, Source} from '../../../datasets/types.ts';
import {dayOf, REFERENCE_DAY} from '../dates.ts';
import {type Oracle, oracle, recordId} from '../oracle.ts';
import {type Random, random} from '../prng.ts';
import type {Quirk} from '../quirk.ts';
import {type Schedule, scheduleOf} from '../quirks.ts';
import type {Task} from '../task.ts';
import {quirksFor} from './bends.ts';
import type {Subject} from './cells.ts';
import {type Draft, LayoutColumns} from './columns.ts';
import {OPEN} from './expected.ts';
import {placesIn} from './places.ts';
import {type QuirkName, quirksOf} from './quirks.ts';

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

/** How a record is kept; `told`: what its rows tell together. */
interface Kept {
  versions?: number;
  shared?: boolean;
  sampled?: boolean;
  told?: Record<string, Json>;
}

/** Draws the rows of a source, one subject after the other. */
export interface Maker extends Plan {
  seed: string;
  target: number;
  schedule: Schedule<string>;
  counted: Oracle;
  /** A row about the record of a number; `twin`: another one that begins at another time. */
  draw(layout: LayoutColumns, index: number, twin?: boolean): Draft;
  /** Counts a kept record. */
  keep(draft: Draft, shows: string, how?: Kept): void;
}

export function createMaker(
  source: Source,
  {seed, plan}: Pick<Task, 'seed' | 'plan'>,
  target: number,
  table: Readonly<Record<string, Quirk>> = quirksOf(planOf(source).quirks),
): Maker {
  const known = planOf(source);
  const {dataset} = known;
  const {slug} = source;
  const money = dataset.stats?.sum ?? null;
  const valued = money !== null && source.layouts.some(({fields}) => money in fields);
  const counted = oracle(source, {valued, ...(valued ? {money} : {})});
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
    keep: (draft, shows, {versions = 1, shared = false, sampled = true, told = {}} = {}) => {
      const value = valued ? draft.columns.value(draft, money) : null;
      const cents = typeof value === 'number' ? Math.round(value * 100) : null;
      counted.keep({versions, value: cents, by: dimensions(draft)});
      const key = keyOf(draft, [...source.key, ...(shared ? (source.disambiguate ?? []) : [])]);
      // The identifier of a record without a key depends on its content.
      if (!sampled || source.key.some((name) => draft.columns.value(draft, name) === OPEN)) return;
      counted.sample(shows, () => ({
        record_id: recordId(dataset.id.prefix, slug, key),
        earlier_versions: 0,
        fields: {
          ...fieldsIn(draft, source, dataset, shows !== 'second_row'),
          ...told,
          source_dataset: source.label,
        },
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

/** Columns in which rows of one permit differ: the cells of one row do not tell what the record has. */
const DIFFERING = new Set(['contractor_name', 'building_type']);

type Dimensions = (draft: Draft) => Record<string, string | null>;

/** Reads the dimensions that the statistics of a dataset group by, and the year of its date. */
function dimensionsOf(dataset: Dataset): Dimensions {
  const grouped = Object.values(dataset.stats?.groups ?? {}).map(
    ({sql}) => /^r\.(\w+)$/.exec(sql)?.[1] ?? '',
  );
  const closed = Object.entries(dataset.columns).filter(([, {values}]) => values !== undefined);
  const all = new Set([...grouped, ...closed.map(([name]) => name)]);
  const names = [...all].filter((name) => !DIFFERING.has(name));
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

/**
 * Fields of permits that the rules of merging decide, so that the oracle knows them, however they are
 * computed.
 */
const RULED = new Set(['dwelling_units_created', 'estimated_cost', 'status', 'status_raw', 'completed_date']);

/** Fields of the record that its cells decide alone, or the rules that the row was made by. */
function fieldsIn(
  draft: Draft,
  {versions}: Source,
  dataset: Dataset,
  isRuled: boolean,
): Record<string, Json> {
  const {layout, value} = draft.columns;
  const computed = {...versions?.computed, ...dataset.versions?.computed};
  const made = Object.keys(layout.fields)
    .filter(
      (name) =>
        isAnswered(dataset.columns[name]) &&
        (!(name in computed) || (isRuled && RULED.has(name))) &&
        dataset.columns[name]?.type !== 'text[]',
    )
    .filter((name) => !(draft.approximate && (name === 'lat' || name === 'lng')))
    .map((name) => [name, value(draft, name)] as const)
    .filter(([, given]) => given !== OPEN);
  return Object.fromEntries(made) as Record<string, Json>;
}
