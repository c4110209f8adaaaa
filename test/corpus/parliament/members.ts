/**
 * Generates the members of the House: lists, tiles, profiles and ministries, and older files saved by hand.
 */
import source from '../../../datasets/members/sources/commons_members.ts';
import type {Json} from '../../../datasets/types.ts';
import {iso} from '../dates.ts';
import type {Generate} from '../task.ts';
import {type Place, placesByMember} from './committees.ts';
import {DocumentSource} from './document_source.ts';
import {house} from './markup.ts';
import {caucusOf, listRow, minister, photoOf, profile, tile, tilesPage} from './member_pages.ts';
import {memberTables} from './member_tables.ts';
import {PARLIAMENTS} from './parliaments.ts';
import {fullName, type Mandate, mandatesIn, type Politician, type Position} from './people.ts';
import {type Politicians, politicians} from './politicians.ts';

const SITE = 'https://www.ourcommons.ca';
const MEMBERS = `${SITE}/members/en`;

/** Numbers of the ministries, by the first parliament that each of them met. */
const MINISTRIES: readonly (readonly [ministry: number, first: number])[] = [
  [26, 36],
  [27, 38],
  [28, 39],
  [29, 42],
  [30, 45],
];

type Sat = ReturnType<typeof mandatesIn>;

export const commons_members: Generate = (task) =>
  new Members(task, source, 'synthetic-members.documents.ndjson').run();

class Members extends DocumentSource<'commons_members'> {
  protected async write(): Promise<number> {
    const world = politicians(this.plan, this.seed);
    const {members} = world;
    const placesOf = placesByMember(this.plan, this.seed);
    for (const {number, end} of PARLIAMENTS.slice(this.plan.politicians.first - 1)) {
      const sat = mandatesIn(members, number);
      this.#writeLists(String(number), sat);
      if (end === null)
        this.#writeLists(
          'now',
          sat.filter(({mandate}) => mandate.to === null),
        );
    }
    for (const member of members) {
      const places = placesOf.get(member) ?? [];
      const {caucuses, positions, candidacies, mandates} = member;
      const parts = caucuses.length + positions.length + places.length + candidacies.length;
      const url = `${MEMBERS}/${member.house}/roles/xml`;
      const text = () => profile(member, places);
      this.page({name: `profile/${member.house}`, url, text}, mandates.length + parts);
      this.counted.merge('part', parts);
      this.#keep(member, places);
    }
    for (const [ministry, first] of MINISTRIES) this.#writeMinistry(world, ministry, first);
    await this.#writeTables(members);
    return members.length;
  }

  /** The list and the page of tiles of a parliament, or of those who sit `now`. */
  #writeLists(name: string, sat: Sat): void {
    const blank = sat.filter(() => this.quirks.due('no_person'));
    const rows = [
      ...sat.map(({member, mandate}) => listRow(member, mandate, String(member.house))),
      ...blank.map(({member, mandate}) => listRow(member, mandate, '')),
    ];
    const query = `${name === 'now' ? '' : `parliament=${name}&`}caucusId=all&province=all`;
    const list = () => house('ArrayOfMemberOfParliament', rows.join(''));
    this.page({name: `members/${name}`, url: `${MEMBERS}/search/xml?${query}`, text: list}, rows.length);
    const tiles = () => tilesPage(sat.map(({member, mandate}) => tile(member, mandate)));
    this.page({name: `tiles/${name}`, url: `${MEMBERS}/search?${query}`, text: tiles}, sat.length);
    this.counted.reject('missing', blank.length);
    // the profile says the same as the list, and the lists of today as those of the present parliament
    this.counted.merge('duplicate', name === 'now' ? 2 * sat.length : sat.length);
  }

  async #writeTables(members: readonly Politician[]): Promise<void> {
    for (const {name, text, found, lost} of memberTables(members)) {
      await this.file(name, text, found + lost);
      this.counted.merge('part', found);
      this.counted.reject('orphan', lost);
      if (lost > 0) this.quirks.due('orphan');
    }
  }

  /** Ministers since a parliament; some of them sit in the Senate. */
  #writeMinistry(world: Politicians, ministry: number, first: number): void {
    const next = MINISTRIES.find(([other]) => other === ministry + 1)?.[1] ?? PARLIAMENTS.length + 1;
    const [begin, last] = [PARLIAMENTS[first - 1], PARLIAMENTS[next - 2]];
    if (!begin || !last) return;
    const held = world.members.flatMap((member) =>
      member.positions
        .filter(({kind, from}) => kind === 'minister' && from > begin.election && from <= (last.end ?? from))
        .map((position) => ({member, position})),
    );
    if (held.length === 0) return;
    const rows = held.map(({member, position}, i) => minister(member.house ?? 0, member, position, i + 1));
    const [senator] = world.senate(begin.election + 30);
    if (senator) {
      this.quirks.due('minister_outside');
      const leader = leaderInSenate(begin.election + 18, last.end);
      rows.push(minister(900_000 + ministry, senator, leader, rows.length + 1));
    }
    const text = () => house('ArrayOfMinister', rows.join(''));
    const write = (name: string, query: string) => {
      this.page({name: `ministry/${name}`, url: `${MEMBERS}/ministries/xml${query}`, text}, rows.length);
      this.counted.merge(name === 'now' ? 'repeated_part' : 'part', held.length);
      this.counted.reject('orphan', rows.length - held.length);
    };
    write(String(ministry), `?ministry=${ministry}`);
    if (last.end === null) write('now', '');
  }

  /** A person: every mandate is a row of its own, and so is every tile. */
  #keep(member: Politician, places: readonly Place[]): void {
    const {mandates, caucuses, positions} = member;
    const parliaments = new Set(mandates.map(({parliament}) => parliament)).size;
    const crossed = caucuses.length > mandates.length;
    if (mandates.length > 1) this.quirks.due('several_mandates');
    if (mandates.some(({byElection}) => byElection)) this.quirks.due('by_election');
    if (mandates.at(-1)?.to !== null) this.quirks.due('former_member');
    if (crossed) this.quirks.due('crossed');
    const plain = places.length > 0 ? 'places' : 'plain';
    this.keepRecord({
      id: String(member.house),
      versions: mandates.length + parliaments,
      shows: crossed ? 'crossed' : positions.length > 0 ? 'positions' : plain,
      fields: () => fieldsOf(member, places),
    });
  }
}

