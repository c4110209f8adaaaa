/** Generates the bills of LEGISinfo: lists, pages and texts, and copies of earlier forms saved by hand. */
import source from '../../../datasets/bills/sources/legisinfo_bills.ts';
import type {Json} from '../../../datasets/types.ts';
import {iso} from '../dates.ts';
import type {Generate} from '../task.ts';
import {archivedBills} from './bill_archive.ts';
import {billText, detailOf, latestDay, listedBefore, listedNow, newestPrint, xmlTwin} from './bill_pages.ts';
import {type Bill, bills, type Step, stepDay, typeOf} from './bills.ts';
import {ballots, divisions} from './divisions.ts';
import {DocumentSource} from './document_source.ts';
import {fullName, partyOn} from './people.ts';
import {politicians} from './politicians.ts';
import {type Known, knownPoliticians} from './slugs.ts';
import {countVotes} from './vote_pages.ts';

const PARL = 'https://www.parl.ca';
const LEGISINFO = `${PARL}/legisinfo/en`;

const ARCHIVE = 'synthetic-bills_42-1.xml';
const RECENT = 'synthetic-recently-introduced.xml';
const ONE_BILL = 'synthetic-bill_44-1_C-1.json';

/** The session that only the archived copy has, and the one whose list has the form of 2025. */
const [ARCHIVED, NOW] = ['42-1', '45-1'];
/** Bills in the copy of those introduced last. */
const RECENT_BILLS = 7;
/** First parliament whose texts are read. */
const WITH_TEXTS = 44;

/** Which forms a bill comes in. */
interface Forms {
  archived: boolean;
  /** It has a page of its own, not a row of the list alone. */
  detailed: boolean;
}

export const legisinfo_bills: Generate = (task) =>
  new Bills(task, source, 'synthetic-bills.documents.ndjson').run();

