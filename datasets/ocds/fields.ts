/**
 * Open Contracting Data Standard 1.1 (https://standard.open-contracting.org/1.1/en/): where each of our
 * columns stands in a release. What the standard has no place for is not here.
 */

/** How the value of a column is written there. */
export type OcdsForm =
  /** As it is. */
  | 'value'
  /** A day, as its first or its last second in UTC, as the standard recommends for days without a time. */
  | 'first second'
  | 'last second'
  /** Of `value`, `currency` and `currency_value`: the amount in CAD, else the one in another currency. */
  | 'amount'
  /** A name, as a reference to a party of the release. */
  | 'supplier'
  | 'buyer'
  /** By `codes`; values without a code are left out. */
  | 'code';

export interface OcdsField {
  column: string;
  /**
   * Names below the release. `award` and `contract` are the entry of the record in `awards` and `contracts`,
   * `document` the one in the documents of the tender, the award or the contract.
   */
  to: string;
  as: OcdsForm;
  codes?: Readonly<Record<string, string>>;
  /**
   * Only where the record is a process by itself: several of one process may differ, and a release has one
   * tender.
   */
  alone?: true;
}

const field = (column: string, to: string, as: OcdsForm = 'value'): OcdsField => ({column, to, as});
const coded = (column: string, to: string, codes: OcdsField['codes']): OcdsField => ({
  column,
  to,
  as: 'code',
  codes: codes!,
});
const alone = (one: OcdsField): OcdsField => ({...one, alone: true});

const BUYER = field('department', 'buyer', 'buyer');
const METHOD = field('procurement_method', 'tender.procurementMethodDetails');

/** By dataset, in the order of a purchase. */
export const OCDS_FIELDS: Readonly<Record<OcdsDataset, readonly OcdsField[]>> = {
  tenders: [
    BUYER,
    field('department', 'tender.procuringEntity', 'buyer'),
    field('description', 'tender.title'),
    field('full_text_en', 'tender.description'),
    METHOD,
    // Whether an expired notice led to a contract is not known.
    coded('notice_status', 'tender.status', {Open: 'active', Active: 'active', Cancelled: 'cancelled'}),
    field('closing_date', 'tender.tenderPeriod.endDate', 'last second'),
    field('source_url', 'document.url'),
    field('description', 'document.title'),
    field('date', 'document.datePublished', 'first second'),
    field('amendment_date', 'document.dateModified', 'first second'),
  ],
  awards: [
    BUYER,
    field('description', 'award.title'),
    field('full_text_en', 'award.description'),
    coded('award_status', 'award.status', {Active: 'active', Cancelled: 'cancelled'}),
    field('date', 'award.date', 'first second'),
    field('value', 'award.value', 'amount'),
    field('vendor', 'award.suppliers', 'supplier'),
    field('contract_period_start', 'award.contractPeriod.startDate', 'first second'),
    field('contract_period_end', 'award.contractPeriod.endDate', 'last second'),
    field('source_url', 'document.url'),
    alone(METHOD),
  ],
  contracts: [
    BUYER,
    field('vendor', 'award.suppliers', 'supplier'),
    field('date', 'award.date', 'first second'),
    field('description', 'contract.title'),
    field('comments_en', 'contract.description'),
    field('value', 'contract.value', 'amount'),
    field('date', 'contract.dateSigned', 'first second'),
    field('contract_period_start', 'contract.period.startDate', 'first second'),
    field('contract_period_end', 'contract.period.endDate', 'last second'),
    field('source_url', 'document.url'),
    alone(METHOD),
    alone(coded('commodity_type', 'tender.mainProcurementCategory', {G: 'goods', S: 'services', C: 'works'})),
  ],
};

export const OCDS_DATASETS = ['tenders', 'awards', 'contracts'] as const;
export type OcdsDataset = (typeof OCDS_DATASETS)[number];

/** What the documents of each are: codes of the standard. */
export const OCDS_DOCUMENTS: Readonly<Record<OcdsDataset, string>> = {
  tenders: 'tenderNotice',
  awards: 'awardNotice',
  contracts: 'contractNotice',
};
