/** Generates the registry of contracts over 10,000 CAD: the current file and one with the names of 2019. */
import source from '../../datasets/contracts/sources/proactive_contracts.ts';
import {dayOf, iso, REFERENCE_DAY} from '../dates.ts';
import {type Cells, type CsvFile, createCsv, type FileForm, type Row} from '../files/csv.ts';
import {refusedRow} from '../files/refused.ts';
import {cad, oracle, recordId, type Sample} from '../oracle.ts';
import {random} from '../prng.ts';
import {schedule} from '../quirks.ts';
import {closeAll, fill, type Generate, type Task} from '../task.ts';
import {INSTITUTIONS, title} from '../vocabulary/institutions.ts';
import {cells, noticeTexts, references, type Version} from './contract_cells.ts';
import {
  alikeName,
  amended,
  base,
  type Case,
  chained,
  cutName,
  type Means,
  noNumber,
  noOriginal,
  nullsShareNothing,
  numberReused,
  original,
  renamed,
  respelled,
  sameQuarter,
} from './contract_kinds.ts';

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
  amended: (means: Means) => [amended(means)],
  same_quarter: (means: Means) => [sameQuarter(means)],
  respelled: (means: Means) => [respelled(means)],
  renamed: (means: Means) => [renamed(means)],
  no_original: (means: Means) => [noOriginal(means)],
  chained: (means: Means) => [chained(means)],
  number_reused: numberReused,
  nulls_share_nothing: nullsShareNothing,
  no_number: noNumber,
  cut_name: (means: Means) => [cutName(means)],
  alike_name: alikeName,
} satisfies Record<string, (means: Means) => Case[]>;

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

/** Rows of units that are refused, or of which one is. */
const REFUSED = ['cell_too_many', 'cell_too_few', 'no_reference', 'no_institution', 'repeated_key'] as const;

const ONE = [
  ...(Object.keys(KINDS) as Kind[]),
  ...(Object.keys(SINGLES) as (keyof typeof SINGLES)[]),
  ...REFUSED,
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

/** Writes the contracts of the registry into its two files. */
class Registry {
  readonly #task: Task;
  readonly #current: CsvFile;
  readonly #older: CsvFile;
  readonly #quirks = schedule('proactive_contracts');
  readonly #counted = oracle(source, {valued: true});
  readonly #next = references();

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
      this.#unit(this.#means(index), room > 1 ? this.#quirks.one(ONE) : null);
    });
    return this.#counted.expected(await closeAll(files), this.#quirks.counts());
  }

  #means(index: number): Means {
    const {seed, plan} = this.#task;
    const {vendors} = plan;
    const own = {quirks: this.#quirks, next: this.#next};
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
    const {versions} = one;
    const [first, last] = [versions[0], versions.at(-1)];
    if (!first || !last) throw new Error(`a contract of the kind ${shows} has no rows`);
    const readable = first.day !== null && first.day >= OLDER_FROM && first.day <= OLDER_TO;
    versions.forEach((version, i) => {
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
    // One of the rows is a version by its cut name alone.
    const cut = shows === 'cut_name' ? 1 : 0;
    if (cut) this.#counted.merge('cut_name', cut);
    this.#counted.keep({versions: versions.length - cut, value: last.value, original: first.original});
    this.#counted.sample(shows, () => sampleOf(one, first, last));
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

  /** Two contracts of one institution under one reference number: the second row is refused. */
  #repeated(means: Means): void {
    const one = this.#single(means, 'repeated_key', {});
    const two = this.#single(means, 'repeated_key', {});
    const [first, second] = [onlyRow(one), onlyRow(two)];
    const {institution, number} = one.contract;
    two.contract = {...two.contract, institution, number: `${number}-2`};
    second.reference = first.reference;
    this.#current.add({cells: this.#cells(means, one, first)}, {cells: this.#cells(means, two, second)});
    this.#counted.keep({versions: 1, value: first.value, original: first.original});
    this.#counted.reject('repeated_key');
    this.#counted.sample('repeated_key', () => sampleOf(one, first, first));
  }

  /** The first row of a file, which says that it is synthetic. */
  #notice(file: CsvFile, index: number): void {
    const draw = random(this.#task.seed, 'first', index);
    const means = {random: draw, quirks: this.#quirks, next: this.#next, vendors: 1, index: -1 - index};
    const start = base(means, {institution: INSTITUTIONS[0]});
    start.contract.number = `SYNTHETIC-${file.form.name.length}`;
    start.contract.texts = noticeTexts;
    start.day = file === this.#older ? OLDER_TO : REFERENCE_DAY;
    start.value = 0;
    const version = original(means, start);
    const one = {contract: start.contract, versions: [version]};
    file.first({cells: {...this.#cells(means, one, version), comments_en: noticeTexts.commentsEn}});
    this.#counted.keep({versions: 1, value: 0, original: 0});
    this.#counted.sample('notice', () => sampleOf(one, version, version));
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

function sampleOf({contract, versions}: Case, first: Version, last: Version): Omit<Sample, 'shows'> {
  const {institution, number, procedure, texts} = contract;
  const vendor = last.vendor.replace(/\s+/g, ' ').trim();
  const value = last.value;
  return {
    record_id: recordId('c_', source.slug, [institution.code, first.reference]),
    earlier_versions: versions.length - 1,
    fields: {
      event_type: 'contract',
      vendor: vendor === 'NA' || vendor === '' ? null : vendor,
      department: title(institution),
      value: cad(value),
      date: first.day === null ? null : iso(first.day),
      description: texts.described,
      procurement_method: METHODS[procedure] ?? null,
      source_dataset: source.label,
      source_url: `${RECORD_PAGE}/${institution.code},${encodeURIComponent(last.reference)}`,
      solicitation_number: null,
      reference_number: last.reference,
      contract_number: number === 'NA' || number === '' ? null : number,
      original_value: cad(first.original),
      amendment_value: value === null ? null : cad(value - first.original),
      instrument_type: first.instrument === 'SOSA' ? 'Standing offer or supply arrangement' : 'Contract',
      reporting_period: last.reporting === '' ? null : last.period,
    },
  };
}
