/** Profiles by name: resolves the name, then reads columns, sections and related entities. */
import {DERIVED, directionOf} from '../../datasets/index.ts';
import {namesOfAcronym} from '../../datasets/rules/bodies.ts';
import {ident} from '../../datasets/rules/sql.ts';
import {fold, TEXT_RULES} from '../../datasets/rules/text.ts';
import type {Derived} from '../../datasets/types.ts';
import {namesOf} from '../../engine/file/relations.ts';
import {expression, from, idOf} from '../../engine/sql/columns.ts';
import {MAX_SIMILAR, type MatchedBy, type Profile, type Row, type Similar} from '../../engine/types.ts';
import {Binder} from './binder.ts';
import {where} from './operators.ts';
import {orderOf} from './order.ts';
import type {Database} from './pool.ts';
import {sectionOfOne} from './section_of_one.ts';

/** The profile that a name resolves to, its fields in the declared order; null where it resolves to none. */
export async function profile(database: Database, entity: string, name: string): Promise<Profile | null> {
  const declaration = DERIVED[entity];
  if (!declaration || declaration.names === null) throw new Error(`${entity} has no profiles`);
  const found = await resolve(database, declaration, name);
  if (found === null) return null;
  const {key, matched_by, similar} = found;
  const parts = await Promise.all([
    readColumns(database, declaration, key),
    readRelated(database, declaration, key, name),
    ...Object.keys(declaration.sections).map((section) => readSection(database, declaration, section, key)),
  ]);
  const fields: Row = Object.assign({}, ...parts);
  const row = Object.fromEntries(declaration.profile.map((field) => [field, fields[field] ?? null]));
  return {json: Buffer.from(JSON.stringify(row)), matched_by, similar};
}

/**
 * Key of the entity: by a known name, then by `also_known` and by an acronym of a body, then (unless only
 * exact names count) by a beginning and by any part of a name; among several the first in the default order.
 * Among known names the entity's own comes first, so that the key of every listed entity leads to its own
 * profile.
 */
async function resolve(
  database: Database,
  declaration: Derived,
  name: string,
): Promise<{key: string; matched_by: MatchedBy; similar: Similar[]} | null> {
  const known = fold(name);
  if (known === '') return null;
  const id = idOf(declaration);
  const spellings = (test: string) =>
    `${id} IN (SELECT entity FROM ${namesOf(declaration.name)} WHERE ${test})`;
  const steps: {by: MatchedBy; test: string; value: string}[] = [
    {by: 'name', test: spellings('name = entity AND name = $text'), value: name},
    {by: 'name', test: spellings('name = entity AND known = $text'), value: known},
    {by: 'spelling', test: spellings('known = $text'), value: known},
    ...alsoKnown(declaration, name),
  ];
  if (declaration.bodies) {
    const value = JSON.stringify(namesOfAcronym(name));
    steps.push({
      by: 'acronym',
      test: spellings('known IN (FROM unnest(CAST($text AS JSON)::VARCHAR[]))'),
      value,
    });
  }
  if (!declaration.exactNamesOnly) {
    steps.push({by: 'beginning', test: spellings(PARTS.beginning), value: known});
    steps.push({by: 'part', test: spellings(PARTS.part), value: known});
  }
  const {fields, reads, terms} = defaultOrder(declaration);
  for (const {by, test, value} of steps) {
    const [row] = await database.rows(
      `SELECT ${fields} ${from(declaration, reads)} WHERE ${test} ORDER BY ${terms} LIMIT 1`,
      {text: value},
    );
    if (!row) continue;
    const key = String(row['_id']);
    const similar =
      by === 'beginning' || by === 'part' ? await readSimilar(database, declaration, by, known, key) : [];
    return {key, matched_by: by, similar};
  }
  return null;
}

/** Tests of a known name by which several entities may be meant. */
const PARTS = {beginning: 'starts_with(known, $text)', part: 'contains(known, $text)'} as const;

