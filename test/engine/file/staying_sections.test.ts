/** Which sections are not read to memory: those that are marked, and the lists of tokens of some tables. */
import {expect, test} from 'vitest';
import type {Section} from '../../../engine/file/index_file.ts';
import {SECTIONS} from '../../../engine/file/section_names.ts';
import {withStaying} from '../../../engine/file/staying_sections.ts';

const LISTS = SECTIONS.token_postings.words;
const BITMAPS = SECTIONS.substrings.bitmaps;

const section = (name: string, offset: number, length = 1, more: Partial<Section> = {}): Section => ({
  name,
  type: 'u32',
  offset,
  length,
  ...more,
});

const stayingOf = (sections: Section[], tokensStay: boolean): string[] =>
  withStaying(sections, {tokensStay}).flatMap(({name, stays}) => (stays ? [name] : []));

test('lists of tokens stay where the table says so, and what the writer marked always', () => {
  const sections = [
    section('id.keys', 64, 1, {stays: true}),
    section(LISTS, 128),
    section(BITMAPS, 192),
    section('order', 256),
  ];
  expect(stayingOf(sections, true)).toEqual(['id.keys', LISTS, BITMAPS]);
  expect(stayingOf(sections, false)).toEqual(['id.keys']);
});

test('a list that is stored once with a section in memory is read with it; an empty section at its place is none', () => {
  expect(stayingOf([section(LISTS, 64), section('order', 64)], true)).toEqual([]);
  expect(stayingOf([section('order', 64, 0), section(LISTS, 64)], true)).toEqual([LISTS]);
  expect(stayingOf([section(LISTS, 64), section(BITMAPS, 64)], true)).toEqual([LISTS, BITMAPS]);
});
