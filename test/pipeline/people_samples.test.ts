/**
 * Real members of the House and people of ParlInfo: every row of every file is accounted for, and both become
 * politicians.
 */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import iconv from 'iconv-lite';
import Papa from 'papaparse';
import {beforeAll, describe, expect, test} from 'vitest';
import {politicians} from '../../datasets/derived/politicians.ts';
import {members} from '../../datasets/members/schema.ts';
import house from '../../datasets/members/sources/commons_members.ts';
import {parliamentarians} from '../../datasets/parliamentarians/schema.ts';
import library from '../../datasets/parliamentarians/sources/parlinfo.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import {derive} from '../helpers/derived.ts';
import {type MadePart, partOf} from '../helpers/pipeline.ts';
import {SAMPLES} from '../helpers/samples.ts';

type Row = Record<string, Json | undefined>;

const HOUSE = join(SAMPLES ?? '', 'ourcommons-members');
const LIBRARY = join(SAMPLES ?? '', 'parlinfo/person');
const filesOf = (...folders: string[]): string[] =>
  folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));

const rowsOf = (text: string): Row[] =>
  Papa.parse<Row>(text.replace(/^\ufeff/, ''), {header: true, skipEmptyLines: true}).data;
const list = (row: Row | undefined, name: string): Row[] => (row?.[name] ?? []) as Row[];

/** First and last word of a name, and a location. */
const nameAt = (name: string, location: string): string =>
  `${fold(name).replace(/^(\S+) .* (\S+)$/, '$1 $2')} ${fold(location)}`;

describe.skipIf(!SAMPLES)('members of the House', () => {
  const LISTS = ['parl38.csv', 'parl40.csv', 'parl42.csv', 'parl44_2022-05-29.csv'];
  let part: MadePart;
  /** Tiles by name and riding, and by name and province, read independently of the pipeline. */
  const [seats, homes] = [new Set<string>(), new Set<string>()];
  beforeAll(async () => {
    const folders = ['search-html', 'search-xml', 'search-csv', 'profile-xml', 'ministries-csv'];
    part = await partOf(house, members, filesOf(...folders.map((folder) => join(HOUSE, folder))));
    const page = readFileSync(join(HOUSE, 'search-html/parl44_2023.html'), 'utf8');
    const text = (html: string | undefined) =>
      (html ?? '').replace(/&#x([0-9A-F]+);/g, (_, hex: string) =>
        String.fromCodePoint(Number.parseInt(hex, 16)),
      );
    const tile = /mp-name">([^<]*)<[\s\S]*?mp-constituency">([^<]*)<[\s\S]*?mp-province">([^<]*)</g;
    for (const [, name, riding, province] of page.matchAll(tile)) {
      seats.add(nameAt(text(name), text(riding)));
      homes.add(nameAt(text(name), text(province)));
    }
  });

  test('are the 337 tiles of the page, with their photos', () => {
    expect(seats.size).toBe(337);
    expect(part.entry.kept).toBe(337);
    expect(
      part.records.filter((one) =>
        /^https:\/\/www\.ourcommons\.ca\/Content\/.*\.jpg$/.test(String(one['image_url'])),
      ),
    ).toHaveLength(337);
    expect(part.entry.notes).toEqual({});
    expect(part.entry.files.flatMap((file) => file.unknown_columns)).toEqual([]);
  });

  test('all 225 of a list without numbers are found among them', () => {
    const refused = part.rejects.filter(({file}) => String(file).endsWith('.xml'));
    expect(refused).toEqual([]);
    expect(part.entry.files.find(({name}) => name.endsWith('_part.xml'))).toMatchObject({
      rows: 225,
      layout: 'members without number',
    });
  });

  test.each(LISTS)('rows of %s belong to a tile, or are refused because there is none', (file) => {
    const rows = rowsOf(readFileSync(join(HOUSE, 'search-csv', file), 'utf8'));
    const isKnown = (row: Row) =>
      seats.has(nameAt(`${row['First Name']} ${row['Last Name']}`, String(row['Constituency'])));
    const refused = part.rejects.filter((one) => one['file'] === file && one['kind'] === 'row');
    expect(refused).toHaveLength(rows.filter((row) => !isKnown(row)).length);
    for (const row of rows.filter(isKnown)) {
      const name = nameAt(`${row['First Name']} ${row['Last Name']}`, '');
      const matches = part.records.filter((one) =>
        (one['name_forms'] as string[]).some((form) => nameAt(form, '') === name),
      );
      const start = String(row['Start Date']);
      const [, month, day, year] = /^(\d+)\/(\d+)\/(\d+)/.exec(start) ?? [];
      const from = year ? `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}` : start.slice(0, 10);
      const mandates = matches.flatMap((one) => list(one, 'mandates'));
      expect(mandates, `${name} ${from}`).toContainEqual(
        expect.objectContaining({from_date: from, riding: row['Constituency']}),
      );
    }
  });

  test.each(['harper.csv', 'trudeau.csv'])(
    'titles of %s belong to a tile, or are refused because there is none',
    (file) => {
      const bytes = readFileSync(join(HOUSE, 'ministries-csv', file));
      const rows = rowsOf(iconv.decode(bytes, 'windows-1252'));
      const known = rows.filter((row) =>
        homes.has(nameAt(`${row['First Name']} ${row['Last Name']}`, String(row['Province / Territory']))),
      );
      const refused = part.rejects.filter((one) => one['file'] === file && one['kind'] === 'row');
      expect(refused).toHaveLength(rows.length - known.length);
      const titles = part.records.flatMap((one) => list(one, 'positions').map(({title}) => title));
      for (const row of known) expect(titles).toContain(row['Title']);
    },
  );

  test('a profile has mandates, caucuses, committees and candidacies of its person', () => {
    const one = part.records.find((row) => row['person_id'] === '89156');
    expect(list(one, 'mandates').map(({from_date, to_date}) => [from_date, to_date])).toEqual([
      ['2015-10-19', '2019-10-20'],
      ['2019-10-21', '2021-09-19'],
      ['2021-09-20', null],
    ]);
    expect(list(one, 'caucus_roles')).toHaveLength(3);
    expect(list(one, 'committee_roles').map(({committee, session_id}) => [committee, session_id])).toEqual([
      ['Foreign Affairs and International Development', '44-1'],
      ['Subcommittee on International Human Rights', '44-1'],
      ['Health', '44-1'],
      ['Foreign Affairs and International Development', '44-1'],
    ]);
    expect(list(one, 'candidacies').map(({result}) => result)).toEqual(['Elected', 'Elected', 'Elected']);
  });
});

