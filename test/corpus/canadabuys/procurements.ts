/** What a purchase is, whoever reports it: tender, award and contract of one number tell the same story. */
import {dayOf, growingDay, iso, REFERENCE_DAY} from '../dates.ts';
import {amount, type Cents} from '../money.ts';
import {linkOf} from '../plan.ts';
import {random} from '../prng.ts';
import {type Body, institution} from '../vocabulary/institutions.ts';
import {PLACES, type Place, SUBJECTS, type Subject} from '../vocabulary/texts.ts';
import {type Vendor, vendor, vendorNumber} from '../vocabulary/vendors.ts';

export interface Procurement {
  /** Empty where the purchase is not linked. */
  solicitation: string;
  contractNumber: string;
  buyer: Body;
  endUsers: readonly Body[];
  vendor: Vendor;
  subject: Subject;
  place: Place;
  value: Cents;
  tenderDay: number;
  awardDay: number;
  method: number;
}

/** CanadaBuys took over from buyandsell.gc.ca. */
export const CANADABUYS_DAY = dayOf('2022-08-08');
const FIRST_DAY = dayOf('2012-01-09');

/** Shapes of numbers as the files have them; every one holds the index, so no two are equal. */
function solicitationNumber(index: number, day: number): string {
  switch (index % 4) {
    case 0:
      return `EH900-${100_000 + index}/A`;
    case 1:
      return `WS${4_400_000_000 + index * 7}`;
    case 2:
      return `${iso(day).slice(2, 4)}-${200_000 + index}`;
    default:
      return String(30_000_000 + index);
  }
}

function contractNumber(label: string, index: number, day: number): string {
  const group = label === 'link' ? 0 : 1;
  if (day >= CANADABUYS_DAY && index % 2 === 0) return `CW${2_000_000 + group * 4_000_000 + index}`;
  if (index % 3 === 0) return String(70_000_000 + group * 10_000_000 + index);
  return `W${1_000 + group}-${100_000 + index}/001/${['HAL', 'QCN', 'ZM', 'PV'][index % 4]}`;
}

/**
 * Purchase `index` under `label`. Under `link` it has a solicitation number and is the same for all sources;
 * other labels give purchases of their own. `first` is the earliest day of its award.
 */
export function procurement(
  seed: string,
  label: string,
  index: number,
  {vendors, first = FIRST_DAY}: {vendors: number; first?: number},
): Procurement {
  const draw = random(seed, 'procurement', label, index);
  const awardDay = growingDay(draw, first, REFERENCE_DAY);
  const tenderDay = awardDay - 40 - draw.int(120);
  const linked = label === 'link';
  return {
    solicitation: linked ? solicitationNumber(index, tenderDay) : '',
    contractNumber: contractNumber(label, index, awardDay),
    buyer: institution(draw),
    endUsers: [institution(draw), institution(draw), institution(draw)].filter(
      (one, i, all) => all.indexOf(one) === i,
    ),
    vendor: vendor(vendorNumber(draw, vendors)),
    subject: draw.pick(SUBJECTS),
    place: draw.pick(PLACES),
    value: amount(draw),
    tenderDay,
    awardDay,
    method: draw.int(METHODS.length),
  };
}

/** How the purchases of one source are numbered. */
export interface Purchases {
  /** Label of purchases that only this source reports. */
  label: string;
  /** Records to write, and how many of them share a solicitation number with other sources. */
  records: number;
  links: number;
  firstDay: number;
}

/** Purchase `index` of a source: one that several sources report, or one of this source alone. */
export function purchase(
  seed: string,
  {label, records, links, firstDay: first}: Purchases,
  {index, vendors}: {index: number; vendors: number},
): Procurement {
  const link = linkOf(index, records, links);
  if (link !== null) return procurement(seed, 'link', link, {vendors});
  return procurement(seed, label, index, {vendors, first});
}

export interface Method {
  en: string;
  fr: string;
  /** Code and wording of the archive of contracts. */
  code: string;
  archive: readonly [string, string];
  meaning: string | null;
}

export const METHODS: readonly Method[] = [
  {
    en: 'Competitive - Open bidding',
    fr: 'Concurrentielle - Invitation ouverte à soumissionner',
    code: 'OB',
    archive: ['Open Bidding', 'Invitation Ouverte'],
    meaning: 'Competitive',
  },
  {
    en: 'Competitive - Selective tendering',
    fr: "Concurrentielle - Appel d'offres sélectif",
    code: 'ST',
    archive: ['Selective Tendering', "Appel d'offres sélectif"],
    meaning: 'Competitive',
  },
  {
    en: 'Non-competitive',
    fr: 'Non concurrentielle',
    code: 'TN',
    archive: ['Traditional Non-Competitive', 'Méthode non concurrentielle traditionnelle'],
    meaning: 'Non-competitive',
  },
  {
    en: 'Advance Contract Award Notice',
    fr: "Préavis d'adjudication de contrat",
    code: 'AC',
    archive: ['Advance Contract Award Notice', "Préavis d'adjudication de contrat"],
    meaning: 'Advance contract award notice',
  },
  {en: '', fr: '', code: '', archive: ['', ''], meaning: null},
];

export function methodOf(of: Procurement): Method {
  const found = METHODS[of.method];
  if (!found) throw new Error(`there is no method ${of.method}: the table of methods is shorter`);
  return found;
}
