/** Generates the registry of contracts over 10,000 CAD: the current file and one with the names of 2019. */
import source from '../../../datasets/contracts/sources/proactive_contracts.ts';
import type {Json} from '../../../datasets/types.ts';
import {sharedPurchase} from '../canadabuys/contracts.ts';
import {dayOf, iso, REFERENCE_DAY} from '../dates.ts';
import {type Cells, type CsvFile, createCsv, type FileForm, type Row} from '../files/csv.ts';
import {refusedRow} from '../files/refused.ts';
import {cad, oracle, recordId, type Sample} from '../oracle.ts';
import {random} from '../prng.ts';
import {type QuirkOf, schedule} from '../quirks.ts';
import {closeAll, fill, type Generate, type Task} from '../task.ts';
import {INSTITUTIONS, title} from '../vocabulary/institutions.ts';
import {cells, noticeTexts, references, type Version} from './contract_cells.ts';
import {amended, base, type Case, type Means, original, sameQuarter} from './contract_kinds.ts';
import * as numbers from './number_lies.ts';
import * as rows from './version_lies.ts';

const [layout] = source.layouts;
if (!layout) throw new Error('the registry declares no layout');

/** Columns that came with the forms of 2022. */
const SINCE_2022 = new Set([
  'vendor_postal_code',
  'buyer_name',
  'trade_agreement',
  'land_claims',
  'indigenous_business_excluding_psib',
  'number_of_bids',
  'article_6_exceptions',
  'award_criteria',
  'socioeconomic_indicator',
]);
/** Older names that were out of use in 2019, or not yet in use. */
const NOT_IN_2019 = new Set(['ref_number', 'aboriginal_business_incidental']);
const name2019 = new Map(
  Object.entries(layout.aliases)
    .filter(([older]) => !NOT_IN_2019.has(older))
    .map(([older, now]) => [now, older]),
);
const columns2019 = layout.header.filter((name) => !SINCE_2022.has(name));

const framing = {encoding: 'utf-8', bom: true, end: '\r\n', quoting: 'minimal'} as const;
export const REGISTRY_FORMS: Record<'current' | 'older', FileForm> = {
  current: {...framing, name: 'synthetic-contracts.csv', header: layout.header},
  older: {
    ...framing,
    name: 'synthetic-contracts-2019.csv',
    header: columns2019.map((name) => name2019.get(name) ?? name),
    columns: columns2019,
  },
};

/** Kinds of units; a unit that none of them claims is a single row, amended or not. */
const KINDS = {
  amended: (means) => [amended(means)],
  same_quarter: (means) => [sameQuarter(means)],
  respelled: rows.respelled,
  renamed: rows.renamed,
  no_original: rows.noOriginal,
  chained: rows.chained,
  cut_name: rows.cutName,
  alike_name: rows.alikeName,
  dated_late: rows.datedLate,
  dated_early: rows.datedEarly,
  award_dated_late: rows.awardDatedLate,
  totals_against_references: rows.totalsAgainstReferences,
  undated_amendment: rows.undatedAmendment,
  contract_for_amendment: rows.contractForAmendment,
  correction: rows.correction,
  which_contract: rows.whichContract,
  number_reused: numbers.numberReused,
  reused_same_vendor: numbers.reusedSameVendor,
  call_ups: numbers.callUps,
  twin_call_ups: numbers.twinCallUps,
  split_commitment: numbers.splitCommitment,
  two_winners: numbers.twoWinners,
  sequences: numbers.sequences,
  suffix: numbers.suffix,
  swapped: numbers.swapped,
  no_number: numbers.noNumber,
  placeholder: numbers.placeholder,
  excel_number: numbers.excelNumber,
  nulls_share_nothing: numbers.nullsShareNothing,
  both_publishers: numbers.bothPublishers,
} satisfies Partial<Record<QuirkOf<'proactive_contracts'>, (means: Means) => Case[]>>;

type Kind = keyof typeof KINDS;

/** Bends of a single row that change what the record holds. */
const SINGLES = {
  standing_offer: {instrument: 'SOSA', value: 0, original: 0},
  negative_contract: {value: -1_234_50, original: -1_234_50},
  zero_value: {value: 0, original: 0},
  money_text: {value: null, valueText: 'abc'},
  bad_date_impossible: {day: null, dateText: '2023-02-30'},
  bad_date_year_one: {day: null, dateText: '0001-01-01'},
  bad_date_text: {day: null, dateText: 'to be confirmed'},
  vendor_blank: {vendor: 'NA'},
  odd_reference: {reporting: ''},
} as const;

