/** Profiles of the oracle, by a scan of all names. */
import {acronymsOf, BODIES, namesOf} from '../../datasets/codes/bodies.ts';
import {directionOf} from '../../datasets/index.ts';
import {fold, vendorKey} from '../../datasets/rules/text.ts';
import type {Derived, Json} from '../../datasets/types.ts';
import {isDerived} from '../../engine/file/table_layout.ts';
import {scanOrder} from './scan_order.ts';
import type {ScanRow} from './scan_row.ts';
import {onceFor, pickFields, type ScanTable} from './scan_rows.ts';

/** Entities in the order of their list. */
function ranked(table: ScanTable, declaration: Derived): readonly ScanRow[] {
  return onceFor(table, 'ranked', () => {
    const {default: key} = declaration.sort;
    const {compare, keyOf} = scanOrder(table, {sort: key, order: directionOf(declaration, key)});
    const keyed = table.rows.map((row) => ({row, key: keyOf(row)}));
    return keyed.sort((a, b) => compare(a.key, b.key)).map(({row}) => row);
  });
}

/** Resolves a name to an entity; each step scans all names before the next. */
function resolve(
  rows: readonly ScanRow[],
  {names}: ScanTable,
  {derivedName: also_known, exactNamesOnly: exact, bodies, counted, key: {column}}: Derived,
  name: string,
): {row: ScanRow; matched_by: string; similar: Json[]} | null {
  const known = fold(name);
  if (known === '') return null;
  const named = (test: (one: ScanTable['names'][number]) => boolean): ScanRow | undefined => {
    const entities = new Set(names.filter(test).map(({entity}) => entity));
    return rows.find(({id}) => entities.has(id));
  };
  const key = vendorKey(name);
  const byKey = () =>
    also_known && key !== '' ? rows.find(({texts}) => texts[also_known.column]!.includes(key)) : undefined;
  const acronym = new Set(
    BODIES.filter((body) => acronymsOf(body).some((one) => fold(one) === known)).flatMap((body) =>
      namesOf(body).map(fold),
    ),
  );
  const steps: [by: string, find: () => ScanRow | undefined][] = [
    ['name', () => named((one) => one.name === one.entity && one.name === name)],
    ['name', () => named((one) => one.name === one.entity && one.known === known)],
    ['spelling', () => named((one) => one.known === known)],
    ['key', byKey],
    ['acronym', () => (bodies ? named((one) => acronym.has(one.known)) : undefined)],
  ];
  for (const [matched_by, find] of steps) {
    const row = find();
    if (row) return {row, matched_by, similar: []};
  }
  if (exact) return null;
  const parts: [by: string, fits: (text: string) => boolean][] = [
    ['beginning', (text) => text.startsWith(known)],
    ['part', (text) => text.includes(known)],
  ];
  for (const [matched_by, fits] of parts) {
    // Each spelling stands for the first of its entities.
    const firsts = new Map<string, number>();
    for (const one of names.filter((one) => fits(one.known))) {
      const place = rows.findIndex(({id}) => id === one.entity);
      if (place >= 0) firsts.set(one.known, Math.min(place, firsts.get(one.known) ?? place));
    }
    const places = [...new Set(firsts.values())].sort((a, b) => a - b);
    const [row, ...others] = places.map((place) => rows[place]!);
    const similar = others
      .slice(0, 10)
      .map(({fields}) => ({name: fields[column]!, count: fields[counted!]!}));
    if (row) return {row, matched_by, similar};
  }
  return null;
}

/** JSON of the profile, or `null`. */
export function scanProfile(table: ScanTable, name: string): string {
  const {declaration} = table;
  if (!isDerived(declaration)) throw new Error(`${declaration.name} is no entity`);
  const rows = ranked(table, declaration);
  const found = resolve(rows, table, declaration, name);
  if (!found) return 'null';
  const {row, matched_by, similar: candidates} = found;
  const fields: Record<string, Json> = {...row.fields};
  for (const [part, {column}] of Object.entries(declaration.sections)) {
    const own = table.sections[part]!.get(row.id) ?? [];
    fields[part] = column.type === 'object' ? (own[0] ?? null) : own;
  }
  const {related} = declaration;
  if (related) {
    const own = row.texts[related.same]!;
    const similar = rows.filter(
      ({id, folded, texts}) =>
        id !== row.id &&
        (folded[related.contains]!.some((text) => text.includes(fold(name))) ||
          texts[related.same]!.some((text) => text !== '' && own.includes(text))),
    );
    const shown = Object.keys(related.column.fields ?? {});
    fields[related.name] = similar.slice(0, related.limit).map((other) => pickFields(other, shown));
  }
  const json = JSON.stringify(
    Object.fromEntries(declaration.profile.map((field) => [field, fields[field] ?? null])),
  );
  return `${matched_by} ${JSON.stringify(candidates)} ${json}`;
}
