/** People of the Library of Parliament and of the House who are one person, and who only seem to be. */
import {expect, test} from 'vitest';
import {politicians} from '../../datasets/derived/politicians.ts';
import {members} from '../../datasets/members/schema.ts';
import {parliamentarians} from '../../datasets/parliamentarians/schema.ts';
import {derive} from '../helpers/derived.ts';

const [SEAT, SENATOR] = [719, 718];
type Term = [from_date: string, to_date: string | null, place: string];

const member = (person_id: number, name: string, ...mandates: Term[]) => ({
  person_id: String(person_id),
  name,
  name_forms: [name],
  mandates: mandates.map(([from_date, to_date, riding]) => ({from_date, to_date, riding})),
  source_url: 'https://www.ourcommons.ca',
});

interface Known {
  number?: number;
  /** Pages of the House that the profile links to. */
  pages?: [house_id: string, name: string][];
  senator?: Term[];
}
const profile = (id: number, names: string[], terms: Term[], {number, pages, senator}: Known = {}) => ({
  library_id: String(id),
  house_id: number === undefined ? null : String(number),
  house_pages: (pages ?? []).map(([house_id, name]) => ({house_id, name})),
  name: names[0] ?? '',
  name_forms: names,
  is_member: false,
  is_senator: false,
  roles: [
    ...terms.map((term) => [SEAT, term] as const),
    ...(senator ?? []).map((term) => [SENATOR, term] as const),
  ].map(([role_id, [from_date, to_date, organization]]) => ({role_id, from_date, to_date, organization})),
  source_url: 'https://lop.parl.ca',
});

/** `<House>=<Library>` for everyone whom both know, and what follows from the rules alone for the others. */
async function matched(
  house: ReturnType<typeof member>[],
  library: ReturnType<typeof profile>[],
): Promise<string[]> {
  const made = await derive({
    given: [
      {declaration: members, rows: house},
      {declaration: parliamentarians, rows: library},
    ],
    entities: [politicians],
    as_of: '2025-06-01',
  });
  try {
    const rows = await made.rows(
      `SELECT concat_ws('=', house_id, library_id) AS pair FROM politicians WHERE house_id IS NOT NULL AND library_id IS NOT NULL ORDER BY id`,
    );
    return rows.map(({pair}) => String(pair));
  } finally {
    made.close();
  }
}

const P42: [string, string] = ['2015-10-19', '2019-09-11'];
const ODILE = member(610, 'Odile Farrow', [...P42, 'Lantern Bay']);

test('one name, riding and time is one person, whatever the hyphens', async () => {
  const library = [profile(1, ['Odile A. Farrow'], [['2015-10-19', null, 'Lantern Bay']])];
  expect(await matched([ODILE], library)).toEqual(['610=1']);
});

test('half of the name is enough for a mandate that begins within a term in the riding', async () => {
  const married = profile(1, ['Odile Kessler'], [[...P42, 'Lantern Bay']]);
  expect(await matched([ODILE], [married])).toEqual(['610=1']);
  const formal = profile(2, ['Odilia Farrow'], [['2011-05-02', null, 'Lantern Bay']]);
  expect(await matched([ODILE], [formal])).toEqual(['610=2']);
  expect(await matched([ODILE], [{...married, name_forms: ['Ines Kessler']}])).toEqual([]);
  const later = profile(3, ['Odile Kessler'], [['2017-04-03', null, 'Lantern Bay']]);
  expect(await matched([ODILE], [later])).toEqual([]);
  expect(await matched([ODILE], [married, formal])).toEqual([]);
});

test('terms that only touch are those of two people of one name', async () => {
  const father = profile(1, ['Ivo Brandt'], [['1993-10-25', '2004-06-28', 'Stone Ferry']]);
  const son = profile(2, ['Ivo Brandt'], [['2004-06-28', '2006-01-22', 'Stone Ferry']]);
  expect(
    await matched([member(620, 'Ivo Brandt', ['2004-06-28', null, 'Stone Ferry'])], [father, son]),
  ).toEqual(['620=2']);
});

test('a number that two profiles have is that of the one with the name and the riding', async () => {
  const first = profile(1, ['Petra Farrow'], [], {number: 610});
  const right = profile(2, ['Odile Farrow'], [[...P42, 'Lantern Bay']], {number: 610});
  expect(await matched([ODILE], [first, right])).toEqual(['610=2']);
  expect(await matched([ODILE], [right, {...right, library_id: '3'}])).toEqual([]);
  expect(await matched([ODILE], [first])).toEqual(['610=1']);
});

test('a linked number counts with the family name and the riding, or with a name that no other member has', async () => {
  const pages: Known['pages'] = [['610', 'odile farrow']];
  const term: Term = [...P42, 'Gull Flats'];
  expect(await matched([ODILE], [profile(1, ['Gus Ohlin'], [], {pages})])).toEqual([]);
  expect(await matched([ODILE], [profile(1, ['Odile Farrow'], [], {pages})])).toEqual(['610=1']);
  expect(await matched([ODILE], [profile(1, ['Petra Farrow'], [], {pages})])).toEqual([]);
  const renamedRiding = [profile(1, ['Odile Farrow'], [term], {pages})];
  expect(await matched([ODILE], renamedRiding)).toEqual(['610=1']);
  expect(await matched([ODILE, member(611, 'Odile Farrow', term)], renamedRiding)).toEqual(['611=1']);
  const earlier: Term = ['2004-06-28', '2008-09-07', 'Gull Flats'];
  expect(await matched([ODILE], [profile(1, ['Odile Farrow'], [earlier], {pages})])).toEqual([]);
  expect(
    await matched(
      [ODILE],
      [profile(1, ['Odile Farrow'], [], {pages, senator: [['2020-01-01', null, 'Ontario']]})],
    ),
  ).toEqual([]);
  expect(
    await matched([member(610, 'Odile Farrow')], [profile(1, ['Odile Farrow'], [term], {pages})]),
  ).toEqual(['610=1']);
  expect(await matched([], [profile(1, ['Odile Farrow'], [term], {pages})])).toEqual(['610=1']);
  expect(await matched([], [profile(1, ['Petra Farrow'], [term], {pages})])).toEqual([]);
});

test("a profile's own number comes before the links to its page, and before those of others", async () => {
  const own = profile(2, ['Odile Farrow'], [[...P42, 'Lantern Bay']], {
    number: 610,
    pages: [['611', 'sten farrow']],
  });
  const other = profile(1, ['Odile Farrow'], [], {pages: [['610', 'odile farrow']]});
  const sten = member(611, 'Sten Farrow', [...P42, 'Gull Flats']);
  expect(await matched([ODILE, sten], [other, own])).toEqual(['610=2']);
});
