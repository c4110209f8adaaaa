/** Bills as LEGISinfo serves them since 2021: the detail with all its keys, and the two forms of the list. */
import bills from '../../../datasets/bills/sources/legisinfo_bills.ts';
import type {Json} from '../../../datasets/types.ts';
import {iso} from '../dates.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {type Bill, type Step, stepDay, typeOf} from './bills.ts';
import {element, escaped} from './markup.ts';
import {fullName, mandateOn, type Politician} from './people.ts';
import type {CountedDivision} from './vote_pages.ts';

type Values = Record<string, Json>;

/** Names of the keys in order; paths lead into them. */
const keysOf = (layout: string): readonly string[] =>
  (bills.layouts.find(({name}) => name === layout)?.header ?? []).filter((key) => !key.includes('/'));

const KEYS = keysOf('bill');
const LIST_KEYS = keysOf('list since 2025');

/** An object with all of the keys in order; null where no value is given. */
const whole = (keys: readonly string[], values: Values): Values =>
  Object.fromEntries(keys.map((key) => [key, values[key] ?? null]));

/** A text in both languages and, under the plain name, in that of the page. */
const both = (name: string, en: string | null, fr: string | null): Values => ({
  [`${name}En`]: en,
  [`${name}Fr`]: fr,
  [name]: en,
});

/** Step of which each key has the day. */
const PASSED: Record<string, Step> = {
  PassedHouseFirstReadingDateTime: 'House first',
  PassedHouseSecondReadingDateTime: 'House second',
  PassedHouseThirdReadingDateTime: 'House third',
  PassedSenateFirstReadingDateTime: 'Senate first',
  PassedSenateSecondReadingDateTime: 'Senate second',
  PassedSenateThirdReadingDateTime: 'Senate third',
  ReceivedRoyalAssentDateTime: 'assent',
};

/** Local time of a step; the Senate gives the day alone. */
const localTime = (step: Step, day: number): string =>
  step.startsWith('Senate') ? `${iso(day)}T00:00:00` : `${iso(day)}T14:20:19.547`;

/**
 * The list takes local time for UTC and turns it into local time again: a day alone becomes the evening
 * before.
 */
function listTime(step: Step, day: number): string {
  const summer = /-(0[4-9]|10)-/.test(iso(day));
  const zone = summer ? '-04:00' : '-05:00';
  if (step.startsWith('Senate')) return `${iso(day - 1)}T${summer ? '20' : '19'}:00:00${zone}`;
  return `${iso(day)}T${summer ? '10' : '09'}:20:19.547${zone}`;
}

const passage = (bill: Bill, time: (step: Step, day: number) => string): Values =>
  Object.fromEntries(
    Object.entries(PASSED).map(([key, step]) => {
      const day = stepDay(bill, step);
      return [key, day === null ? null : time(step, day)];
    }),
  );

/** Day of the latest event: the last step, or the vote that defeated the bill. */
export function latestDay({steps, end}: Bill): number {
  const last = steps.at(-1)?.day ?? 0;
  return end === 'defeated' ? last + 20 : last;
}

/** Number of the sponsor: that of the House; senators have others there. */
export const sponsorNumber = ({house, library}: Politician): number => house ?? 290_000 + (library ?? 0);

const identity = (bill: Bill): Values => ({
  Id: bill.id,
  NumberCode: bill.code,
  ...both('LongTitle', bill.titles.longEn, bill.titles.longFr),
  ...both('ShortTitle', bill.titles.shortEn, bill.titles.shortFr),
  ...both('StatusName', ...bill.status),
  ParliamentNumber: bill.session.parliament,
  SessionNumber: bill.session.number,
  ...both('BillDocumentTypeName', typeOf(bill.type)[1], typeOf(bill.type)[2]),
  OriginatingChamberOrganizationId: bill.code.startsWith('C') ? 1 : 2,
  IsHouseBill: bill.code.startsWith('C'),
  IsSenateBill: bill.code.startsWith('S'),
  ReceivedRoyalAssent: bill.end === 'assent',
  IsSessionOngoing: bill.session.ongoing,
});