class Bills extends DocumentSource<'legisinfo_bills'> {
  /** The divisions of each bill. */
  readonly #votes = Map.groupBy(
    divisions(this.plan, this.seed)
      .filter(({bill}) => bill !== null)
      .map((one) => countVotes(one, ballots(this.plan, this.seed, one))),
    ({bill}) => bill,
  );
  readonly #known = knownPoliticians(politicians(this.plan, this.seed));

  protected async write(): Promise<number> {
    const all = bills(this.plan, this.seed);
    for (const [id, ofSession] of Map.groupBy(all, ({session}) => session.id)) {
      if (id === ARCHIVED) await this.#writeArchive(ofSession);
      else await this.#writeSession(id, ofSession);
    }
    return all.length;
  }

  /** Bills of an earlier session, each with its events. */
  async #writeArchive(ofSession: readonly Bill[]): Promise<void> {
    const events = ofSession.reduce((sum, {steps}) => sum + steps.length, 0);
    await this.file(ARCHIVE, archivedBills(ofSession), ofSession.length + events);
    this.counted.merge('part', events);
    for (const bill of ofSession) this.#keep(bill, {archived: true, detailed: false});
  }

  /** The list of a session, and the pages and texts of its bills. */
  async #writeSession(id: string, ofSession: readonly Bill[]): Promise<void> {
    const now = id === NOW;
    const url = `${LEGISINFO}/bills/json?parlsession=${id}`;
    const text = () => JSON.stringify(ofSession.map(now ? listedNow : listedBefore));
    this.page({name: `list/${id}`, url, text}, ofSession.length);
    const withPage: Bill[] = [];
    for (const [i, bill] of ofSession.entries()) {
      const detailed = i < 2 || !this.quirks.due('list_only');
      if (detailed) {
        withPage.push(bill);
        await this.#writePage(bill);
        this.#writeTexts(bill);
      }
      this.#keep(bill, {archived: false, detailed});
    }
    if (now) await this.#writeRecent(withPage.slice(-RECENT_BILLS));
  }

  /** The page of a bill, and its divisions there. */
  async #writePage(bill: Bill): Promise<void> {
    const {session, code} = bill;
    const ofBill = this.#votes.get(bill) ?? [];
    const text = () => JSON.stringify([detailOf(bill, ofBill, code === 'C-1')]);
    this.counted.merge('part', ofBill.length);
    if (ofBill.length > 0) this.quirks.due('divisions');
    if (session.id === '44-1' && code === 'C-1') return this.file(ONE_BILL, text(), 1 + ofBill.length);
    const url = `${LEGISINFO}/bill/${session.id}/${code.toLowerCase()}/json`;
    this.page(
      {name: `bill/${session.id}/${code}`, url, stamp: iso(latestDay(bill)), text},
      1 + ofBill.length,
    );
  }

  /** The first print in both languages; pro forma bills have none. */
  #writeTexts(bill: Bill): void {
    const {session, code, type, publication} = bill;
    if (publication === 0 || session.parliament < WITH_TEXTS) return;
    this.quirks.due('text');
    const folder = type === 'house' || type === 'senate_government' ? 'Government' : 'Private';
    const print = `${PARL}/Content/Bills/${session.parliament}${session.number}/${folder}/${code}/${code}_1`;
    for (const language of ['en', 'fr'] as const) {
      const letter = language === 'en' ? 'E' : 'F';
      const url = `${print}/${code}_${letter}.xml`;
      this.page({name: `text/${session.id}/${code}/${letter}`, url, text: () => billText(bill, language)}, 1);
      this.counted.merge('part');
    }
  }

  /** The copy of those introduced last, as elements: it says what the pages say. */
  async #writeRecent(newest: readonly Bill[]): Promise<void> {
    const details = newest.map((bill) => detailOf(bill, this.#votes.get(bill) ?? []));
    const rows = newest.reduce((sum, bill) => sum + (this.#votes.get(bill) ?? []).length, 0);
    await this.file(RECENT, xmlTwin(details), newest.length + rows);
    this.counted.merge('duplicate', newest.length);
    this.counted.merge('repeated_part', rows);
  }

  #keep(bill: Bill, forms: Forms): void {
    const {archived, detailed} = forms;
    const {session, code, sponsor, titles} = bill;
    const status = statusOf(bill, archived);
    const byName = this.#known.meant(fullName(sponsor), bill.steps[0]?.day ?? 0) !== null;
    // members by their numbers, senators by name and term
    if ((detailed || archived) && (sponsor.house !== null || byName))
      this.counted.link('sponsor to politician');
    if (archived) this.quirks.due('archived');
    if (status === 'UNKNOWN') this.quirks.due('unknown_status');
    if (bill.type.startsWith('senate')) this.quirks.due('senate');
    if (titles.longFr.includes('<')) this.quirks.due('markup');
    if (bill.summary) this.quirks.due('summary');
    this.keepRecord({
      id: `${session.id}/${code}`,
      versions: detailed ? 2 : 1,
      by: {session_id: session.id, status_code: status},
      shows: archived ? 'archived' : detailed ? status : 'list_only',
      fields: () => fieldsOf(bill, status, forms, this.#known),
    });
  }
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
  bill: Bill,
  status_code: string,
  {archived, detailed}: Forms,
  {slug}: Known,
): Record<string, Json> {
  const {session, code, titles, sponsor, steps} = bill;
  const introduced = steps[0]?.day ?? 0;
  const assent = stepDay(bill, 'assent');
  const print = newestPrint(bill);
  const sponsored = detailed || archived;
  return {
    session_id: session.id,
    number: code,
    name_en: titles.longEn,
    name_fr: titles.longFr.replaceAll(/<.*?>/g, '') || null,
    short_title_en: titles.shortEn || null,
    short_title_fr: titles.shortFr || null,
    sponsor_name: sponsored ? fullName(sponsor) : null,
    status_code,
    introduced: iso(introduced),
    home_chamber: code.startsWith('C') ? 'House' : 'Senate',
    bill_type: typeOf(bill.type)[1],
    status_en: archived ? null : bill.status[0],
    status_fr: archived ? null : bill.status[1],
    royal_assent_date: assent === null ? null : iso(assent),
    law: bill.end === 'assent',
    private_member: bill.type === 'member',
    readings: readingsOf(bill),
    legisinfo_url: `${LEGISINFO}/bill/${session.id}/${code.toLowerCase()}`,
    text_url: print === null || !sponsored ? null : `${PARL}/DocumentViewer/en/${print}`,
    // what the entity of links gives: members of the House are known by their numbers
    ...(sponsored && sponsor.mandates.length > 0 && !sponsor.senate
      ? {sponsor_slug: slug(sponsor), sponsor_party: partyOn(sponsor, introduced)?.short ?? null}
      : {}),
  };
}

const NTH = ['first', 'second', 'third'] as const;

/** Completed readings by date; two on one day in the order of their names. */
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
