/** Layouts that no real file has confirmed: named until a real file fits, which then stays known. */
import {expect, test} from 'vitest';
import type {SourceEntry} from '../../datasets/artefacts.ts';
import {unverifiedLayouts, verifiedBy} from '../../datasets/unverified.ts';
import {layoutOf} from '../helpers/probing.ts';

const source = {
  layouts: [
    layoutOf(['a'], {name: 'seen'}),
    layoutOf(['a'], {name: 'old', unverified: true}),
    layoutOf(['a'], {name: 'new', unverified: true}),
  ],
};
const entry = (layout: string, synthetic = false) => ({
  synthetic,
  files: [{name: 'a.csv', layout}] as SourceEntry['files'],
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
