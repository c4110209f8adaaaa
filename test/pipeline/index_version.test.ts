/** A build of the same records is made anew where this code cannot read its index. */
import {expect, test} from 'vitest';
import {INDEX_VERSION} from '../../builds/artefacts.ts';
import {definitionOf} from '../../pipeline/publish/build.ts';

test('another version of the index is another definition of the build', () => {
  const definition = definitionOf([]);
  expect(definitionOf([], INDEX_VERSION)).toBe(definition);
  expect(definitionOf([], INDEX_VERSION - 1)).not.toBe(definition);
});
