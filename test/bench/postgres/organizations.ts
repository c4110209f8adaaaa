/** Profiles of organizations from tables of their parts, as materialised views would hold them. */
import {DERIVED} from '../../../datasets/index.ts';
import {ident} from '../../../datasets/rules/sql.ts';
import type {Column} from '../../../datasets/types.ts';
import {SECTION_KEY, sectionOfAll} from '../../../engine/sql/profile_sections.ts';
import {BASE_PATH} from '../../../server/api/routes/index.ts';
import type {Statement} from './requests.ts';
import {ORGANIZATIONS, selectedAs, typeOf} from './tables.ts';

const declaration = DERIVED[ORGANIZATIONS]!;
const KEY = declaration.key.column;
const COLUMNS = declaration.profile.filter((field) => declaration.columns[field]);
const SECTIONS = declaration.profile.filter((field) => declaration.sections[field]);

const fieldsOf = (section: string): [string, Column][] =>
  Object.entries(declaration.sections[section]!.column.fields ?? {});

const tableOf = (section: string): string => `${ORGANIZATIONS}_${section}`;

/**
 * The tables: name, fields with their types, and the rows as a SELECT over the views of a build's catalogue.
 */
export function organizationTables(): {name: string; fields: string[]; select: string}[] {
  const own = COLUMNS.map((name): [string, Column] => [name, declaration.columns[name]!]);
  const fields = (columns: readonly [string, Column][]) =>
    columns.map(([name, column]) => `${ident(name)} ${typeOf(column)}`);
  const selected = (columns: readonly [string, Column][]) =>
    columns.map(([name, column]) => selectedAs(name, column)).join(', ');
  const sections = SECTIONS.map((section) => ({
    name: tableOf(section),
    fields: [`${SECTION_KEY} text`, '_position integer', ...fields(fieldsOf(section))],
    select: `SELECT ${SECTION_KEY}, _position, ${selected(fieldsOf(section))} FROM (${sectionOfAll(declaration.sections[section]!)})
      ORDER BY 1, 2`,
  }));
  return [
    {name: ORGANIZATIONS, fields: fields(own), select: `SELECT ${selected(own)} FROM ${ORGANIZATIONS}`},
    ...sections,
  ];
}

export const organizationIndexes = (): string[] => [
  `ALTER TABLE ${ORGANIZATIONS} ADD PRIMARY KEY (${KEY})`,
  ...SECTIONS.map((section) => `ALTER TABLE ${tableOf(section)} ADD PRIMARY KEY (${SECTION_KEY}, _position)`),
];

const PROFILE = `SELECT row_to_json(p)::text AS data FROM (SELECT ${[
  ...COLUMNS.map((name) => `o.${ident(name)}`),
  ...SECTIONS.map(
    (section) => `coalesce((SELECT json_agg(row_to_json(s)) FROM (
      SELECT ${fieldsOf(section)
        .map(([name]) => ident(name))
        .join(
          ', ',
        )} FROM ${tableOf(section)} WHERE ${SECTION_KEY} = $1 ORDER BY _position) AS s), '[]'::json) AS ${ident(section)}`,
  ),
].join(', ')} FROM ${ORGANIZATIONS} AS o WHERE o.${KEY} = $1) AS p`;

const PREFIX = `${BASE_PATH}/organizations/`;

/** The profile of a key; null for other paths. */
export function organizationStatement(path: string): Statement | null {
  if (!path.startsWith(PREFIX)) return null;
  return {name: 'organization', text: PROFILE, values: [decodeURIComponent(path.slice(PREFIX.length))]};
}