describe.skipIf(!SAMPLES)('people of ParlInfo', () => {
  let part: MadePart;
  const profiles = SAMPLES
    ? filesOf(LIBRARY).map((path) => {
        const text = readFileSync(path, 'utf8');
        return JSON.parse(text.slice(text.indexOf('&& 1(') + 5, text.lastIndexOf(')'))) as Record<
          string,
          Row
        >;
      })
    : [];
  beforeAll(async () => {
    part = await partOf(library, parliamentarians, filesOf(LIBRARY));
  });

  test('keep every role, election and committee of every profile', () => {
    expect(profiles).toHaveLength(16);
    expect(part.entry).toMatchObject({kept: 16, rejected: 0, notes: {}});
    expect(part.entry.files.flatMap((file) => file.unknown_columns)).toEqual([]);
    for (const profile of profiles) {
      const one = part.records.find((row) => row['library_id'] === String(profile['Person']?.['PersonId']));
      const counts = [list(one, 'roles'), list(one, 'elections'), list(one, 'committees')].map(
        (rows) => rows.length,
      );
      const given = [
        profile['Person']?.['Roles'],
        profile['Person']?.['ElectionCandidates'],
        profile['CommitteeMembership'],
      ];
      expect(counts, String(one?.['name'])).toEqual(
        given.map((rows) => (rows as Json[] | null | undefined)?.length ?? 0),
      );
      for (const election of (profile['Person']?.['ElectionCandidates'] ?? []) as Row[]) {
        expect(list(one, 'elections')).toContainEqual(
          expect.objectContaining({
            date: String(election['ElectionDate']).slice(0, 10),
            riding: String(election['ConstituencyEn']).replaceAll('--', '—'),
            votes: election['Votes'],
            result: election['ResultLongEn'],
          }),
        );
      }
    }
  });

  test('keep nothing of birth, origin, religion and addresses', () => {
    const kept = JSON.stringify(part.records);
    for (const profile of profiles) {
      const {DateOfBirth, EthnicityLongEn, ReligionEn, HillAddresses} = profile['Person'] ?? {};
      const private_ = [
        DateOfBirth,
        EthnicityLongEn,
        ReligionEn,
        ((HillAddresses as Row[] | null)?.[0]?.['Emails'] as Row[] | undefined)?.[0]?.['Address'],
      ];
      for (const text of private_) if (text) expect(kept).not.toContain(String(text));
    }
  });

  test('are the members of the House where both are loaded, by number or by a link to the House', async () => {
    const seen = await partOf(
      house,
      members,
      filesOf(join(HOUSE, 'search-html'), join(HOUSE, 'search-xml'), join(HOUSE, 'profile-xml')),
    );
    const made = await derive({
      given: [
        {declaration: members, rows: seen.records},
        {declaration: parliamentarians, rows: part.records},
      ],
      entities: [politicians],
      as_of: '2023-10-24',
    });
    try {
      const both = await made.rows(
        'SELECT id, name, slug, current, current_party, current_riding, province FROM politicians WHERE library_id IS NOT NULL AND image_url IS NOT NULL ORDER BY id',
      );
      const ids = new Set(seen.records.map((one) => Number(one['person_id'])));
      const numbers = part.records.map((one) =>
        Number(one['house_id'] ?? list(one, 'house_pages')[0]?.['house_id']),
      );
      expect(both.map(({id}) => id)).toEqual(numbers.filter((id) => ids.has(id)).sort((a, b) => a - b));
      expect(both.length).toBeGreaterThan(8);
      expect(both).toContainEqual({
        id: 105_270,
        name: 'Tony Van Bynen',
        slug: 'tony-van-bynen',
        current: expect.any(Boolean),
        current_party: 'Liberal',
        current_riding: 'Newmarket—Aurora',
        province: 'ON',
      });
      const [count] = await made.rows(
        'SELECT count(*) AS n, count(DISTINCT slug) AS slugs, count(DISTINCT id) AS ids FROM politicians',
      );
      expect(count).toEqual({
        n: 337 + 16 - both.length,
        slugs: 337 + 16 - both.length,
        ids: 337 + 16 - both.length,
      });
    } finally {
      made.close();
    }
  });
});
