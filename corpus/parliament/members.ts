/** Generates the members of the House: lists, tiles, profiles and ministries, and older files saved by hand. */
import type {Json} from '../../datasets/types.ts';
import {iso} from '../dates.ts';
import type {Generate, Task} from '../task.ts';
import {type Place, placesByMember} from './committees.ts';
import {DocumentSource} from './document_source.ts';
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

export const commons_members: Generate = (task) => new Members(task).run();

class Members extends DocumentSource<typeof SLUG> {
  readonly #world: ReturnType<typeof politicians>;

  constructor(task: Task) {
    super(task, {slug: SLUG, dataset: 'members', label: LABEL, bundle: MEMBERS_BUNDLE});
    this.#world = politicians(this.plan, this.seed);
  }

  async run() {
    const {members} = this.#world;
    for (const {number} of PARLIAMENTS.slice(this.plan.politicians.first - 1)) this.#parliament(number);
    const placesOf = placesByMember(this.plan, this.seed);
    for (const of of members) this.#profile(of, placesOf.get(of) ?? []);
    for (const [ministry, first] of MINISTRIES) this.#ministryPage(ministry, first);
    const tables = await memberTables(this.folder, members);
    for (const [name, {found, lost}] of Object.entries(tables)) {
      this.count(name, found + lost);
      this.counted.merge('part', found);
      this.counted.reject('orphan', lost);
      if (lost > 0) this.quirks.due('orphan');
    }
    return this.finish(members.length);
  }

  #parliament(number: number): void {
    const sat = this.#world.members.flatMap((of) =>
      of.mandates.filter((one) => one.parliament === number).map((mandate) => ({of, mandate})),
    );
    this.#listPages(String(number), sat, `parliament=${number}&`);
    if (number !== PARLIAMENTS.length) return;
    const sitting = sat.filter(({mandate}) => mandate.to === null);
    this.#listPages('now', sitting, '');
  }

  #profile(of: Politician, places: readonly Place[]): void {
    const parts = of.caucuses.length + of.positions.length + places.length + of.candidacies.length;
    const url = `${MEMBERS}/${of.house}/roles/xml`;
    const page = {name: `profile/${of.house}`, url, text: () => profile(of, places)};
    this.page(page, of.mandates.length + parts);
    this.counted.merge('part', parts);
    this.#keep(of, places);
  }

  /** The list and the page of tiles of a parliament. */
  #listPages(name: string, sat: readonly {of: Politician; mandate: Mandate}[], query: string): void {
    const blank = sat.filter(() => this.quirks.due('no_person'));
    const rows = [
      ...sat.map(({of, mandate}) => listRow(of, mandate, String(of.house))),
      ...blank.map(({of, mandate}) => listRow(of, mandate, '')),
    ];
    const url = (kind: string) => `${MEMBERS}/search${kind}?${query}caucusId=all&province=all`;
    this.pages.push({
      name: `members/${name}`,
      url: url('/xml'),
      text: () => house('ArrayOfMemberOfParliament', rows.join('')),
    });
    this.pages.push({
      name: `tiles/${name}`,
      url: url(''),
      text: () => tilesPage(sat.map(({of, mandate}) => tile(of, mandate))),
    });
    this.count(MEMBERS_BUNDLE, rows.length + sat.length);
    this.counted.reject('missing', blank.length);
    // the profile says the same as the list, and the lists of today as those of the present parliament
    this.counted.merge('duplicate', name === 'now' ? 2 * sat.length : sat.length);
  }

  /** A person: every mandate is a row of its own, and so is every tile. */
  #keep(of: Politician, places: readonly Place[]): void {
    const parliaments = new Set(of.mandates.map(({parliament}) => parliament)).size;
    this.counted.keep({versions: of.mandates.length + parliaments, value: null});
    if (of.mandates.length > 1) this.quirks.due('several_mandates');
    if (of.mandates.some(({byElection}) => byElection)) this.quirks.due('by_election');
    if (of.mandates.at(-1)?.to !== null) this.quirks.due('former_member');
    const crossed = of.caucuses.length > of.mandates.length;
    if (crossed) this.quirks.due('crossed');
    const shows = crossed
      ? 'crossed'
      : of.positions.length > 0
        ? 'positions'
        : places.length > 0
          ? 'places'
          : 'plain';
    this.counted.sample(shows, () => ({
      record_id: String(of.house),
      earlier_versions: 0,
      fields: fieldsOf(of, places),
    }));
  }

  /** Ministers since a parliament; some of them sit in the Senate. */
  #ministryPage(ministry: number, first: number): void {
    const next = MINISTRIES.find(([other]) => other === ministry + 1)?.[1] ?? PARLIAMENTS.length + 1;
    const parliaments = PARLIAMENTS.slice(first - 1, next - 1);
    const [begin, end] = [parliaments[0], parliaments.at(-1)];
    if (!begin || !end) return;
    const held = this.#world.members.flatMap((of) =>
      of.positions
        .filter(
          ({kind, from}) =>
            kind === 'minister' && from > begin.election && (end.end === null || from <= end.end),
        )
        .map((position) => ({of, position})),
    );
    if (held.length === 0) return;
    const rows = held.map(({of, position}, i) => minister(of.house ?? 0, of, position, i + 1));
    const [senator] = this.#world.senate(begin.election + 30);
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
      this.quirks.due('minister_outside');
      rows.push(minister(900_000 + ministry, senator, outside, rows.length + 1));
    }
    const names = end.end === null ? [String(ministry), 'now'] : [String(ministry)];
    for (const [i, name] of names.entries()) {
      const query = name === 'now' ? '' : `?ministry=${ministry}`;
      this.pages.push({
        name: `ministry/${name}`,
        url: `${MEMBERS}/ministries/xml${query}`,
        text: () => house('ArrayOfMinister', rows.join('')),
      });
      this.count(MEMBERS_BUNDLE, rows.length);
      this.counted.merge(i === 0 ? 'part' : 'repeated_part', held.length);
      this.counted.reject('orphan', rows.length - held.length);
    }
  }
}

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
