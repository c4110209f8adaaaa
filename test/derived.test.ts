/**
 * The declarations of entities and their profiles are well formed, and columns are in the order that the
 * index needs.
 */
import {describe, expect, test} from 'vitest';
import {DATASETS, DERIVED, profileColumns, profileSections} from '../datasets/index.ts';
import type {Column, Columns, Dataset, Derived} from '../datasets/types.ts';

const shown = ({columns}: Dataset | Derived, ...where: Column['visibility'][]): string[] =>
  Object.keys(columns).filter((name) => where.includes(columns[name]!.visibility));

test.each([...Object.values(DATASETS), ...Object.values(DERIVED)])(
  '$name: columns of the list stand before those of the detail',
  (declaration) => {
    expect(shown(declaration, 'list', 'detail')).toEqual([
      ...shown(declaration, 'list'),
      ...shown(declaration, 'detail'),
    ]);
  },
);

test.each(Object.values(DERIVED))('$name: has a profile if it has names', (declaration) => {
  expect(declaration.profile.length > 0).toBe(declaration.names !== null);
  if (declaration.names === null)
    expect([declaration.sections, declaration.related, declaration.derivedName]).toEqual([
      {},
      undefined,
      undefined,
    ]);
});

const PROFILED = Object.values(DERIVED).filter(({names}) => names !== null);

test('the entities with profiles are those written out by hand', () => {
  expect(PROFILED.map(({name}) => name)).toEqual([
    'vendors',
    'departments',
    'politicians',
    'committees',
    'lobbyists',
    'clients',
    'recipients',
    'organizations',
  ]);
});

/** Names of the fields of a list or of an object. */
const fieldsOf = ({fields}: Column): string[] => Object.keys(fields ?? {});

describe.each(PROFILED)('profile of $name', (declaration) => {
  test('begins with the columns of the list, in table order', () => {
    const list = shown(declaration, 'list');
    expect(list.length).toBeGreaterThan(0);
    expect(declaration.profile.slice(0, list.length)).toEqual(list);
  });

  test('has every shown column and every section once, related records last', () => {
    const parts: Columns = profileSections(declaration);
    expect(Object.keys(parts).filter((name) => declaration.columns[name])).toEqual([]);
    expect(declaration.profile.toSorted()).toEqual(
      [...shown(declaration, 'list', 'detail'), ...Object.keys(parts)].toSorted(),
    );
    expect(Object.keys(profileColumns(declaration))).toEqual(declaration.profile);
    if (declaration.related) expect(declaration.profile.at(-1)).toBe(declaration.related.name);
  });

  test('the column that ranks namesakes is that of the default order', () => {
    expect(declaration.sort.keys[declaration.sort.default]).toBe(declaration.key.rank);
  });

  test('its sections are ordered lists or whole objects without bound values', () => {
    for (const [name, {column, sql, order, limit}] of Object.entries(declaration.sections)) {
      expect(String(sql), name).not.toMatch(/\$\w/);
      expect(fieldsOf(column).length, name).toBeGreaterThan(0);
      if (column.type === 'rows') expect(order, `${name}: order`).toMatch(/\S/);
      else expect({name, type: column.type, order, limit}).toEqual({name, type: 'object'});
      if (limit !== undefined) expect(limit, name).toBeGreaterThan(0);
    }
  });

  test('related records are found by a filter and shown by columns of the entity', () => {
    const {related} = declaration;
    if (!related) return;
    expect(related.column.type).toBe('rows');
    expect(declaration.filters[related.contains]).toBe('partial');
    expect(declaration.columns[related.same]).toMatchObject({type: 'text'});
    for (const [name, {type, bilingual}] of Object.entries(related.column.fields ?? {}))
      expect({name, type, bilingual}).toEqual({
        name,
        type: declaration.columns[name]?.type,
        bilingual: declaration.columns[name]?.bilingual,
      });
    expect(related.limit).toBeGreaterThan(0);
  });

  test('the rule of its known names reads a text column', () => {
    if (declaration.derivedName)
      expect(declaration.columns[declaration.derivedName.column]?.type).toBe('text');
  });
});
