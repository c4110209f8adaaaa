/** Layouts that no real file has confirmed: named until a real file fits, which then stays known. */
import {expect, test} from 'vitest';
import type {SourceEntry} from '../../builds/artefacts.ts';
import {unverifiedLayouts, verifiedBy} from '../../builds/unverified.ts';
import {day} from '../../datasets/fields.ts';
import {layoutOf} from '../helpers/probing.ts';

const source = {
  layouts: [
    layoutOf(['a'], {name: 'seen'}),
    layoutOf(['a'], {name: 'old', unverified: true}),
    layoutOf(['a'], {name: 'new', unverified: true}),
  ],
};
const entry = (layout: string, synthetic = false, found: Partial<SourceEntry> = {}) => ({
  synthetic,
  files: [{name: 'a.csv', layout}] as SourceEntry['files'],
  read: 100,
  rejected: 10,
  notes: {'a: not known': 6, 'a: not read': 4, 'other: not read': 90},
  first_date: '2024-03-05',
  ...found,
});

test('a layout is unverified until a file confirms it', () => {
  expect(unverifiedLayouts(source, {})).toEqual(['old', 'new']);
  expect(unverifiedLayouts(source, {verified: {old: 'a.csv'}})).toEqual(['new']);
});

test('real files confirm the unverified layouts that they fit, generated ones none', () => {
  expect(verifiedBy(source, entry('seen, new'))).toEqual({new: 'a.csv'});
  expect(verifiedBy(source, entry('seen, new', true))).toEqual({});
});

test('what was confirmed once stays confirmed by the same file', () => {
  expect(verifiedBy(source, entry('new'), {new: 'first.csv', old: 'b.csv'})).toEqual({
    new: 'first.csv',
    old: 'b.csv',
  });
  expect(verifiedBy(source, entry('new', true), {old: 'b.csv'})).toEqual({old: 'b.csv'});
});

test.each([
  ['rows that are refused', {rejected: 11}],
  ['cells that are not read', {notes: {'a: not known': 6, 'a: not read': 5}}],
  ['no day at all', {first_date: null}],
])('names that fit confirm nothing with %s', (_, found) => {
  const dated = {layouts: [{...layoutOf(['a'], {name: 'new', unverified: true}), fields: {a: day('a')}}]};
  expect(verifiedBy(dated, entry('new'))).toEqual({new: 'a.csv'});
  expect(verifiedBy(dated, entry('new', false, found))).toEqual({});
});
