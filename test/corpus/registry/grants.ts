/** Generates the registry of grants and contributions: one file, amendments as rows of their own. */
import source from '../../../datasets/grants/sources/proactive_grants.ts';
import type {Json} from '../../../datasets/types.ts';
import {dayOf, iso} from '../dates.ts';
import {headerOf} from '../declared/headers.ts';
import {type CsvFile, createCsv, type FileForm, type Row} from '../files/csv.ts';
import {refusedRow} from '../files/refused.ts';
import {cad, oracle, recordId, type Sample} from '../oracle.ts';
import {random} from '../prng.ts';
import {type QuirkOf, type Schedule, schedule} from '../quirks.ts';
import {closeAll, fill, type Generate, type Task} from '../task.ts';
import {title} from '../vocabulary/institutions.ts';
import {NOTICE} from '../vocabulary/texts.ts';
import {cityOf, type GrantVersion, grantCells, grantReferences} from './grant_cells.ts';
import {
  abroad,
  amended,
  batchReport,
  type GrantCase,
  type GrantMeans,
  scholar,
  settledValue,
  single,
} from './grant_kinds.ts';
import * as lies from './grant_lies.ts';

const SLUG = 'proactive_grants';

export const GRANT_FORM: FileForm = {
  name: 'synthetic-grants.csv',
  header: headerOf(source, 'registry'),
  encoding: 'utf-8',
  bom: true,
  end: '\r\n',
  quoting: 'minimal',
};

/** Kinds of units; a unit that none of them claims is a single row. */
const KINDS = {
  amended: (means) => [amended(means)],
  respelled: lies.respelled,
  renamed: lies.renamed,
  renamed_silently: lies.renamedSilently,
  renamed_old: lies.renamedOld,
  halves_exchanged: lies.halvesExchanged,
  chained: lies.chained,
  no_original: lies.noOriginal,
  changes: lies.changes,
  changes_amended: lies.changesAmended,
  shared_reference: lies.sharedReference,
  repeated_pair: lies.repeatedPair,
  old_number_reused: lies.oldNumberReused,
  mistyped_number: lies.mistypedNumber,
  bad_number_shared: lies.badNumberShared,
  which_recipient: lies.whichRecipient,
  number_of_another: lies.numberOfAnother,
  batch_report: (means) => [batchReport(means)],
  council: (means) => [scholar(means, true)],
  individual: (means) => [scholar(means, false)],
  abroad: (means) => [abroad(means)],
} satisfies Partial<Record<QuirkOf<typeof SLUG>, (means: GrantMeans) => GrantCase[]>>;

/** Kinds whose records share a key. */
const SHARED = new Set<string>([
  'shared_reference',
  'repeated_pair',
  'old_number_reused',
  'bad_number_shared',
  'renamed_old',
]);

/** Bends of a single row that change what the record holds. */
const SINGLES = {
  zero_value: {value: 0},
  negative_value: {value: -2_345_67},
  money_text: {value: null, valueText: 'abc'},
  value_blank: {value: null, valueText: ''},
  bad_date: {start: null, startText: '2023-02-30'},
  no_recipient: {name: {en: '', fr: null}, business: ''},
  wrong_province: {},
  foreign_currency: {},
} satisfies Record<string, Partial<GrantVersion>>;

/** Rows that are refused. */
const REFUSED = ['cell_too_many', 'cell_too_few', 'no_reference', 'no_institution'] as const;

const ONE = [
  ...(Object.keys(KINDS) as (keyof typeof KINDS)[]),
  ...(Object.keys(SINGLES) as (keyof typeof SINGLES)[]),
  ...REFUSED,
] as const;

const isKind = (name: string): name is keyof typeof KINDS => name in KINDS;
const isSingle = (name: string): name is keyof typeof SINGLES => name in SINGLES;

/** The most records of one unit. */
const MOST = 3;

export const proactive_grants: Generate = async (task) =>
  new Registry(task, await createCsv(task.folder, GRANT_FORM, task.seed)).run();

/** Cells that a refused row lacks. */
const BLANKS = {no_reference: {ref_number: ' '}, no_institution: {owner_org: ''}};

/** Writes the agreements of the registry into its file. */
class Registry {
  readonly #task: Task;
  readonly #file: CsvFile;
  readonly #quirks: Schedule<QuirkOf<typeof SLUG>>;
  readonly #counted = oracle(source, {valued: true, money: 'value'});
  readonly #next = grantReferences();

  constructor(task: Task, file: CsvFile) {
    this.#task = task;
    this.#file = file;
    this.#quirks = schedule(SLUG, task.plan.scale === 'national');
  }

  async run() {
    this.#notice(this.#means(-1));
    const target = this.#task.plan.proactive_grants;
    const filling = {slug: SLUG, target, oracle: this.#counted, files: [this.#file]};
    await fill(this.#task, filling, (index, room) => {
      this.#unit(this.#means(index), room >= MOST ? this.#quirks.one(ONE) : null);
    });
    return this.#counted.expected(await closeAll([this.#file]), this.#quirks.counts());
  }