/** Rows that are refused. */
const REFUSED = ['cell_too_many', 'cell_too_few', 'no_reference', 'no_institution'] as const;

const ONE = [
  ...(Object.keys(KINDS) as Kind[]),
  ...(Object.keys(SINGLES) as (keyof typeof SINGLES)[]),
  ...REFUSED,
  'repeated_key',
  'quarter_past',
] as const;

const isKind = (name: string): name is Kind => name in KINDS;
const isSingle = (name: string): name is keyof typeof SINGLES => name in SINGLES;

const OLDER_FROM = dayOf('2017-04-01');
const OLDER_TO = dayOf('2018-12-31');

export const proactive_contracts: Generate = async (task) => {
  const {folder, seed} = task;
  const current = await createCsv(folder, REGISTRY_FORMS.current, seed);
  const older = await createCsv(folder, REGISTRY_FORMS.older, seed);
  return new Registry(task, current, older).run();
};

/** Cells that a refused row lacks. */
const BLANKS = {no_reference: {reference_number: ' '}, no_institution: {owner_org: ''}};

/** The most records of one unit. */
const MOST = 4;

/** Writes the contracts of the registry into its two files. */
class Registry {
  readonly #task: Task;
  readonly #current: CsvFile;
  readonly #older: CsvFile;
  readonly #quirks = schedule('proactive_contracts');
  readonly #counted = oracle(source, {valued: true});
  readonly #next = references();
  #shared = 0;

  constructor(task: Task, current: CsvFile, older: CsvFile) {
    this.#task = task;
    this.#current = current;
    this.#older = older;
  }