const vote = (bill: Bill, {totals, day, number, matter, result}: CountedDivision): Values => ({
  BillDocumentId: bill.id,
  DecisionDateTime: `${iso(day)}T15:35:00`,
  DecisionResultId: 15,
  ...both('DecisionResultName', result, totals.yeas > totals.nays ? 'Adoptée' : 'Rejetée'),
  DivisionNumber: number,
  ...both('DivisionSubject', matter.en, matter.fr),
  DivisionVotesYeas: totals.yeas,
  DivisionVotesNays: totals.nays,
  DivisionVotePaired: totals.paired,
  DivisionVoteTotal: totals.yeas + totals.nays,
  IsAgreedTo: totals.yeas > totals.nays,
  IsNegatived: totals.yeas < totals.nays,
  IsTied: totals.yeas === totals.nays,
  OrganizationId: 1,
});

const PUBLICATIONS = ['First Reading', 'As passed by the House of Commons', 'Royal Assent'] as const;

/** Prints of a bill, oldest first. */
const prints = (bill: Bill): Values[] =>
  bill.publication === 0
    ? []
    : PUBLICATIONS.slice(0, bill.end === 'assent' ? 3 : 1).map((title, i) => ({
        PublicationId: bill.publication + i,
        PublicationTypeId: 80_701 + i,
        ...both('PublicationTypeName', title, title),
      }));

/** Identifier of the newest print; null for none. */
export const newestPrint = (bill: Bill): number | null =>
  (prints(bill).at(-1)?.['PublicationId'] as number) ?? null;

/** All that the page of a bill says; `notice` that it is generated. */
export function detailOf(bill: Bill, divisions: readonly CountedDivision[], notice = false): Values {
  const {sponsor, titles} = bill;
  const mandate = mandateOn(sponsor, bill.steps[0]?.day ?? 0);
  const office = sponsor.positions.findLast(({kind}) => kind === 'minister' || kind === 'prime minister');
  const title = mandate === null ? 'Senator' : (office?.titleEn ?? 'Member of Parliament');
  const [prefix, number] = bill.code.split('-');
  const summary = (text: string) => (bill.summary ? `<div><p>${escaped(text)}</p></div>` : null);
  return whole(KEYS, {
    ...identity(bill),
    NumberPrefix: prefix ?? '',
    Number: Number(number),
    StatusId: 340 + (bill.steps.length % 30),
    LatestCompletedMajorStageId: 60_043,
    ...both('LatestCompletedMajorStageName', 'First reading', 'Première lecture'),
    BillDocumentTypeId: typeOf(bill.type)[0],
    IsGovernmentBill: bill.type === 'house' || bill.type === 'senate_government',
    ...both('OriginatingChamberName', bill.code.startsWith('C') ? 'House of Commons' : 'Senate', null),
    SponsorPersonId: sponsorNumber(sponsor),
    SponsorPersonOfficialFirstName: sponsor.name.given,
    SponsorPersonOfficialLastName: sponsor.name.family,
    SponsorPersonUsualFirstName: '',
    SponsorPersonMiddleName: '',
    SponsorPersonName: fullName(sponsor),
    ...both('SponsorPersonShortHonorific', sponsor.honorific, sponsor.honorific === 'Hon.' ? "L'hon." : ''),
    ...both('SponsorAffiliationTitle', title, title),
    SponsorConstituencyId: mandate ? 600 : 0,
    ...both('SponsorConstituencyName', mandate?.riding.name ?? '', mandate?.riding.name ?? ''),
    ...both('LatestBillEventTypeName', 'Introduction and first reading', 'Dépôt et première lecture'),
    LatestBillEventDateTime: `${iso(latestDay(bill))}T12:15:00`,
    LatestBillEventChamberOrganizationId: 1,
    LatestBillEventMeetingNumber: '2',
    ...passage(bill, localTime),
    IsProForma: bill.end === 'pro_forma',
    BillFormId: bill.end === 'pro_forma' ? 15 : 10,
    ...both('BillFormName', bill.end === 'pro_forma' ? 'Pro forma' : 'Regular', null),
    ...both('Notes', notice ? NOTICE.en : '', notice ? NOTICE.fr : ''),
    ...both('ShortLegislativeSummary', summary(titles.aimEn), summary(titles.aimFr)),
    IsFullLegislativeSummaryAvailable: false,
    BillStages: {BillId: 0, HouseBillStages: [], SenateBillStages: [], RoyalAssent: []},
    Publications: prints(bill),
    HouseVoteDetails: divisions.map((one) => vote(bill, one)),
    SenateVoteDetails: [],
    WebReferences: [],
  });
}

