/** The real documents of Parliament, read in place: the same rows and texts as with another parser. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {load} from 'cheerio';
import {describe, expect, test} from 'vitest';
import type {DocumentRows} from '../../datasets/types.ts';
import {layoutOf, read} from '../helpers/documents.ts';
import {SAMPLES} from '../helpers/samples.ts';

const FOLDER = SAMPLES ?? '';

/** The text of a sample, in UTF-8 or Windows-1252. */
function textOf(path: string): string {
  const bytes = readFileSync(join(FOLDER, path));
  const decoder = path.endsWith('roles-csv/2019-09-05_part.csv') ? 'windows-1252' : 'utf-8';
  return new TextDecoder(decoder, {fatal: true, ignoreBOM: true}).decode(bytes);
}

/** Documents in XML: file, path of the rows, number of rows by their tags. */
const XML: [path: string, at: string, rows: number][] = [
  ['legisinfo/legacy-xml/42-1_part.xml', 'Bills/Bill', 258],
  ['legisinfo/list-xml/44-1_recently-introduced.xml', 'Bills/Bill', 7],
  ['legisinfo/bill-text/45-1_C-214_first-reading_E.xml', 'Bill/Body/Section', 7],
  ['ourcommons-committees/evidence-xml/11796678-fr.xml', 'Hansard/ExtractedInformation/ExtractedItem', 29],
  ['ourcommons-committees/evidence-xml/12324877-en.xml', 'Hansard/ExtractedInformation/ExtractedItem', 29],
  [
    'ourcommons-members/profile-xml/roles_all_person-89156.xml',
    'Profile/CommitteeMemberRoles/CommitteeMemberRole',
    0,
  ],
  ['ourcommons-members/profile-xml/roles_current_person-89156.xml', 'Profile/MemberOfParliamentRole', 1],
  [
    'ourcommons-members/search-xml/parl44_2023-10-24_part.xml',
    'ArrayOfMemberOfParliament/MemberOfParliament',
    225,
  ],
  ['ourcommons-votes/legacy-list-xml/42-1_part.xml', 'List/VoteParticipant', 850],
  ['ourcommons-votes/member-ballots-xml/44-1_person-89156_part.xml', 'ArrayOfMemberVote/MemberVote', 622],
];

