/** Generates the bills of LEGISinfo: lists, pages and texts, and copies of earlier forms saved by hand. */
import type {Json} from '../../datasets/types.ts';
import {iso} from '../dates.ts';
import type {Plan} from '../plan.ts';
import type {Generate, Task} from '../task.ts';
import {archivedBills} from './bill_archive.ts';
import {
  billText,
  type CountedDivision,
  detailOf,
  latestDay,
  listedBefore,
  listedNow,
  newestPrint,
  xmlTwin,
} from './bill_pages.ts';
import {type Bill, bills, type Step, stepDay, typeOf} from './bills.ts';
import {ballots, divisions, totalsOf} from './divisions.ts';
import {DocumentSource} from './document_source.ts';
import {writeDocument} from './documents.ts';
import {fullName, partyOn} from './people.ts';
import {politicians} from './politicians.ts';
import {knownPoliticians} from './slugs.ts';

const SLUG = 'legisinfo_bills';
const LABEL = 'LEGISinfo Bills';
const PARL = 'https://www.parl.ca';
const LEGISINFO = `${PARL}/legisinfo/en`;

const BILLS_BUNDLE = 'synthetic-bills.documents.ndjson';
const ARCHIVE = 'synthetic-bills_42-1.xml';
const RECENT = 'synthetic-recently-introduced.xml';
const ONE_BILL = 'synthetic-bill_44-1_C-1.json';

/** The session that only the archived copy has, and the one whose list has the form of 2025. */
const [ARCHIVED, NOW] = ['42-1', '45-1'];
/** Bills in the copy of those introduced last. */
const RECENT_BILLS = 7;
/** First parliament whose texts are read. */
const WITH_TEXTS = 44;

export const legisinfo_bills: Generate = (task) => new Bills(task).run();

class Bills extends DocumentSource<typeof SLUG> {
  readonly #all: readonly Bill[];
  readonly #votes: ReadonlyMap<Bill, readonly CountedDivision[]>;
  readonly #known: ReturnType<typeof knownPoliticians>;

  constructor(task: Task) {
    super(task, {slug: SLUG, dataset: 'bills', label: LABEL, bundle: BILLS_BUNDLE});
    this.#all = bills(this.plan, this.seed);
    this.#votes = votesByBill(this.plan, this.seed);
    this.#known = knownPoliticians(politicians(this.plan, this.seed));
  }

  async run() {
    for (const [id, of] of Map.groupBy(this.#all, ({session}) => session.id)) {
      if (id === ARCHIVED) await this.#archive(of);
      else await this.#session(id, of);
    }
    return this.finish(this.#all.length);
  }

  /** Bills of an earlier session, each with its events. */
  async #archive(of: readonly Bill[]): Promise<void> {
    await writeDocument(this.folder, ARCHIVE, archivedBills(of));
    const events = of.reduce((sum, {steps}) => sum + steps.length, 0);
    this.count(ARCHIVE, of.length + events);
    this.counted.merge('part', events);
    for (const one of of) this.#keep(one, {versions: 1, archived: true, detailed: false});
  }

  /** The list of a session, and the pages and texts of its bills. */
  async #session(id: string, of: readonly Bill[]): Promise<void> {
    const now = id === NOW;
    this.pages.push({
      name: `list/${id}`,
      url: `${LEGISINFO}/bills/json?parlsession=${id}`,
      text: () => JSON.stringify(of.map(now ? listedNow : listedBefore)),
    });
    this.count(BILLS_BUNDLE, of.length);
    for (const [i, one] of of.entries()) {
      const detailed = i < 2 || !this.quirks.due('list_only');
      if (detailed) await this.#page(one);
      this.#text(one, detailed);
      this.#keep(one, {versions: detailed ? 2 : 1, archived: false, detailed});
    }
    if (now) await this.#recent(of);
  }

