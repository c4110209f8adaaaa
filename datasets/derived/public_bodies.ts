/**
 * Public bodies in one table: departments, lobbied institutions and research institutions, with the names and
 * keys that records have for them.
 */

import {acronymsOf, BODIES, namesOf} from '../codes/bodies.ts';
import type {Body} from '../codes/body_table.ts';
import {DEPARTMENTS} from '../codes/departments.ts';
import {FEDERAL_BODIES} from '../codes/federal_bodies.ts';
import {RESEARCH_BODIES} from '../codes/research_bodies.ts';
import {internalColumn, NOT_NULL} from '../columns.ts';
import {fold} from '../rules/text.ts';
import {codeTable, type Sql, sqlFile} from '../sql_file.ts';
import type {Column, Columns, Derived} from '../types.ts';

/** Bodies by kind. */
const KINDS: Readonly<Record<string, readonly Body[]>> = {
  'federal institution': DEPARTMENTS,
  'other federal body': FEDERAL_BODIES,
  'research institution': RESEARCH_BODIES,
};

const KEY_HELP =
  'the name, percent-encoded, as in addresses of the API and the pages; joins to `public_body_names`';
const DEPARTMENT = 'Health%20Canada%20%7C%20Sant%C3%A9%20Canada';

/** Numbers of records by the role of the body in them. */
const counts = (named: string, note = ''): Columns => ({
  department_count: internalColumn(
    'integer',
    `contracts, awards, tenders, grants and nil reports with ${named} as the department${note}`,
    3,
    NOT_NULL,
  ),
  lobbied_count: internalColumn(
    'integer',
    `lobbying registrations and communications with ${named} as a lobbied institution${note}`,
    0,
    NOT_NULL,
  ),
  research_count: internalColumn(
    'integer',
    `research grants with ${named} as the institution that holds them${note}`,
    0,
    NOT_NULL,
  ),
});

const textsOfBodies = (column: string, textsOf: (body: Body) => string[]): Sql =>
  codeTable(
    [column, 'body_key'],
    BODIES.flatMap((body) => [...new Set(textsOf(body).map(fold))].map((text) => [text, body.key])),
  );

/** Every folded name of a public body as `name`, with the key of the body as `body_key`. */
export const KNOWN_NAMES = textsOfBodies('name', namesOf);

export const public_body_names: Derived = {
  name: 'public_body_names',
  title: 'Names of public bodies',
  help: 'Every name of a department, a lobbied institution or a research institution in the records, with the public body that it means. A name that is ambiguous, or not in the table of bodies, has no body: nothing is guessed.',
  key: {column: 'name_key', rank: 'name_key'},
  columns: {
    name_key: internalColumn(
      'text',
      'the name, percent-encoded: the key that records have',
      DEPARTMENT,
      NOT_NULL,
    ),
    name: internalColumn('text', 'the name as records have it', 'Health Canada | Santé Canada', NOT_NULL),
    body_key: internalColumn('text', 'the public body; null if the name has none', 'hc-sc'),
    ...counts('this name'),
  },
  sort: {default: 'name_key', keys: {name_key: 'name_key'}},
  filters: {},
  sql: sqlFile('datasets/derived/public_body_names.sql', {
    known_names: KNOWN_NAMES,
    known_acronyms: textsOfBodies('acronym', acronymsOf),
  }),
  links: sqlFile('datasets/derived/public_body_names.links.sql'),
  names: null,
  sections: {},
  profile: [],
};

/** Names have none (`test/datasets/bodies.test.ts`). */
const SEPARATOR = '|';

export const public_bodies: Derived = {
  name: 'public_bodies',
  title: 'Public bodies',
  help: 'Federal institutions, other federal bodies, and the universities, colleges and institutes that hold research grants: one row for each, also for those that no record names. `public_body_names` joins records to them.',
  key: {column: 'body_key', rank: 'body_key'},
  columns: {
    body_key: internalColumn(
      'text',
      'code of the open government registry where the body has one, else a short word',
      'hc-sc',
      NOT_NULL,
    ),
    name_en: internalColumn('text', 'applied title in English', 'Health Canada', NOT_NULL),
    name_fr: internalColumn('text', 'applied title in French', 'Santé Canada', NOT_NULL),
    kind: internalColumn('text', 'kind of body', 'federal institution', {
      ...NOT_NULL,
      values: Object.keys(KINDS),
    }),
    acronyms_en: internalColumn('text[]', 'acronyms in English, former ones included', ['HC']),
    acronyms_fr: internalColumn('text[]', 'acronyms in French, former ones included', ['SC']),
    other_names: internalColumn(
      'text[]',
      'aliases in both languages: legal titles, former names and other spellings',
      ['Department of Health'],
    ),
    ...counts('one of its names', '; a record with several of them counts several times'),
  },
  sort: {default: 'body_key', keys: {body_key: 'body_key'}},
  filters: {},
  sql: sqlFile('datasets/derived/public_bodies.sql', {
    separator: SEPARATOR,
    bodies: codeTable(
      ['body_key', 'name_en', 'name_fr', 'kind', 'acronyms_en', 'acronyms_fr', 'other_names'],
      Object.entries(KINDS).flatMap(([kind, bodies]) =>
        bodies.map(({key, en, fr, acronyms, also, kept}) => [
          key,
          en,
          fr,
          kind,
          ...[acronyms.en, acronyms.fr, [...also, ...kept]].map((names) => names.join(SEPARATOR)),
        ]),
      ),
    ),
  }),
  names: null,
  sections: {},
  profile: [],
};

/** A key is made from the record's own name, so other records never change it. */
const key = (what: string, column: string, example: string): Column =>
  internalColumn('text', `key of the ${what}: ${KEY_HELP}`, example, {
    derived: {sql: `encode_uri_component(r.${column})`},
  });

export const DEPARTMENT_KEY = key('department', 'department', DEPARTMENT);
export const INSTITUTION_KEY = key('institution', 'institution', 'University%20of%20Saskatchewan');

/** The keys of all institutions of a record. */
export const INSTITUTION_KEYS: Column = internalColumn(
  'text[]',
  `keys of the institutions, in the order of \`institutions\`: each is ${KEY_HELP}`,
  ['House%20of%20Commons'],
  {derived: {sql: 'list_transform(r.institutions, lambda one: encode_uri_component(one))'}},
);
