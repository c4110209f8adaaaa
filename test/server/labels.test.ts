/** Labels: every field, filter and code that people meet has one in both languages. */

import {expect, test} from 'vitest';
import {JOIN_RULES} from '../../datasets/codes/join_rules.ts';
import {SOLICITATION_PROCEDURE} from '../../datasets/codes/procurement.ts';
import type {Column, Columns} from '../../datasets/types.ts';
import {ROUTES} from '../../server/api/routes/index.ts';
import {operations, ownMetaColumns} from '../../server/api/schema/operations.ts';
import {frenchHelp, TRANSLATED_HELP} from '../../server/labels/help/index.ts';
import {frenchReference, TRANSLATED_REFERENCE} from '../../server/labels/help/reference.ts';
import {
  datasetLabels,
  fieldLabelOrNull,
  frenchValue,
  parameterLabelOrNull,
  publishedFor,
  readerHelp,
  valueLabel,
} from '../../server/labels/index.ts';
import {READER_HELP} from '../../server/labels/reader_help.ts';

interface Field {
  owner: string;
  name: string;
  column: Column;
}

/** Fields with those of their rows, whose owner is the column that holds them. */
const fieldsOf = (owner: string, columns: Columns): Field[] =>
  Object.entries(columns).flatMap(([name, column]) => [
    {owner, name, column},
    ...(column.fields ? fieldsOf(name, column.fields) : []),
  ]);

const FIELDS = ROUTES.flatMap((route) => {
  const distance = route.distance;
  const more = distance ? {[distance.name]: distance.column} : {};
  if (route.kind === 'list' || route.kind === 'detail')
    return fieldsOf(route.dataset, {...route.columns, ...more});
  return route.kind === 'profile' ? fieldsOf(route.entity, route.columns) : [];
});

test('every field of lists, records and profiles has a label', () => {
  const lacking = FIELDS.filter(({owner, name}) => !fieldLabelOrNull(owner, name));
  expect(lacking.map(({owner, name}) => `${owner}.${name}`)).toEqual([]);
});

test('every filter of a list has a label', () => {
  const lacking = ROUTES.flatMap((route) =>
    route.kind === 'list'
      ? Object.keys(route.parameters)
          .filter((name) => !parameterLabelOrNull(route.dataset, name))
          .map((name) => `${route.path} ${name}`)
      : [],
  );
  expect(lacking).toEqual([]);
});

test('every value of a closed set has a label', () => {
  const lacking = FIELDS.flatMap(({owner, name, column}) =>
    (column.values ?? [])
      .filter((value) => !valueLabel(name, value))
      .map((value) => `${owner}.${name} ${value}`),
  );
  expect(lacking).toEqual([]);
});

test('every reason why rows are one record has a label', () => {
  expect(JOIN_RULES.filter((rule) => !valueLabel('rule', rule))).toEqual([]);
});

test('every help text of records and profiles has a French one, and none is left over', () => {
  const shown = ROUTES.flatMap((route) => {
    if (route.kind === 'detail') return fieldsOf(route.dataset, route.columns);
    return route.kind === 'profile' ? fieldsOf(route.entity, route.columns) : [];
  });
  const helps = new Set(shown.map(({column}) => column.help).filter((help) => help !== ''));
  expect([...helps].filter((help) => frenchHelp(help) === null)).toEqual([]);
  expect(TRANSLATED_HELP.filter((help) => !helps.has(help))).toEqual([]);
  // Names of fields are the same in both languages.
  const names = (text: string) => (text.match(/`[a-z_]+`/g) ?? []).sort();
  const other = [...helps].filter((help) => names(frenchHelp(help)!).join() !== names(help).join());
  expect(other).toEqual([]);
});

test('what pages explain is of a field that records have, a sentence, and no repetition of its label', () => {
  const owners = new Map<string, Columns>();
  const add = (owner: string, columns: Columns) => {
    owners.set(owner, {...owners.get(owner), ...columns});
    for (const [name, {fields}] of Object.entries(columns)) if (fields) add(name, fields);
  };
  for (const route of ROUTES)
    if (route.kind === 'detail') add(route.dataset, route.columns);
    else if (route.kind === 'profile') add(route.entity, route.columns);
  for (const key of Object.keys(READER_HELP)) {
    const [owner, field] = key.includes('.') ? key.split('.') : [undefined, key];
    const has = [...owners].filter(([name, columns]) => (!owner || name === owner) && columns[field!]);
    expect([key, has.length > 0]).toEqual([key, true]);
    const help = readerHelp(has[0]![0], field!)!;
    for (const text of [help.en, help.fr]) {
      expect(text).toMatch(/^[A-ZÀ-Ý].{20,}\.$/);
      expect(text).not.toMatch(/`|null/);
    }
  }
  // Labels that say all have none.
  for (const field of ['number_of_bids', 'comments_en', 'vendor_country', 'published_at'])
    expect(readerHelp('contracts', field)).toBe(null);
});

/** All texts that the reference of the API shows of fields, those inside of others included. */
const helpsOf = (columns: Columns): string[] =>
  Object.values(columns).flatMap(({help, fields}) => [help, ...(fields ? helpsOf(fields) : [])]);

test('every text of the reference has a French one, and none is left over', () => {
  const texts = operations().flatMap(({route, parameters, identifiers, optional}) => [
    route.section,
    route.summary,
    ...(route.help === undefined ? [] : [route.help]),
    ...[parameters, identifiers].flatMap((table) => Object.values(table).map(({help}) => help)),
    ...helpsOf({...route.columns, ...optional, ...ownMetaColumns(route)}),
  ]);
  const shown = new Set(texts.filter((text) => text !== ''));
  expect([...shown].filter((text) => frenchReference(text) === null)).toEqual([]);
  expect(TRANSLATED_REFERENCE.filter((text) => !shown.has(text))).toEqual([]);
  const names = (text: string) => (text.match(/`[a-z_]+`/g) ?? []).sort();
  const other = [...shown].filter((text) => names(frenchReference(text)!).join() !== names(text).join());
  expect(other).toEqual([]);
});

test('both languages are written, and differ in the sentences', () => {
  for (const route of ROUTES) {
    const name = 'dataset' in route ? route.dataset : 'entity' in route ? route.entity : null;
    if (name === null) continue;
    const {title, one, sentence} = datasetLabels(name);
    for (const {en, fr} of [title, one, sentence])
      expect([en, fr].every((text) => text.trim() !== '')).toBe(true);
    expect(sentence.en).not.toBe(sentence.fr);
  }
});

test('published values are found by parts of their French words, whatever case, accents and apostrophes', () => {
  expect(publishedFor('subjects', 'LOGE')).toEqual(['Housing']);
  expect(publishedFor('subjects', "services a l'enf")).toEqual(['Child Services']);
  expect(publishedFor('party', 'npd')).toEqual(['NDP']);
  // What contains the text itself is found without.
  expect(publishedFor('subjects', 'agriculture')).toEqual([]);
  expect(publishedFor('subjects', 'lo')).toEqual([]);
  expect(publishedFor('vendor', 'logement')).toEqual([]);
});

test('every procedure of the disclosure registry has French words', () => {
  for (const value of Object.keys(SOLICITATION_PROCEDURE.values))
    expect(frenchValue('solicitation_procedure', value), value).not.toBe(value);
});