describe.skipIf(!SAMPLES)('real documents', () => {
  test.each(XML)('%s', (path, at, number) => {
    const text = textOf(path);
    const $ = load(text.replace('\ufeff', ''), {xml: true});
    const elements = $(at.replaceAll('/', ' > ')).toArray();
    expect(elements.length).toBe(number || elements.length);
    expect(elements.length).toBeGreaterThan(0);
    // Names of the inner elements with text only.
    const names = new Set(
      elements.flatMap((one) =>
        $(one)
          .children()
          .toArray()
          .filter((child) => $(child).children().length === 0)
          .map((child) => child.tagName),
      ),
    );
    const columns = ['.', ...names].map((name) => (name === '.' ? name : `${name}[1]`));
    const rows = read([layoutOf('rows', {form: 'xml', path: at}, columns, {optional: columns})], text);
    const squeezed = (value: string | null | undefined) => (value ?? '').replace(/\s+/g, '');
    const seen = rows.map(([, cells]) => Object.values(cells).map(squeezed));
    const known = elements.map((one) => [
      squeezed($(one).text()),
      ...[...names].map((name) => squeezed($(one).children(name).first().text())),
    ]);
    expect(seen).toEqual(known);
  });

  test('bills in JSON, of the list and of the detail: every key of every bill', () => {
    for (const [path, number] of [
      ['legisinfo/list-json/44-1_S-1_to_C-249.json', 190],
      ['legisinfo/detail-json/44-1_C-1.json', 1],
    ] as const) {
      const text = textOf(path);
      const bills: Record<string, unknown>[] = JSON.parse(text);
      const keys = Object.keys(bills[0] ?? {});
      expect([bills.length, keys.length]).toEqual([number, 135]);
      const rows = read([layoutOf('bills', {form: 'json', path: '[]'}, keys)], text);
      expect(rows.map(([, cells]) => cells)).toEqual(
        bills.map((bill) => Object.fromEntries(keys.map((key) => [key, cellOf(bill[key])]))),
      );
    }
  });

  test('sixteen profiles of ParlInfo in JSONP: every candidacy, role and committee', () => {
    const folder = 'parlinfo/person';
    const files = readdirSync(join(FOLDER, folder));
    expect(files).toHaveLength(16);
    for (const file of files) {
      const text = textOf(join(folder, file));
      const profile = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1));
      const rows = read(
        [
          layoutOf('person', {form: 'json', path: 'Person'}, ['PersonId', 'LastName']),
          layoutOf(
            'candidacies',
            {form: 'json', path: 'Person/ElectionCandidates'},
            ['../PersonId', 'Votes'],
            {
              childTable: 'c',
            },
          ),
          layoutOf('roles', {form: 'json', path: 'Person/Roles'}, ['../PersonId', 'PersonRoleId'], {
            childTable: 'r',
          }),
          layoutOf('committees', {form: 'json', path: 'CommitteeMembership'}, ['../Person/PersonId'], {
            childTable: 'm',
          }),
        ],
        text,
        file,
      );
      const count = (name: string) => rows.filter(([layout]) => layout === name).length;
      const {Person, CommitteeMembership} = profile;
      expect([count('person'), count('candidacies'), count('roles'), count('committees')]).toEqual([
        1,
        Person.ElectionCandidates.length,
        Person.Roles.length,
        CommitteeMembership?.length ?? 0,
      ]);
      const id = file.replace('.jsonp', '');
      for (const [layout, cells] of rows)
        if (layout !== 'person') expect(Object.values(cells)[0], file).toBe(id);
    }
  });

  test('the page of members: a tile for each member', () => {
    const text = textOf('ourcommons-members/search-html/parl44_2023.html');
    const rows: DocumentRows = {
      form: 'html',
      page: '.ce-mip-mp-tile-container',
      path: '.ce-mip-mp-tile-container',
      columns: {id: '@id', name: '.ce-mip-mp-name', constituency: '.ce-mip-mp-constituency'},
    };
    const tiles = read([layoutOf('tiles', rows, Object.keys(rows.columns))], text);
    const ids = [...text.matchAll(/id="(mp-tile-person-id-\d+)"/g)].map(([, id]) => id);
    expect(tiles).toHaveLength(337);
    expect(tiles.map(([, cells]) => (cells as {id: string}).id)).toEqual(ids);
    expect(tiles.flatMap(([, cells]) => Object.values(cells)).filter((cell) => cell === null)).toEqual([]);
  });

  test('the roles in sections: every quoted row below every committee', () => {
    const text = textOf('ourcommons-committees/roles-csv/2019-09-05_part.csv');
    const rows: DocumentRows = {form: 'sections', heading: /\([A-Z]{4}\)$/, below: /^Subcommittee/};
    const roles = read([layoutOf('roles', rows, ['Name', 'Title', 'heading', 'above'])], text);
    const committees = text.slice(text.indexOf('STANDING COMMITTEES'));
    const quoted = committees.split('\r\n').filter((line) => /^"/.test(line) && !line.startsWith('"Name",'));
    expect(roles).toHaveLength(quoted.length);
    const headings = new Map(
      roles.map(([, cells]) => {
        const {heading, above} = cells as {heading: string; above: string};
        return [heading.slice(-5, -1), above];
      }),
    );
    expect(headings.size).toBe(44);
    const above = (acronym: string) => headings.get(acronym);
    expect([above('ETHI'), above('SETH'), above('SDIR')]).toEqual([
      'STANDING COMMITTEES',
      'Access to Information, Privacy and Ethics (ETHI)',
      'Foreign Affairs and International Development (FAAE)',
    ]);
  });
});

/** What a value of JSON is as a cell. */
function cellOf(value: unknown): string | null {
  if (Array.isArray(value))
    return value.length === 1 && typeof value[0] !== 'object' ? String(value[0]) : linesOf(value);
  if (value === null || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const linesOf = (values: readonly unknown[]): string | null =>
  values.length ? values.map((one) => cellOf(one) ?? '').join('\n') : null;