  #means(index: number): GrantMeans {
    const {seed, plan} = this.#task;
    const own = {quirks: this.#quirks, next: this.#next};
    return {random: random(seed, SLUG, index), ...own, recipients: plan.recipients, index};
  }

  #unit(of: GrantMeans, kind: (typeof ONE)[number] | null): void {
    if (kind === null) this.#write(of, single(of), 'plain');
    else if (isKind(kind)) for (const one of KINDS[kind](of)) this.#write(of, one, kind);
    else if (isSingle(kind)) this.#write(of, bent(of, kind), kind);
    else {
      const {grant, versions} = single(of);
      const cells = grantCells(grant, versions[0], this.#quirks, of.random);
      this.#file.add(refusedRow(kind, cells, BLANKS, this.#counted));
    }
  }

  #write(of: GrantMeans, one: GrantCase, shows: string): void {
    const rows = one.versions.map(
      (version): Row => ({cells: grantCells(one.grant, version, this.#quirks, of.random)}),
    );
    for (const row of rows) {
      if (this.#quirks.due('empty_cells_more')) row.change = (inOrder) => [...inOrder, ''];
      this.#file.add(row);
      if (this.#quirks.due('duplicate')) {
        this.#file.add(row);
        this.#counted.merge('duplicate');
      }
    }
    this.#keep(one, rows.at(-1), shows);
  }

  #keep(one: GrantCase, current: Row | undefined, shows: string): void {
    const [first, last] = [one.versions[0], one.versions.at(-1)];
    if (!first || !last || !current) throw new Error(`a grant of the kind ${shows} has no rows`);
    this.#counted.keep({
      versions: one.versions.length,
      value: settledValue(one),
      by: {
        year: first.start === null ? null : iso(first.start).slice(0, 4),
        department: title(one.grant.program.institution),
        agreement_type: TYPES[one.grant.program.type],
        recipient_province: one.grant.province || null,
        program_en: one.grant.program.en,
      },
    });
    this.#counted.sample(shows, () => {
      const sample = sampleOf(one, first, last, current);
      return SHARED.has(shows) ? {...sample, record_id: null} : sample;
    });
  }

  /** The first row of the file, which says that it is synthetic. */
  #notice(of: GrantMeans): void {
    const one = single(of, {last: dayOf('2020-01-01')});
    const [version] = one.versions;
    version.value = 0;
    Object.assign(one.grant.texts, {descriptionEn: NOTICE.en, descriptionFr: NOTICE.fr});
    const row = {
      cells: {...grantCells(one.grant, version, this.#quirks, of.random), description_en: NOTICE.en},
    };
    this.#file.first(row);
    this.#keep(one, row, 'notice');
  }
}

function bent(of: GrantMeans, kind: keyof typeof SINGLES): GrantCase {
  const one = single(of);
  Object.assign(one.versions[0], SINGLES[kind]);
  if (kind === 'wrong_province') one.grant.province = one.grant.province === 'NL' ? 'MB' : 'NL';
  if (kind === 'foreign_currency') one.grant.currency = of.random.pick(['EUR', 'USD']);
  return one;
}

const TYPES = {G: 'Grant', C: 'Contribution', O: 'Other transfer payment'} as const;

const RECIPIENTS: Record<string, string> = {
  F: 'For-profit organization',
  N: 'Not-for-profit organization or charity',
  S: 'Academia',
  A: 'Indigenous recipient',
  G: 'Government',
  I: 'International',
  P: 'Individual or sole proprietorship',
  O: 'Other',
};

/** Texts that were written with blanks of all kinds, as a record has them. */
const text = (cell = ''): string | null => cell.replace(/\s+/g, ' ').trim() || null;

function sampleOf(
  one: GrantCase,
  first: GrantVersion,
  last: GrantVersion,
  {cells}: Row,
): Omit<Sample, 'shows'> {
  const {program, texts, town, recipient} = one.grant;
  const {en, fr} = last.name;
  const fields: Record<string, Json> = {
    recipient: text(fr === null ? en : `${en} | ${fr}`),
    department: title(program.institution),
    value: cad(settledValue(one)),
    date: first.start === null ? null : iso(first.start),
    description: text(texts.descriptionEn || texts.titleEn),
    source_dataset: source.label,
    reference_number: last.reference,
    agreement_number: last.agreement || null,
    amendment_number: String(last.amendment),
    agreement_type: TYPES[program.type],
    recipient_type: RECIPIENTS[cells['recipient_type'] ?? ''] ?? null,
    recipient_province: one.grant.province || null,
    recipient_city: recipient.country === 'CA' ? cityOf(town) : null,
    recipient_country: recipient.country,
    program_en: program.en,
    program_fr: program.fr,
    title_en: texts.titleEn,
    title_fr: texts.titleFr,
    start_date: last.start === null ? null : iso(last.start),
    end_date: iso(last.end),
    amendment_date: last.amended === null ? null : iso(last.amended),
  };
  return {
    record_id: recordId('g_', SLUG, [program.institution.code, first.reference]),
    rows: one.versions.map(({reference, amendment}) => `${reference} ${amendment}`),
    earlier_versions: one.versions.length - 1,
    fields,
  };
}