/** A bill in the list of 2021 to 2024: the keys of the detail, most of them blank. */
export const listedBefore = (bill: Bill): Values =>
  whole(KEYS, {
    ...identity(bill),
    Number: 0,
    BillDocumentTypeId: 0,
    IsGovernmentBill: false,
    SponsorPersonName: ' ',
    LatestBillEventDateTime: '0001-01-01T00:00:00',
    ...passage(bill, listTime),
    BillStages: {BillId: 0, HouseBillStages: [], SenateBillStages: [], RoyalAssent: []},
  });

/** A bill in the list since 2025, which mostly leaves the sponsor blank. */
export function listedNow(bill: Bill): Values {
  const [prefix, number] = bill.code.split('-');
  return whole(LIST_KEYS, {
    SearchScore: 1,
    BillId: bill.id,
    BillNumberPrefix: prefix ?? '',
    BillNumber: Number(number),
    BillNumberFormatted: bill.code,
    LongTitleEn: bill.titles.longEn,
    LongTitleFr: bill.titles.longFr,
    ShortTitleEn: bill.titles.shortEn,
    ShortTitleFr: bill.titles.shortFr,
    ...passage(bill, listTime),
    ParlSessionCode: bill.session.id,
    ParliamentNumber: bill.session.parliament,
    SessionNumber: bill.session.number,
    OriginatingChamberId: bill.code.startsWith('C') ? 1 : 2,
    BillTypeId: typeOf(bill.type)[0],
    BillTypeEn: typeOf(bill.type)[1],
    BillTypeFr: typeOf(bill.type)[2],
    CurrentStatusId: 340,
    CurrentStatusEn: bill.status[0],
    CurrentStatusFr: bill.status[1],
    SponsorEn: '',
    SponsorFr: '',
    IsFromCurrentSession: bill.session.ongoing,
    LatestActivityDateTime: `${iso(latestDay(bill))}T12:15:00`,
  });
}

/** Details as elements of the same names. */
export function xmlTwin(details: readonly Values[]): string {
  const item: Record<string, string> = {Publications: 'Publication', HouseVoteDetails: 'HouseVoteDetail'};
  const inside = (name: string, value: Json): string => {
    if (value === null || value === undefined) return `    <${name} />\n`;
    if (Array.isArray(value)) {
      const rows = value.map(
        (one) => `<${item[name] ?? 'Item'}>${fields(one as Values)}</${item[name] ?? 'Item'}>`,
      );
      return rows.length === 0 ? `    <${name} />\n` : `    <${name}>${rows.join('')}</${name}>\n`;
    }
    if (typeof value === 'object') return `    <${name}><BillId>0</BillId></${name}>\n`;
    return `    ${element(name, value)}\n`;
  };
  const fields = (of: Values) =>
    Object.entries(of)
      .map(([name, value]) => inside(name, value))
      .join('');
  const bills = details.map((one) => `  <Bill>\n${fields(one)}  </Bill>\n`);
  return `<Bills>\n  <!-- ${NOTICE.en} -->\n${bills.join('')}</Bills>\n`;
}

/** The first print of a bill in one language, with its summary. */
export function billText(of: Bill, language: 'en' | 'fr'): string {
  const {longEn, longFr, aimEn, aimFr} = of.titles;
  const [title, aim] = language === 'en' ? [longEn, aimEn] : [longFr, aimFr];
  const origin = of.code.startsWith('C') ? 'commons' : 'senate';
  const type = of.type === 'house' ? 'govt-public' : 'private-public';
  const opening = `<Bill bill-origin="${origin}" bill-type="${type}" xml:lang="${language}" date-time="${iso(of.steps[0]?.day ?? 0)} 11:42:53">`;
  const parliament = `<Parliament><Session>${of.session.number}</Session><Number>${of.session.parliament}</Number></Parliament>`;
  const plain = escaped(title.replaceAll(/<.*?>/g, ''));
  return `<?xml version="1.0" encoding="utf-8"?>${opening}<!-- ${NOTICE[language]} --><Identification><BillNumber>${of.code}</BillNumber>${parliament}<LongTitle>${plain}</LongTitle></Identification><Introduction><Summary><TitleText>SUMMARY</TitleText><Provision><Text>${escaped(aim)}</Text></Provision></Summary></Introduction><Body><Section><Label>1</Label><Text>${plain}</Text></Section></Body></Bill>`;
}