function defaultOrder(declaration: Derived) {
  const sort = declaration.sort.default;
  return orderOf(declaration, {sort, order: directionOf(declaration, sort)}, new Binder());
}

/** The other entities that are the first of a spelling which the text begins or is part of. */
async function readSimilar(
  database: Database,
  declaration: Derived,
  by: keyof typeof PARTS,
  text: string,
  key: string,
): Promise<Similar[]> {
  const {fields, reads, terms} = defaultOrder(declaration);
  const count = expression(declaration, declaration.counted!);
  const rows = await database.rows(
    `WITH entities AS (SELECT ${fields}, ${count.sql} AS _count ${from(declaration, [...reads, count])}),
      ranked AS (SELECT _id, _count, row_number() OVER (ORDER BY ${terms}) AS place FROM entities),
      firsts AS (SELECT min(place) AS place FROM ${namesOf(declaration.name)} JOIN ranked ON _id = entity
        WHERE ${PARTS[by]} GROUP BY known)
    SELECT _id, _count FROM ranked WHERE place IN (SELECT place FROM firsts) AND _id <> $key
    ORDER BY place LIMIT ${MAX_SIMILAR}`,
    {text, key},
  );
  return rows.map(({_id, _count}) => ({name: String(_id), count: Number(_count)}));
}

function alsoKnown(declaration: Derived, name: string): {by: MatchedBy; test: string; value: string}[] {
  if (!declaration.derivedName) return [];
  const {column, rule} = declaration.derivedName;
  const value = TEXT_RULES[rule](name);
  return value === '' ? [] : [{by: 'key', test: `${expression(declaration, column).sql} = $text`, value}];
}

async function readColumns(database: Database, declaration: Derived, key: string): Promise<Row> {
  const names = declaration.profile.filter((field) => declaration.columns[field]);
  const shown = names.map((name) => ({name, ...expression(declaration, name)}));
  const fields = shown.map(({name, sql}) => `${sql} AS ${ident(name)}`).join(', ');
  const [row] = await database.rows(
    `SELECT ${fields} ${from(declaration, shown)} WHERE ${idOf(declaration)} = $key`,
    {key},
  );
  if (!row) throw new Error(`${declaration.name} has no row for ${key}, which its names point to`);
  return row;
}

async function readSection(
  database: Database,
  declaration: Derived,
  name: string,
  key: string,
): Promise<Row> {
  const section = declaration.sections[name];
  if (!section) throw new Error(`${declaration.name} has no section ${name}`);
  const rows = await database.rows(sectionOfOne(section), {key});
  return {[name]: section.column.type === 'object' ? (rows[0] ?? null) : rows};
}

/**
 * Entities like the search text or like the match, without the match itself; no field where none is declared.
 */
async function readRelated(
  database: Database,
  declaration: Derived,
  key: string,
  name: string,
): Promise<Row> {
  const {related} = declaration;
  if (!related) return {};
  const binder = new Binder();
  const own = binder.bind(key);
  const alike = where(declaration, [{op: 'partial', columns: [related.contains], value: fold(name)}], binder);
  const same = expression(declaration, related.same);
  const rank = expression(declaration, declaration.key.rank);
  const shown = Object.keys(related.column.fields ?? {}).map((field) => ({
    field,
    ...expression(declaration, field),
  }));
  const fields = shown.map(({field, sql}) => `${sql} AS ${ident(field)}`).join(', ');
  const rows = await database.rows(
    `SELECT ${fields} ${from(declaration, [...shown, ...alike.reads, same, rank])}
    WHERE ${idOf(declaration)} <> ${own} AND (${alike.sql}
      OR (${same.sql} <> '' AND ${same.sql} = (SELECT ${same.sql} ${from(declaration, [same])} WHERE ${idOf(declaration)} = ${own})))
    ORDER BY ${rank.sql} DESC NULLS LAST, ${idOf(declaration)} LIMIT ${related.limit}`,
    binder.values,
  );
  return {[related.name]: rows};
}
