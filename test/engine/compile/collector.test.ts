/** What is collected of a table is read once, however often it is wanted. */
import {expect, test} from 'vitest';
import {DATASETS} from '../../../datasets/index.ts';
import {Collector} from '../../../engine/compile/collector.ts';
import {tableLayout} from '../../../engine/file/table_layout.ts';
import {expression} from '../../../engine/sql/columns.ts';

test('a grouping by a column that rows show is collected with the column', () => {
  const permits = DATASETS['permits']!;
  const collector = new Collector(tableLayout(permits), 1);
  const column = collector.text(expression(permits, 'municipality'));
  expect(collector.text({sql: 'r.municipality'})).toBe(column);
  expect(collector.extra()).toEqual([]);
  expect(collector.text({sql: 'upper(r.municipality)'})).not.toBe(column);
  expect(collector.extra().map(({read}) => read.sql)).toEqual(['upper(r.municipality)']);
});
