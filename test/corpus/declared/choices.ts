/**
 * Combinations of texts for the columns that rules compare: every rule of a declaration occurs, and texts
 * that none knows.
 */
import type {Layout, Predicate, Rules} from '../../../datasets/types.ts';
import {compared, decide, passes, texts} from './rules.ts';

/** Texts of columns that are decided together; null for a blank cell. */
export type Choice = Readonly<Record<string, string | null>>;

export interface Choices {
  columns: readonly string[];
  /** Those that the rules know, of rows that the dataset holds. */
  known: readonly Choice[];
  /** Texts that no rule knows; null where every text is known. */
  unknown: Choice | null;
  /** Rows about something else, which the layout refuses. */
  refused: Choice | null;
}

/** No rule knows this word, and no row has it but as a quirk. */
const UNKNOWN = 'Trelawney';
/** Texts of one test that are used. */
const OPTIONS = 8;

/** All rule tables of a layout. */
function tablesOf(layout: Layout): Rules[] {
  const tables = Object.values(layout.fields).flatMap((field) =>
    field.op === 'rules' || field.op === 'when' ? [field.rules] : [],
  );
  return [...new Set(tables)];
}

const columnsOf = ({rules}: Rules): string[] => [
  ...new Set(rules.flatMap(({when}) => when.flatMap(compared))),
];

/** Tables that share columns, as one component each. */
function components(tables: readonly Rules[]): {tables: Rules[]; columns: string[]}[] {
  const found: {tables: Rules[]; columns: string[]}[] = [];
  for (const table of tables) {
    const columns = columnsOf(table);
    if (columns.length === 0) continue;
    const met = found.filter((one) => one.columns.some((name) => columns.includes(name)));
    for (const one of met) found.splice(found.indexOf(one), 1);
    found.push({
      tables: [...met.flatMap((one) => one.tables), table],
      columns: [...new Set([...met.flatMap((one) => one.columns), ...columns])],
    });
  }
  return found;
}

/** A choice for each text of the first test that has several; others take their first text. */
function satisfying(when: readonly Predicate[], seed: Choice): Choice[] {
  let made: Record<string, string | null>[] = [{...seed}];
  for (const test of when) {
    const [column] = test.from;
    if (column === undefined || test.negated) continue;
    if (test.present === false)
      made = made.map((one) => ({...one, ...Object.fromEntries(test.from.map((name) => [name, null]))}));
    const options = texts(test).slice(0, OPTIONS);
    if (options.length === 0) continue;
    made =
      made.length === 1
        ? options.map((text) => ({...made[0], [column]: text}))
        : made.map((one) => ({...one, [column]: options[0] ?? null}));
  }
  return made;
}

/** A table that refuses the rows that a layout does not hold. */
const refusing = ({where: only}: Layout): Rules[] =>
  only
    ? [
        {
          name: 'only',
          help: '',
          rules: [{value: 'in', when: [only.test]}],
          otherwise: null,
          reported: ['only'],
        },
      ]
    : [];

/** The choices of every component of a layout; `required` columns are never blank. */
export function choicesOf(
  layout: Layout,
  examples: readonly Record<string, string>[],
  required: ReadonlySet<string>,
): Choices[] {
  const all = components([...tablesOf(layout), ...refusing(layout)]);
  return all.map((component) => choicesIn(component, layout, examples, required));
}

function choicesIn(
  {tables, columns}: ReturnType<typeof components>[number],
  {where: only}: Layout,
  examples: readonly Record<string, string>[],
  required: ReadonlySet<string>,
): Choices {
  const blank: Choice = Object.fromEntries(columns.map((name) => [name, null]));
  const seeds = examples
    .map((row): Choice => {
      const cells = columns.map((name) => [name, row[name]?.replace(/\s+/g, ' ').trim() || null]);
      return Object.fromEntries(cells);
    })
    .filter((one) => Object.values(one).some((text) => text !== null));
  const inside = (one: Choice) =>
    !only?.test.from.every((name) => columns.includes(name)) ||
    passes(only.test, (name) => one[name] ?? null);
  const [base = blank] = seeds.filter(inside);
  const strange = {...Object.fromEntries(columns.map((name) => [name, UNKNOWN])), ...kept(only?.test, base)};
  // Of a table that reports nothing an unknown text is as good as any other.
  const strict = tables.filter(({reported}) => reported.length > 0);
  const whole = (one: Choice) => columns.every((name) => one[name] !== null || !required.has(name));
  const fits = (one: Choice) => whole(one) && inside(one) && strict.every((table) => isKnown(table, one));
  const made = tables.flatMap((table) =>
    table.rules.flatMap(({when, value}) => {
      const decides = (one: Choice) =>
        fits(one) && decide(table, (name) => one[name] ?? null).value === value;
      const tried = [blank, ...seeds, strange].map((from) => satisfying(when, from).filter(decides));
      return tried.find((some) => some.length > 0) ?? [];
    }),
  );
  const distinct = new Map([...seeds.filter(fits), ...made].map((one) => [JSON.stringify(one), one]));
  const unknowable = strict.some((table) => table.name !== 'only' && !isKnown(table, strange));
  return {
    columns,
    known: distinct.size ? [...distinct.values()] : [base],
    unknown: unknowable ? strange : null,
    refused: only ? outsideOf(only.test, base, columns) : null,
  };
}

const isKnown = (table: Rules, one: Choice): boolean => decide(table, (name) => one[name] ?? null).known;

/** The cells by which a layout knows its rows. */
const kept = (test: Predicate | undefined, base: Choice): Choice =>
  Object.fromEntries(
    (test?.from ?? []).filter((name) => name in base).map((name) => [name, base[name] ?? null]),
  );

function outsideOf(test: Predicate, base: Choice, columns: readonly string[]): Choice | null {
  const [column = ''] = test.from;
  if (!columns.includes(column)) return null;
  const text = test.negated ? (texts(test)[0] ?? null) : UNKNOWN;
  return {...base, [column]: text};
}
