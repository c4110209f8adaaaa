/** Generates the registry of grants and contributions: one file, amendments as rows of their own. */
import type {Json} from '../datasets/types.ts';
import {createCsv, type FileForm, type Row} from './csv.ts';
import {dayOf, iso} from './dates.ts';
import {
  abroad,
  amended,
  batchReport,
  chained,
  changes,
  changesAmended,
  type GrantCase,
  type GrantMeans,
  noOriginal,
  renamed,
  repeatedPair,
  respelled,
  scholar,
  settledValue,
  sharedReference,
  single,
} from './grant_kinds.ts';
import {cityOf, GRANT_HEADER, type GrantVersion, grantCells, grantReferences} from './grants.ts';
import {title} from './institutions.ts';
import {cad, oracle, recordId, type Sample} from './oracle.ts';
import {random} from './prng.ts';
import {schedule} from './quirks.ts';
import {closeAll, fill, type Generate} from './task.ts';
import {NOTICE} from './texts.ts';

const SLUG = 'proactive_grants';

export const GRANT_FORM: FileForm = {
  name: 'synthetic-grants.csv',
  header: GRANT_HEADER,
  encoding: 'utf-8',
  bom: true,
  end: '\r\n',
  quoting: 'minimal',
};

/** Kinds of units; a unit that none of them claims is a single row. */
const KINDS = {
  amended: (means: GrantMeans) => [amended(means)],
  respelled: (means: GrantMeans) => [respelled(means)],
  renamed: (means: GrantMeans) => [renamed(means)],
  chained: (means: GrantMeans) => [chained(means)],
  no_original: (means: GrantMeans) => [noOriginal(means)],
  changes,
  changes_amended: (means: GrantMeans) => [changesAmended(means)],
  shared_reference: sharedReference,
  repeated_pair: repeatedPair,
  batch_report: (means: GrantMeans) => [batchReport(means)],
  council: (means: GrantMeans) => [scholar(means, true)],
  individual: (means: GrantMeans) => [scholar(means, false)],
  abroad: (means: GrantMeans) => [abroad(means)],
} satisfies Record<string, (means: GrantMeans) => GrantCase[]>;

/** Kinds whose records share a key: what tells them apart is not for the oracle to name. */
const SHARED = new Set(['shared_reference', 'repeated_pair']);

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

/** The most records of one unit, but for the kind that looks at the room itself. */
const MOST = 3;

export const proactive_grants: Generate = async (task) => {
  const {folder, seed, plan} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const label = 'Proactive Disclosure Grants and Contributions';
  const counted = oracle({slug: SLUG, dataset: 'grants', label, valued: true, money: 'value'});
  const next = grantReferences();
  const file = await createCsv(folder, GRANT_FORM, seed);
  const means = (index: number, room: number): GrantMeans => ({
    random: random(seed, SLUG, index),
    quirks,
    next,
    recipients: plan.recipients,
    index,
    room,
  });

  const write = (of: GrantMeans, one: GrantCase, shows: string) => {
    const rows = one.versions.map(
      (version): Row => ({
        cells: grantCells(one.grant, version, quirks, of.random),
      }),
    );
    for (const row of rows) {
      if (quirks.due('empty_cells_more')) row.change = (inOrder) => [...inOrder, ''];
      file.add(row);
      if (quirks.due('duplicate')) {
        file.add(row);
        counted.merge('duplicate');
      }
    }
    keep(one, rows.at(-1), shows);
  };

  const keep = (one: GrantCase, current: Row | undefined, shows: string) => {
    const [first, last] = [one.versions[0], one.versions.at(-1)];
    if (!first || !last || !current) throw new Error(`a grant of the kind ${shows} has no rows`);
    counted.keep({
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
    if (!SHARED.has(shows)) counted.sample(shows, () => sampleOf(one, first, last, current));
  };

  const bent = (of: GrantMeans, kind: keyof typeof SINGLES): GrantCase => {
    const one = single(of);
    Object.assign(one.versions[0], SINGLES[kind]);
    if (kind === 'wrong_province') one.grant.province = one.grant.province === 'NL' ? 'MB' : 'NL';
    if (kind === 'foreign_currency') one.grant.currency = of.random.pick(['EUR', 'USD']);
    return one;
  };

  const refused = (of: GrantMeans, kind: (typeof REFUSED)[number]) => {
    const {grant, versions} = single(of);
    const row: Row = {cells: grantCells(grant, versions[0], quirks, of.random)};
    if (kind === 'cell_too_many') row.change = (inOrder) => [...inOrder, 'see attached'];
    if (kind === 'cell_too_few') row.change = (inOrder) => inOrder.slice(0, -1);
    if (kind === 'no_reference') row.cells['ref_number'] = ' ';
    if (kind === 'no_institution') row.cells['owner_org'] = '';
    file.add(row);
    counted.reject(row.change ? 'ragged' : 'missing');
  };

  const notice = (of: GrantMeans) => {
    const one = single(of, {last: dayOf('2020-01-01')});
    const [version] = one.versions;
    version.value = 0;
    Object.assign(one.grant.texts, {descriptionEn: NOTICE.en, descriptionFr: NOTICE.fr});
    const row = {cells: grantCells(one.grant, version, quirks, of.random)};
    file.first(row);
    keep(one, row, 'notice');
  };

  notice(means(-1, 1));
  const target = plan.proactive_grants;
  await fill(task, {slug: SLUG, target, oracle: counted, files: [file]}, (index, room) => {
    const of = means(index, room);
    const kind = room >= MOST ? quirks.one(ONE) : null;
    if (kind === null) write(of, single(of), 'plain');
    else if (isKind(kind)) for (const one of KINDS[kind](of)) write(of, one, kind);
    else if (isSingle(kind)) write(of, bent(of, kind), kind);
    else refused(of, kind);
  });
  return counted.expected(await closeAll([file]), quirks.counts());
};

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
    source_dataset: 'Proactive Disclosure Grants and Contributions',
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
    record_id: recordId('g_', SLUG, [program.institution.code, last.reference]),
    earlier_versions: one.versions.length - 1,
    fields,
  };
}
