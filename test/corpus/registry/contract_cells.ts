/** Rows of the disclosure registry: a contract and its versions as cells, in the registry's own habits. */
import {dayOf, iso, periodOf} from '../dates.ts';
import type {Cells} from '../files/csv.ts';
import type {Cents} from '../money.ts';
import type {Random} from '../prng.ts';
import type {QuirkOf, Schedule} from '../quirks.ts';
import {type Body, title} from '../vocabulary/institutions.ts';
import {NOTICE, type Place, type Subject, standardComment} from '../vocabulary/texts.ts';
import type {Vendor} from '../vocabulary/vendors.ts';
import {typed} from './typed.ts';

/** What all rows of a contract say alike. */
export interface Contract {
  institution: Body;
  number: string;
  vendor: Vendor;
  subject: Subject;
  place: Place;
  procedure: '' | 'OB' | 'ST' | 'TC' | 'TN' | 'AC';
  texts: Texts;
  /** The standing offer of a call-up. */
  offer?: string;
}

interface Texts {
  commentsEn: string;
  commentsFr: string;
  additionalEn: string;
  additionalFr: string;
  /** The text that says what is bought, with white space collapsed. */
  described: string;
}

/** What one row adds. */
export interface Version {
  reference: string;
  period: string;
  instrument: 'C' | 'A' | 'SOSA';
  vendor: string;
  /** Contract date; null where `dateText` cannot be read. */
  day: number | null;
  dateText?: string;
  /** Day by which the row is dated when it was reported; start of the contract period. */
  start: number;
  original: Cents;
  /** Total after this row; null where `valueText` cannot be read. */
  value: Cents | null;
  valueText?: string;
  change: Cents;
  reporting?: '';
  /** The number, where it is not that of the contract. */
  number?: string;
  /** Number and reference stand in each other's column. */
  swapped?: true;
  /** Texts of this row alone. */
  texts?: Texts;
}

const SINCE_2022 = dayOf('2022-01-01');
const SINCE_2019 = dayOf('2019-01-01');

/** Comments of a contract: the real subject stands in one of three places, or only in the economic object. */
export function texts(random: Random, of: Subject, where: Place, lines: boolean): Texts {
  const [standardEn, standardFr] = standardComment(random);
  const subject = {en: `${of.en}, ${where.en}`, fr: `${of.fr}, ${where.fr}`};
  const place = lines ? 1 : random.int(4);
  if (place === 0) {
    return {
      commentsEn: standardEn,
      commentsFr: standardFr,
      additionalEn: subject.en,
      additionalFr: subject.fr,
      described: subject.en,
    };
  }
  if (place === 1) {
    const between = lines ? '\n\n' : ' ';
    return {
      commentsEn: `${subject.en}.${between}${standardEn}`,
      commentsFr: `${subject.fr}.${between}${standardFr}`,
      additionalEn: 'NA',
      additionalFr: 'NA',
      described: `${subject.en}. ${standardEn}`,
    };
  }
  return {
    commentsEn: place === 2 ? standardEn : '',
    commentsFr: place === 2 ? standardFr : '',
    additionalEn: '',
    additionalFr: '',
    described: of.objectEn,
  };
}

/** Texts of the first row of a file. */
export const noticeTexts: Texts = {
  commentsEn: NOTICE.en,
  commentsFr: NOTICE.fr,
  additionalEn: '',
  additionalFr: '',
  described: NOTICE.en,
};

type Quirks = Schedule<QuirkOf<'proactive_contracts'>>;

/** Cells of one row. Quirks of single cells are laid over it here; none changes what the row means. */
export function cells(of: Contract, version: Version, quirks: Quirks, random: Random): Cells {
  const {institution, subject, vendor} = of;
  const {money, text} = typed(quirks);
  const {day, start, instrument, texts: said = of.texts} = version;
  const names = [version.reference, text(version.number ?? of.number)];
  const [reference = '', number = ''] = version.swapped ? names.reverse() : names;
  const recent = start >= SINCE_2022;
  const object = quirks.due('zero_lost') ? subject.object.replace(/^0/, '') : subject.object;
  const end = iso(start + 30 + random.int(900));
  return {
    reference_number: reference,
    procurement_id: number,
    vendor_name: text(version.vendor),
    vendor_postal_code: recent ? vendor.postal.slice(0, 3) || 'NA' : '',
    buyer_name: recent && instrument === 'A' ? 'NA' : '',
    contract_date: version.dateText ?? (day === null ? '' : iso(day)),
    economic_object_code: instrument === 'SOSA' ? 'NA' : object,
    description_en: text(subject.objectEn),
    description_fr: text(subject.objectFr),
    contract_period_start: iso(start),
    delivery_date: quirks.due('bad_period_date') ? 'on receipt' : end,
    contract_value: version.valueText ?? money(version.value ?? 0),
    original_value: money(version.original),
    amendment_value:
      instrument === 'A' || version.change ? money(version.change) : random.pick(['', '0', '0.0']),
    comments_en: text(said.commentsEn),
    comments_fr: text(said.commentsFr),
    additional_comments_en: text(said.additionalEn),
    additional_comments_fr: text(said.additionalFr),
    agreement_type_code: recent ? '' : '0',
    trade_agreement: recent ? random.pick(['CA', 'CA,CL,CO,EU,GP', 'NA']) : '',
    land_claims: recent ? 'NA' : '',
    commodity_type: start >= SINCE_2019 ? subject.type : '',
    commodity_code: start >= SINCE_2019 ? random.pick([subject.gsin, subject.unspsc]) : '',
    country_of_vendor: vendor.country,
    solicitation_procedure: of.procedure,
    limited_tendering_reason: '00',
    trade_agreement_exceptions: '00',
    indigenous_business: recent ? 'NA' : '',
    indigenous_business_excluding_psib: 'N',
    intellectual_property: random.pick(['A1', 'B', 'C', 'NA']),
    potential_commercial_exploitation: 'N',
    former_public_servant: random.chance(0.02) ? 'Y' : 'N',
    contracting_entity: random.pick(['', 'PWC', 'OGDC', 'DC']),
    standing_offer_number: of.offer ?? '',
    instrument_type: instrument,
    ministers_office: 'N',
    number_of_bids: bids(of.procedure, recent, random),
    article_6_exceptions: recent ? '0' : '',
    award_criteria: recent ? random.pick(['0', '1', '4']) : '',
    socioeconomic_indicator: recent ? random.pick(['NA', 'FP']) : '',
    reporting_period: version.reporting ?? version.period,
    owner_org: institution.code,
    owner_org_title: title(institution),
  };
}

function bids(procedure: Contract['procedure'], recent: boolean, random: Random): string {
  if (!recent) return '';
  return procedure === 'TN' || procedure === 'AC' ? '1' : String(1 + random.int(6));
}

/** Hands out reference numbers `C-2019-2020-Q4-00001`, rising within institution and quarter. */
export function references(): (institution: Body, day: number) => {reference: string; period: string} {
  const last = new Map<string, number>();
  return (institution, day) => {
    const period = periodOf(day);
    const key = `${institution.code} ${period}`;
    const number = (last.get(key) ?? 0) + 1;
    last.set(key, number);
    return {reference: `C-${period}-${String(number).padStart(5, '0')}`, period};
  };
}