const leaderInSenate = (from: number, to: number | null): Position => ({
  kind: 'minister',
  titleEn: 'Leader of the Government in the Senate',
  titleFr: '',
  institution: '',
  from,
  to,
});

const term = ({from, to}: Pick<Mandate, 'from' | 'to'>) => ({
  from_date: iso(from),
  to_date: to === null ? null : iso(to),
});

/** What the record must hold, oldest first. */
function fieldsOf(member: Politician, places: readonly Place[]): Record<string, Json> {
  const last = member.mandates.at(-1);
  return {
    name: fullName(member),
    mandates: member.mandates.map((one) => ({
      ...term(one),
      riding: one.riding.name,
      province: one.riding.province.code,
      party: caucusOf(member, one).short,
    })),
    caucus_roles: member.caucuses.map((one) => ({...term(one), party: one.party.short})),
    candidacies: member.candidacies.map((one) => ({
      date: iso(one.day),
      type: one.byElection ? 'By-Election' : 'General Election',
      riding: one.riding.name,
      province: one.riding.province.code,
      party: one.party.en,
      result: one.elected ? 'Elected' : 'Defeated',
    })),
    committee_roles: places
      .map(({seat, of: {committee, session}}) => ({
        ...term(seat),
        session_id: session.id,
        role: seat.role,
        committee: committee.en,
      }))
      .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1)),
    image_url: last ? `${SITE}${photoOf(member, last)}` : null,
  };
}

/** Items of a list are sorted by all of their fields. */
const orderOf = (item: Record<string, string | null>): string => Object.values(item).join('\n');
