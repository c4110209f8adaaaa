/**
 * Files that lost the only column of a field while they have a new one: told, also of the first file of a
 * source.
 */
import {expect, test} from 'vitest';
import {text} from '../../../datasets/fields.ts';
import {renamedColumns} from '../../../pipeline/read/header.ts';
import {layoutOf} from '../../helpers/probing.ts';

const layout = {
  ...layoutOf(['number', 'value', 'lat', 'point'], {name: 'permits'}),
  fields: {number: text('number'), value: text('value'), place: text(['lat', 'point'])},
};
const source = {layouts: [layout]};

test.each([
  [
    'a renamed column',
    ['value'],
    ['value_2'],
    /^it lacks value and has unknown columns value_2: .* layout "permits"$/,
  ],
  ['a column that is gone', ['value'], [], null],
  ['a column that is new', [], ['value_2'], null],
  ['one of several columns of a field', ['lat'], ['value_2'], null],
  ['all columns of a field', ['lat', 'point'], ['Lat_2'], /^it lacks lat, point and/],
])('%s', (_, missing, unknown, told) => {
  const text = renamedColumns(source, {layout: 'permits', missing, unknown});
  if (told === null) expect(text).toBeNull();
  else expect(text).toMatch(told);
});