  async run() {
    const files = [this.#current, this.#older];
    files.forEach((file, index) => {
      this.#notice(file, index);
    });
    const target = this.#task.plan.proactive_contracts;
    const filling = {slug: source.slug, target, oracle: this.#counted, files};
    await fill(this.#task, filling, (index, room) => {
      this.#unit(this.#means(index), room >= MOST ? this.#quirks.one(ONE) : null);
    });
    return this.#counted.expected(await closeAll(files), this.#quirks.counts());
  }

  #means(index: number): Means {
    const {seed, plan} = this.#task;
    const {vendors} = plan;
    const shared = () => sharedPurchase(seed, plan, ++this.#shared);
    const own = {quirks: this.#quirks, next: this.#next, purchase: shared};
    return {random: random(seed, source.slug, index), ...own, vendors, index};
  }

  #unit(means: Means, kind: (typeof ONE)[number] | null): void {
    if (kind === null) this.#write(means, this.#single(means, 'plain', {}), 'plain');
    else if (isKind(kind)) for (const one of KINDS[kind](means)) this.#write(means, one, kind);
    else if (kind === 'repeated_key') this.#repeated(means);
    else if (kind === 'quarter_past') this.#write(means, this.#single(means, kind, {}), kind);
    else if (isSingle(kind)) this.#write(means, this.#single(means, kind, SINGLES[kind]), kind);
    else {
      const one = this.#single(means, kind, {});
      this.#current.add(refusedRow(kind, this.#cells(means, one, onlyRow(one)), BLANKS, this.#counted));
    }
  }

  #cells({random: draw}: Means, {contract}: Case, version: Version): Cells {
    return cells(contract, version, this.#quirks, draw);
  }

  #write(means: Means, one: Case, shows: string): void {
    const {first} = factsOf(one);
    const readable = first.day !== null && first.day >= OLDER_FROM && first.day <= OLDER_TO;
    one.versions.forEach((version, i) => {
      if (version.reporting === undefined && this.#quirks.due('period_blank')) version.reporting = '';
      const row: Row = {cells: this.#cells(means, one, version)};
      if (this.#quirks.due('empty_cells_more')) row.change = (inOrder) => [...inOrder, '', ''];
      const file = i === 0 && readable && this.#quirks.due('older_file') ? this.#older : this.#current;
      file.add(row);
      if (this.#quirks.due('duplicate')) {
        file.add(row);
        this.#counted.merge('duplicate');
      }
    });
    this.#keep(one, shows);
  }

  #keep(one: Case, shows: string): void {
    const {first, last, day} = factsOf(one);
    this.#counted.keep({
      versions: one.versions.length,
      value: last.value,
      original: first.original,
      by: {year: day === null ? null : iso(day).slice(0, 4)},
    });
    this.#counted.sample(shows, () => {
      const sample = sampleOf(one);
      return shows === 'repeated_key' ? {...sample, record_id: null} : sample;
    });
  }

  #single(means: Means, shows: string, bend: object): Case {
    const start = base(means);
    const version = {...original(means, start), ...bend};
    if (shows === 'odd_reference')
      version.reference = `REF ${means.index}/${start.contract.institution.code}`;
    if (shows === 'quarter_past') {
      const late = Math.min(start.day + 730, REFERENCE_DAY);
      Object.assign(version, this.#next(start.contract.institution, late));
    }
    return {contract: start.contract, versions: [version]};
  }

  /** Two contracts of one institution under one reference number. */
  #repeated(means: Means): void {
    const one = this.#single(means, 'repeated_key', {});
    const two = this.#single(means, 'repeated_key', {});
    const {institution, number} = one.contract;
    two.contract = {...two.contract, institution, number: `${number}-2`};
    onlyRow(two).reference = onlyRow(one).reference;
    const both = [one, two];
    this.#current.add(...both.map((of) => ({cells: this.#cells(means, of, onlyRow(of))})));
    for (const of of both) this.#keep(of, 'repeated_key');
  }

  /** The first row of a file, which says that it is synthetic. */
  #notice(file: CsvFile, index: number): void {
    const draw = random(this.#task.seed, 'first', index);
    const means = {...this.#means(-1 - index), random: draw, vendors: 1};
    const start = base(means, {institution: INSTITUTIONS[0]});
    start.contract.number = `SYNTHETIC-${file.form.name.length}`;
    start.contract.texts = noticeTexts;
    start.day = file === this.#older ? OLDER_TO : REFERENCE_DAY;
    start.value = 0;
    const version = original(means, start);
    const one = {contract: start.contract, versions: [version]};
    file.first({cells: {...this.#cells(means, one, version), comments_en: noticeTexts.commentsEn}});
    this.#keep(one, 'notice');
  }
}

function onlyRow({versions: [version]}: Case): Version {
  if (!version) throw new Error('a single contract has one row');
  return version;
}

const RECORD_PAGE = 'https://search.open.canada.ca/contracts/record';

const METHODS: Record<string, string> = {
  OB: 'Competitive',
  ST: 'Competitive',
  TC: 'Competitive',
  TN: 'Non-competitive',
  AC: 'Advance contract award notice',
};

/** The original, the current version, and the day of a contract: the earliest of its rows. */
function factsOf({versions}: Case): {first: Version; last: Version; day: number | null} {
  const [first, last] = [versions[0], versions.at(-1)];
  if (!first || !last) throw new Error('a contract has a row');
  const days = versions.map(({day}) => day).filter((day) => day !== null);
  return {first, last, day: days.length ? Math.min(...days) : null};
}

/** A text; null where it says that there is none. */
function given(text: string): string | null {
  const clean = text.replace(/\s+/g, ' ').trim();
  return clean === 'NA' || clean === '' ? null : clean;
}

/** A word for a number, one of zeros only, and one that Excel rounded. */
const NO_NUMBER = /^(\D+|0+|\d(\.\d+)?E\+\d+)$/;

function sampleOf(one: Case): Omit<Sample, 'shows'> {
  const {institution, number, procedure, texts} = one.contract;
  const {first, last, day} = factsOf(one);
  const value = last.value;
  const fields: Record<string, Json> = {
    event_type: 'contract',
    vendor: given(last.vendor),
    department: title(institution),
    value: cad(value),
    date: day === null ? null : iso(day),
    description: (last.texts ?? texts).described,
    procurement_method: METHODS[procedure] ?? null,
    source_dataset: source.label,
    solicitation_number: null,
    original_value: cad(first.original),
    amendment_value: value === null ? null : cad(value - first.original),
    instrument_type: first.instrument === 'SOSA' ? 'Standing offer or supply arrangement' : 'Contract',
    reporting_period: last.reporting === '' ? null : last.period,
  };
  // Whether a record shows a number that is none, or the two as they were exchanged, is not for the oracle to
  // say.
  const known = given(last.number ?? number);
  if (known === null || !(NO_NUMBER.test(known) || last.swapped)) fields['contract_number'] = known;
  if (!last.swapped)
    Object.assign(fields, {
      source_url: `${RECORD_PAGE}/${institution.code},${encodeURIComponent(last.reference)}`,
      reference_number: last.reference,
    });
  return {
    record_id: recordId('c_', source.slug, [institution.code, keyed(one).reference]),
    rows: one.versions.map(({swapped, reference}) => (swapped ? number : reference)),
    earlier_versions: one.versions.length - 1,
    fields,
  };
}

/** The row whose reference is in the key: the first contract, or the first row. */
const keyed = ({versions}: Case): Version =>
  (versions.find(({instrument}) => instrument === 'C') ?? versions[0]) as Version;
