/** Which layout reads a header: of those that fit, the one of which the file has the most columns. */
import {expect, test} from 'vitest';
import {text} from '../../../datasets/fields.ts';
import {matchHeader} from '../../../pipeline/read/header.ts';
import {layoutOf} from '../../helpers/probing.ts';
import {sourceOf} from '../../helpers/sources.ts';

const layout = (name: string, columns: string[]) => ({
  ...layoutOf(columns, {name}),
  optional: columns.slice(1),
  fields: Object.fromEntries(columns.map((column) => [column, text(column)])),
});
const source = {
  ...sourceOf([]),
  layouts: [
    layout('feet', ['Number', 'Road', 'Square Feet']),
    layout('metres', ['Number', 'Address', 'Métres']),
  ],
};
const read = (...header: string[]) => matchHeader(source, 'rows.csv', header).layout.name;

test('the layout with the fewest columns missing, the first of equals', () => {
  expect(read('Number', 'Address', 'Métres')).toBe('metres');
  expect(read('Number', 'Address')).toBe('metres');
  expect(read('Number', 'Road', 'Métres', 'Square feet')).toBe('feet');
  expect(read('number')).toBe('feet');
  expect(() => read('Address', 'Road')).toThrow(/the header changed: it lacks Number/);
});

test('a letter that was lost, or became ? or U+FFFD, is no other column', () => {
  for (const name of ['M\uFFFDtres', 'M?tres', 'Mtres', 'METRES'])
    expect(matchHeader(source, 'rows.csv', ['Number', 'Address', name]).unknown).toEqual([]);
  expect(matchHeader(source, 'rows.csv', ['Number', 'Address', '\uFFFD']).unknown).toEqual(['\uFFFD']);
});
