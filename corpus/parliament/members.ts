/** Generates the members of the House: lists, tiles, profiles and ministries, and older files saved by hand. */
import type {Json} from '../../datasets/types.ts';
import {iso} from '../dates.ts';
import {oracle} from '../oracle.ts';
import {schedule} from '../quirks.ts';
import type {Generate} from '../task.ts';
import {type Place, placesByMember} from './committees.ts';
import {type Page, writeBundle} from './documents.ts';
import {house} from './markup.ts';
import {caucusOf, listRow, minister, photoOf, profile, tile, tilesPage} from './member_pages.ts';
import {memberTables} from './member_tables.ts';
import {PARLIAMENTS} from './parliaments.ts';
import {fullName, type Mandate, type Politician, type Position} from './people.ts';
import {politicians} from './politicians.ts';

const SLUG = 'commons_members';
const LABEL = 'House of Commons Members';
const SITE = 'https://www.ourcommons.ca';
const MEMBERS = `${SITE}/members/en`;

const MEMBERS_BUNDLE = 'synthetic-members.documents.ndjson';
/** Numbers of the ministries, by the first parliament that each of them met. */
const MINISTRIES: readonly (readonly [ministry: number, first: number])[] = [
  [26, 36],
  [27, 38],
  [28, 39],
  [29, 42],
  [30, 45],
];

export const commons_members: Generate = async (task) => {
  const {folder, seed, plan, tell} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const counted = oracle({slug: SLUG, dataset: 'members', label: LABEL, valued: false});
  const world = politicians(plan, seed);
  const {members} = world;
  const placesOf = placesByMember(plan, seed);
  const files: Record<string, number> = {};
  const count = (file: string, rows = 1) => {
    files[file] = (files[file] ?? 0) + rows;
  };
  const pages: Page[] = [];

  for (const {number} of PARLIAMENTS.slice(plan.politicians.first - 1)) {
    const sat = members.flatMap((of) =>
      of.mandates.filter((one) => one.parliament === number).map((mandate) => ({of, mandate})),
    );
    listPages(String(number), sat, `parliament=${number}&`);
    if (number === PARLIAMENTS.length)
      listPages(
        'now',
        sat.filter(({mandate}) => mandate.to === null),
        '',
      );
  }
  for (const of of members) {
    const places = placesOf.get(of) ?? [];
    pages.push({
      name: `profile/${of.house}`,
      url: `${MEMBERS}/${of.house}/roles/xml`,
      text: () => profile(of, places),
    });
    const parts = of.caucuses.length + of.positions.length + places.length + of.candidacies.length;
    count(MEMBERS_BUNDLE, of.mandates.length + parts);
    counted.merge('part', parts);
    keep(of, places);
  }
  for (const [ministry, first] of MINISTRIES) ministryPage(ministry, first);
  await writeBundle(folder, MEMBERS_BUNDLE, pages);
  const tables = await memberTables(folder, members);
  for (const [name, {found, lost}] of Object.entries(tables)) {
    count(name, found + lost);
    counted.merge('part', found);
    counted.reject('orphan', lost);
    if (lost > 0) quirks.due('orphan');
  }
  tell(SLUG, counted.kept, members.length);
  return counted.expected(files, quirks.counts());

  /** The list and the page of tiles of a parliament. */
  function listPages(name: string, sat: readonly {of: Politician; mandate: Mandate}[], query: string): void {
    const blank = sat.filter(() => quirks.due('no_person'));
    const rows = [
      ...sat.map(({of, mandate}) => listRow(of, mandate, String(of.house))),
      ...blank.map(({of, mandate}) => listRow(of, mandate, '')),
    ];
    const url = (kind: string) => `${MEMBERS}/search${kind}?${query}caucusId=all&province=all`;
    pages.push({
      name: `members/${name}`,
      url: url('/xml'),
      text: () => house('ArrayOfMemberOfParliament', rows.join('')),
    });
    pages.push({
      name: `tiles/${name}`,
      url: url(''),
      text: () => tilesPage(sat.map(({of, mandate}) => tile(of, mandate))),
    });
    count(MEMBERS_BUNDLE, rows.length + sat.length);
    counted.reject('missing', blank.length);
    // the profile says the same as the list, and the lists of today as those of the present parliament
    counted.merge('duplicate', name === 'now' ? 2 * sat.length : sat.length);
  }

  /** A person: every mandate is a row of its own, and so is every tile. */
  function keep(of: Politician, places: readonly Place[]): void {
    const parliaments = new Set(of.mandates.map(({parliament}) => parliament)).size;
    counted.keep({versions: of.mandates.length + parliaments, value: null});
    if (of.mandates.length > 1) quirks.due('several_mandates');
    if (of.mandates.some(({byElection}) => byElection)) quirks.due('by_election');
    if (of.mandates.at(-1)?.to !== null) quirks.due('former_member');
    const crossed = of.caucuses.length > of.mandates.length;
    if (crossed) quirks.due('crossed');
    const shows = crossed
      ? 'crossed'
      : of.positions.length > 0
        ? 'positions'
        : places.length > 0
          ? 'places'
          : 'plain';
    counted.sample(shows, () => ({
      record_id: String(of.house),
      earlier_versions: 0,
      fields: fieldsOf(of, places),
    }));
  }

  /** Ministers since a parliament; some of them sit in the Senate. */
  function ministryPage(ministry: number, first: number): void {
    const next = MINISTRIES.find(([other]) => other === ministry + 1)?.[1] ?? PARLIAMENTS.length + 1;
    const parliaments = PARLIAMENTS.slice(first - 1, next - 1);
    const [begin, end] = [parliaments[0], parliaments.at(-1)];
    if (!begin || !end) return;
    const held = members.flatMap((of) =>
      of.positions
        .filter(
          ({kind, from}) =>
            kind === 'minister' && from > begin.election && (end.end === null || from <= end.end),
        )
        .map((position) => ({of, position})),
    );
    if (held.length === 0) return;
    const rows = held.map(({of, position}, i) => minister(of.house ?? 0, of, position, i + 1));
    const [senator] = world.senate(begin.election + 30);
    const outside: Position | null = senator
      ? {
          kind: 'minister',
          titleEn: 'Leader of the Government in the Senate',
          titleFr: '',
          institution: '',
          from: begin.election + 18,
          to: end.end,
        }
      : null;
    if (senator && outside) {
      quirks.due('minister_outside');
      rows.push(minister(900_000 + ministry, senator, outside, rows.length + 1));
    }
    const names = end.end === null ? [String(ministry), 'now'] : [String(ministry)];
    for (const [i, name] of names.entries()) {
      const query = name === 'now' ? '' : `?ministry=${ministry}`;
      pages.push({
        name: `ministry/${name}`,
        url: `${MEMBERS}/ministries/xml${query}`,
        text: () => house('ArrayOfMinister', rows.join('')),
      });
      count(MEMBERS_BUNDLE, rows.length);
      counted.merge(i === 0 ? 'part' : 'repeated_part', held.length);
      counted.reject('orphan', rows.length - held.length);
    }
  }
};

