/** Profiles by a plain walk over all names. */
import {directionOf} from '../../datasets/index.ts';
import {fold, vendorKey} from '../../datasets/rules/text.ts';
import type {Derived, Json} from '../../datasets/types.ts';
import {isDerived} from '../../engine/file/table_layout.ts';
import {plainOrder} from './plain_order.ts';
import {type PlainRow, type PlainTable, pickFields} from './plain_rows.ts';

function ranked(table: PlainTable, of: Derived): PlainRow[] {
  const {default: key} = of.sort;
  const {compare, placeOf} = plainOrder(table, {sort: key, order: directionOf(of, key)});
  return [...table.rows].sort((a, b) => compare(placeOf(a), placeOf(b)));
}

/** The entity that the name finds, each step over all names before the next. */
function resolve(
  rows: PlainRow[],
  {names}: PlainTable,
  {derivedName: also_known, exactNamesOnly: exact}: Derived,
  name: string,
) {
  const known = fold(name);
  if (known === '') return null;
  const named = (test: (one: PlainTable['names'][number]) => boolean): PlainRow | undefined => {
    const entities = new Set(names.filter(test).map(({entity}) => entity));
    return rows.find(({id}) => entities.has(id));
  };
  const key = vendorKey(name);
  const byKey = () =>
    also_known && key !== '' ? rows.find(({texts}) => texts[also_known.column]!.includes(key)) : undefined;
  return (
    named((one) => one.name === one.entity && one.name === name) ??
    named((one) => one.name === one.entity && one.known === known) ??
    named((one) => one.known === known) ??
    byKey() ??
    (exact ? null : named((one) => one.known.startsWith(known))) ??
    (exact ? null : named((one) => one.known.includes(known))) ??
    null
  );
}

/** JSON of the profile, or `null`. */
export function plainProfile(table: PlainTable, name: string): string {
  const {of} = table;
  if (!isDerived(of)) throw new Error(`${of.name} is no entity`);
  const rows = ranked(table, of);
  const row = resolve(rows, table, of, name);
  if (!row) return 'null';
  const fields: Record<string, Json> = {...row.fields};
  for (const [part, {column}] of Object.entries(of.sections)) {
    const found = table.sections[part]!.get(row.id) ?? [];
    fields[part] = column.type === 'object' ? (found[0] ?? null) : found;
  }
  const {related} = of;
  if (related) {
    const own = row.texts[related.same]!;
    const alike = rows.filter(
      ({id, folded, texts}) =>
        id !== row.id &&
        (folded[related.contains]!.some((text) => text.includes(fold(name))) ||
          texts[related.same]!.some((text) => text !== '' && own.includes(text))),
    );
    const shown = Object.keys(related.column.fields ?? {});
    fields[related.name] = alike.slice(0, related.limit).map((other) => pickFields(other, shown));
  }
  return JSON.stringify(Object.fromEntries(of.profile.map((field) => [field, fields[field] ?? null])));
}