  /** The page of a bill, and its divisions there. */
  async #page(one: Bill): Promise<void> {
    const {session: sat, code} = one;
    const on = this.#votes.get(one) ?? [];
    const notice = one.code === 'C-1';
    const byHand = sat.id === '44-1' && notice;
    const rows = 1 + on.length;
    this.counted.merge('part', on.length);
    if (on.length > 0) this.quirks.due('divisions');
    if (byHand) {
      await writeDocument(this.folder, ONE_BILL, JSON.stringify([detailOf(one, on, notice)]));
      this.count(ONE_BILL, rows);
      return;
    }
    this.pages.push({
      name: `bill/${sat.id}/${code}`,
      url: `${LEGISINFO}/bill/${sat.id}/${code.toLowerCase()}/json`,
      stamp: iso(latestDay(one)),
      text: () => JSON.stringify([detailOf(one, on, notice)]),
    });
    this.count(BILLS_BUNDLE, rows);
  }

  /** The first print in both languages; pro forma bills have none. */
  #text(one: Bill, detailed: boolean): void {
    const {session: sat, code} = one;
    if (!detailed || one.publication === 0 || sat.parliament < WITH_TEXTS) return;
    this.quirks.due('text');
    for (const [letter, language] of [
      ['E', 'en'],
      ['F', 'fr'],
    ] as const) {
      this.pages.push({
        name: `text/${sat.id}/${code}/${letter}`,
        url: textUrl(one, letter),
        text: () => billText(one, language),
      });
      this.count(BILLS_BUNDLE);
      this.counted.merge('part');
    }
  }

  /** The copy of those introduced last, as elements: it says what the pages say. */
  async #recent(of: readonly Bill[]): Promise<void> {
    const newest = of
      .filter((one) => this.pages.some(({name}) => name === `bill/${NOW}/${one.code}`))
      .slice(-RECENT_BILLS);
    const on = newest.reduce((sum, one) => sum + (this.#votes.get(one) ?? []).length, 0);
    await writeDocument(
      this.folder,
      RECENT,
      xmlTwin(newest.map((one) => detailOf(one, this.#votes.get(one) ?? []))),
    );
    this.count(RECENT, newest.length + on);
    this.counted.merge('duplicate', newest.length);
    this.counted.merge('repeated_part', on);
  }

  #keep(one: Bill, how: {versions: number; archived: boolean; detailed: boolean}): void {
    const status = statusOf(one, how.archived);
    this.counted.keep({
      versions: how.versions,
      value: null,
      by: {session_id: one.session.id, status_code: status},
    });
    const introduced = one.steps[0]?.day ?? 0;
    const byName = this.#known.meant(fullName(one.sponsor), introduced) !== null;
    // members by their numbers, senators by name and term
    if ((how.detailed || how.archived) && (one.sponsor.house !== null || byName)) {
      this.counted.link('sponsor to politician');
    }
    if (how.archived) this.quirks.due('archived');
    if (status === 'UNKNOWN') this.quirks.due('unknown_status');
    if (one.type.startsWith('senate')) this.quirks.due('senate');
    if (one.titles.longFr.includes('<')) this.quirks.due('markup');
    if (one.summary) this.quirks.due('summary');
    const shows = how.archived ? 'archived' : how.detailed ? status : 'list_only';
    this.counted.sample(shows, () => ({
      record_id: `${one.session.id}/${one.code}`,
      earlier_versions: 0,
      fields: fieldsOf(one, status, how, this.#known.slug),
    }));
  }
}

/** The divisions on each bill, with their totals. */
function votesByBill(plan: Plan, seed: string): Map<Bill, CountedDivision[]> {
  const found = new Map<Bill, CountedDivision[]>();
  for (const division of divisions(plan, seed)) {
    const {bill} = division;
    if (!bill) continue;
    const known = found.get(bill) ?? [];
    known.push({division, totals: totalsOf(ballots(plan, seed, division))});
    found.set(bill, known);
  }
  return found;
}

/** Address of the first print. */
function textUrl({session, code, type}: Bill, letter: 'E' | 'F'): string {
  const folder = type === 'house' || type === 'senate_government' ? 'Government' : 'Private';
  return `${PARL}/Content/Bills/${session.parliament}${session.number}/${folder}/${code}/${code}_1/${code}_${letter}.xml`;
}

const AWAITED: Record<Step, string> = {
  'House first': 'HOUSE_AWAITING_FIRST_READING',
  'House second': 'HOUSE_SECOND_READING',
  'House committee': 'HOUSE_IN_COMMITTEE',
  'House report': 'HOUSE_REPORT_STAGE',
  'House third': 'HOUSE_THIRD_READING',
  'Senate first': 'SENATE_AWAITING_FIRST_READING',
  'Senate second': 'SENATE_SECOND_READING',
  'Senate committee': 'SENATE_IN_COMMITTEE',
  'Senate report': 'SENATE_REPORT_STAGE',
  'Senate third': 'SENATE_THIRD_READING',
  assent: 'ROYAL_ASSENT_AWAITING',
};

/** The code of a bill; what did not come to an end in a session that is over is not active. */
function statusOf({end, awaited, session}: Bill, archived: boolean): string {
  if (end === 'assent') return 'ROYAL_ASSENT';
  if (end === 'defeated') return 'DEFEATED';
  if (end === 'dropped') return 'NOT_PROCEEDED_WITH';
  // the archived copy has no code for pro forma bills
  if (end === 'pro_forma' && !archived) return 'PRO_FORMA';
  if (!session.ongoing) return 'NOT_ACTIVE';
  if (end === 'unheard') return 'UNKNOWN';
  if (end === 'outside') return 'HOUSE_OUTSIDE_ORDER_OF_PRECEDENCE';
  return awaited ? AWAITED[awaited] : 'UNKNOWN';
}

function fieldsOf(
  one: Bill,
  status_code: string,
  {archived, detailed}: {archived: boolean; detailed: boolean},
  slug: (of: Bill['sponsor']) => string,
): Record<string, Json> {
  const {session, code, titles, sponsor, steps} = one;
  const introduced = steps[0]?.day ?? 0;
  const assent = stepDay(one, 'assent');
  const plain = (text: string) => text.replaceAll(/<.*?>/g, '') || null;
  const party = partyOn(sponsor, introduced);
  return {
    session_id: session.id,
    number: code,
    name_en: titles.longEn,
    name_fr: plain(titles.longFr),
    short_title_en: titles.shortEn || null,
    short_title_fr: titles.shortFr || null,
    sponsor_name: detailed || archived ? fullName(sponsor) : null,
    status_code,
    introduced: iso(introduced),
    home_chamber: code.startsWith('C') ? 'House' : 'Senate',
    bill_type: typeOf(one.type)[1],
    status_en: archived ? null : one.status[0],
    status_fr: archived ? null : one.status[1],
    royal_assent_date: assent === null ? null : iso(assent),
    law: one.end === 'assent',
    private_member: one.type === 'member',
    readings: readingsOf(one),
    legisinfo_url: `${LEGISINFO}/bill/${session.id}/${code.toLowerCase()}`,
    text_url:
      newestPrint(one) === null || !(detailed || archived)
        ? null
        : `${PARL}/DocumentViewer/en/${newestPrint(one)}`,
    source_dataset: LABEL,
    // what the entity of links gives: members of the House are known by their numbers
    ...((detailed || archived) && sponsor.mandates.length > 0 && !sponsor.senate
      ? {sponsor_slug: slug(sponsor), sponsor_party: party?.short ?? null}
      : {}),
  };
}

const NTH = ['first', 'second', 'third'] as const;

/** Completed readings by date; two on one day stand as their names do. */
function readingsOf(one: Bill): Json[] {
  const found = (['House', 'Senate'] as const).flatMap((chamber) =>
    NTH.flatMap((reading) => {
      const day = stepDay(one, `${chamber} ${reading}`);
      return day === null ? [] : [{chamber, reading, date: iso(day)}];
    }),
  );
  const key = (of: (typeof found)[number]) => `${of.date} ${of.reading} ${of.chamber}`;
  return found.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