const spell = ({from, to}: {from: number; to: number | null}) => ({
  from_date: iso(from),
  to_date: to === null ? null : iso(to),
});

/** What the record must hold, oldest first. */
function fieldsOf(of: Politician, places: readonly Place[]): Record<string, Json> {
  const last = of.mandates.at(-1);
  return {
    name: fullName(of),
    mandates: of.mandates.map((one) => ({
      ...spell(one),
      riding: one.riding.name,
      province: one.riding.province.code,
      party: caucusOf(of, one).short,
    })),
    caucus_roles: of.caucuses.map((one) => ({...spell(one), party: one.party.short})),
    candidacies: of.candidacies.map((one) => ({
      date: iso(one.day),
      type: one.byElection ? 'By-Election' : 'General Election',
      riding: one.riding.name,
      province: one.riding.province.code,
      party: one.party.en,
      result: one.elected ? 'Elected' : 'Defeated',
    })),
    committee_roles: places
      .map(({seat, of: {committee, session}}) => ({
        ...spell(seat),
        session_id: session.id,
        role: seat.role,
        committee: committee.en,
      }))
      .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)),
    image_url: last ? `${SITE}${photoOf(of, last)}` : null,
    source_dataset: LABEL,
  };
}

/** Items of a list stand by all of their fields. */
const orderOf = (item: Record<string, string | null>): string => Object.values(item).join('\n');
