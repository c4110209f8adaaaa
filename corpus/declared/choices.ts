/** Combinations of texts for the columns that rules compare: every rule of a declaration occurs, and texts that none knows. */
import type {Layout, Rules, Test} from '../../datasets/types.ts';
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
    field.op === 'rules' || field.op === 'given' ? [field.rules] : [],
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
function satisfying(when: readonly Test[], seed: Choice): Choice[] {
  let made: Record<string, string | null>[] = [{...seed}];
  for (const test of when) {
    const [column] = test.from;
    if (column === undefined || test.not) continue;
    if (test.given === false)
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

/** The choices of every component of a layout; `required` columns are never blank. */
export function choicesOf(
  layout: Layout,
  examples: readonly Record<string, string>[],
  required: ReadonlySet<string>,
): Choices[] {
  const {only} = layout;
  const wanted: Rules[] = only
    ? [{name: 'only', help: '', rules: [{gives: 'in', when: [only.test]}], otherwise: null, noted: []}]
    : [];
  return components([...tablesOf(layout), ...wanted]).map(({tables, columns}) => {
    const own = (row: Record<string, string>): Choice =>
      Object.fromEntries(columns.map((name) => [name, row[name]?.replace(/\s+/g, ' ').trim() || null]));
    const seeds = examples.map(own).filter((one) => Object.values(one).some((text) => text !== null));
    const blank = own({});
    const inside = (one: Choice) =>
      !only?.test.from.every((name) => columns.includes(name)) ||
      passes(only.test, (name) => one[name] ?? null);
    const [base = blank] = seeds.filter(inside);
    const made = tables.flatMap(({rules}) =>
      rules.flatMap(({when}) => [...satisfying(when, blank), ...satisfying(when, base)]),
    );
    const whole = (one: Choice) => columns.every((name) => one[name] !== null || !required.has(name));
    const fits = (one: Choice) =>
      inside(one) && whole(one) && tables.every((table) => table.name === 'only' || isKnown(table, one));
    const distinct = new Map([...seeds, ...made].filter(fits).map((one) => [JSON.stringify(one), one]));
    const all = [...distinct.values()];
    const strange = {
      ...Object.fromEntries(columns.map((name) => [name, UNKNOWN])),
      ...kept(only?.test, base),
    };
    const unknowable = tables.some((table) => table.name !== 'only' && !isKnown(table, strange));
    return {
      columns,
      known: all.length ? all : [base],
      unknown: unknowable ? strange : null,
      refused: only ? outsideOf(only.test, base, columns) : null,
    };
  });
}

const isKnown = (table: Rules, one: Choice): boolean => decide(table, (name) => one[name] ?? null).known;

/** The cells by which a layout knows its rows. */
const kept = (test: Test | undefined, base: Choice): Choice =>
  Object.fromEntries(
    (test?.from ?? []).filter((name) => name in base).map((name) => [name, base[name] ?? null]),
  );

function outsideOf(test: Test, base: Choice, columns: readonly string[]): Choice | null {
  const [column = ''] = test.from;
  if (!columns.includes(column)) return null;
  const text = test.not ? (texts(test)[0] ?? null) : UNKNOWN;
  return {...base, [column]: text};
}
