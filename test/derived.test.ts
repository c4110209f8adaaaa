/** The declarations of entities and their profiles are well formed, and columns stand where the index needs them. */
import {describe, expect, test} from 'vitest';
import {DATASETS, DERIVED, profileColumns, profileSections} from '../datasets/index.ts';
import type {Column, Columns, Dataset, Derived} from '../datasets/types.ts';

const shown = ({columns}: Dataset | Derived, ...where: Column['visibility'][]): string[] =>
  Object.keys(columns).filter((name) => where.includes(columns[name]!.visibility));

test.each([...Object.values(DATASETS), ...Object.values(DERIVED)])(
  '$name: columns of the list stand before those of the detail',
  (of) => {
    expect(shown(of, 'list', 'detail')).toEqual([...shown(of, 'list'), ...shown(of, 'detail')]);
  },
);

test.each(Object.values(DERIVED))('$name: has a profile if it has names', (of) => {
  expect(of.profile.length > 0).toBe(of.names !== null);
  if (of.names === null)
    expect([of.sections, of.related, of.derivedName]).toEqual([{}, undefined, undefined]);
});

const PROFILED = Object.values(DERIVED).filter(({names}) => names !== null);

test('the entities with profiles are those written out by hand', () => {
  expect(PROFILED.map(({name}) => name)).toEqual([
    'vendors',
    'departments',
    'recipients',
    'politicians',
    'committees',
    'lobbyists',
    'clients',
  ]);
});

/** Names of the fields of a list or of an object. */
const fieldsOf = ({fields}: Column): string[] => Object.keys(fields ?? {});

describe.each(PROFILED)('profile of $name', (of) => {
  test('begins with the columns of the list, in table order', () => {
    const list = shown(of, 'list');
    expect(list.length).toBeGreaterThan(0);
    expect(of.profile.slice(0, list.length)).toEqual(list);
  });

  test('has every shown column and every section once, related records last', () => {
    const parts: Columns = profileSections(of);
    expect(Object.keys(parts).filter((name) => of.columns[name])).toEqual([]);
    expect(of.profile.toSorted()).toEqual([...shown(of, 'list', 'detail'), ...Object.keys(parts)].toSorted());
    expect(Object.keys(profileColumns(of))).toEqual(of.profile);
    if (of.related) expect(of.profile.at(-1)).toBe(of.related.name);
  });

  test('the column that ranks namesakes is that of the default order', () => {
    expect(of.sort.keys[of.sort.default]).toBe(of.key.rank);
  });

  test('its sections are ordered lists or whole objects without bound values', () => {
    for (const [name, {column, sql, order, limit}] of Object.entries(of.sections)) {
      expect(sql, name).not.toMatch(/\$\w/);
      expect(fieldsOf(column).length, name).toBeGreaterThan(0);
      if (column.type === 'rows') expect(order, `${name}: order`).toMatch(/\S/);
      else expect({name, type: column.type, order, limit}).toEqual({name, type: 'object'});
      if (limit !== undefined) expect(limit, name).toBeGreaterThan(0);
    }
  });

  test('related records are found by a filter and shown by columns of the entity', () => {
    const {related} = of;
    if (!related) return;
    expect(related.column.type).toBe('rows');
    expect(of.filters[related.contains]).toBe('partial');
    expect(of.columns[related.same]).toMatchObject({type: 'text'});
    for (const [name, {type, bilingual}] of Object.entries(related.column.fields ?? {}))
      expect({name, type, bilingual}).toEqual({
        name,
        type: of.columns[name]?.type,
        bilingual: of.columns[name]?.bilingual,
      });
    expect(related.limit).toBeGreaterThan(0);
  });

  test('the rule of its known names reads a text column', () => {
    if (of.derivedName) expect(of.columns[of.derivedName.column]?.type).toBe('text');
  });
});
