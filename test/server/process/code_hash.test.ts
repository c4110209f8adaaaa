/** Entity tags change with the code that makes answers: the folder of a bundle bears its hash. */
import {expect, test} from 'vitest';
import {entityTag} from '../../../server/http/entity_tag.ts';
import {codeHash} from '../../../server/process/code_hash.ts';

test('a bundle has the hash in the name of its folder', () => {
  expect(codeHash('file:///app/dist/0123456789abcdef/chunk-X.js')).toBe('0123456789abcdef');
  expect(codeHash()).toBe('sources');
});

test('another hash is another entity tag', () => {
  expect(entityTag('build', 'a', '/contracts')).not.toBe(entityTag('build', 'b', '/contracts'));
});
