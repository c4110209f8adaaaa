/** Generates the payments of SSHRC: a file for every fiscal year, partners beside the newest. */
import {type Cells, type CsvFile, createCsv} from './csv.ts';
import {at} from './lists.ts';
import {amount, type Cents, dollars, twoPlaces} from './money.ts';
import {cad, type Oracle, oracle, recordId} from './oracle.ts';
import {person, SCHOOLS, type School} from './people.ts';
import {type Random, random} from './prng.ts';
import {type QuirkOf, type Schedule, schedule} from './quirks.ts';
import {
  type Discipline,
  HUMANITIES,
  longTitle,
  type ResearchProgram,
  researchTitle,
  SSHRC_PROGRAMS,
} from './research_texts.ts';
import {sshrcDollars, sshrcForm, sshrcGeneration, sshrcPartners} from './sshrc_forms.ts';
import {closeAll, fill, fiscalYear, type Generate, shareOut} from './task.ts';
import {NOTICE} from './texts.ts';

const SLUG = 'sshrc_awards';

type Quirks = Schedule<QuirkOf<typeof SLUG>>;

/** One payment of an award in a fiscal year. */
interface Payment {
  key: string;
  year: number;
  name: string;
  role: string;
  value: Cents;
  /** Null where it was paid to the person. */
  school: School | null;
  place: {id: string; en: string; fr: string};
  title: string;
  keywords: readonly string[];
  separator: '; ' | ', ';
  program: ResearchProgram;
  discipline: Discipline;
}

const ONE = [
  'repeated_key',
  'exact_repeat',
  'grantee',
  'other_province',
  'outside',
  'organization',
  'no_title',
  'no_keywords',
  'comma_keywords',
  'cell_too_many',
  'cell_too_few',
] as const;

type Kind = (typeof ONE)[number] | null;

const ELSEWHERE = {id: 'XX', en: 'Other in Canada', fr: 'Autre au Canada'} as const;
const OUTSIDE = {id: 'OC', en: 'Outside Canada', fr: 'Extérieur du Canada'} as const;

export const sshrc_awards: Generate = async (task) => {
  const {folder, seed, plan} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const label = 'SSHRC Awards';
  const counted = oracle({
    slug: SLUG,
    dataset: 'research_grants',
    label,
    valued: true,
    money: 'award_amount',
  });
  const files: Record<string, number> = {};
  for (const {year, upTo} of shareOut(plan.sshrc_awards, plan.sshrc_years)) {
    const file = await createCsv(folder, sshrcForm(year), seed);
    const first = {
      ...payment(random(seed, SLUG, year, 'notice'), year, 0),
      value: 0,
      title: NOTICE.en,
    };
    file.first({cells: cellsOf(first, quirks)});
    keep(counted, first, 'notice');
    await fill(task, {slug: SLUG, target: upTo, oracle: counted, files: [file]}, (index, room) => {
      const means = random(seed, SLUG, year, index);
      const kind = room > 1 ? quirks.one(ONE) : null;
      pay(file, counted, payment(means, year, index + 1), kind, means, quirks);
    });
    Object.assign(files, await closeAll([file]));
  }
  const newest = plan.sshrc_years.at(-1) ?? 0;
  const partners = sshrcPartners(newest);
  const beside = await createCsv(folder, partners, seed);
  for (let i = 0; i < 12; i++) {
    const row = {
      cells: {
        cle: String(i + 1),
        Partner_EN: i === 0 ? NOTICE.en : at(SCHOOLS, i).en,
        Partner_FR: i === 0 ? NOTICE.fr : at(SCHOOLS, i).fr,
        Province_EN: at(SCHOOLS, i).province?.en ?? '',
        'Fiscal_Year-Exercice_financier': String(newest),
      },
    };
    if (i === 0) beside.first(row);
    else beside.add(row);
  }
  await beside.close();
  return counted.expected(files, quirks.counts(), [partners.name]);
};

function payment(means: Random, year: number, key: number): Payment {
  const {family, given} = person(means.int(80_000));
  const school = at(SCHOOLS, Math.floor(SCHOOLS.length * means.next() ** 1.7));
  const discipline = means.pick(HUMANITIES);
  const title = means.chance(0.02)
    ? longTitle(means, discipline).slice(0, 255)
    : researchTitle(means, discipline, means.chance(0.3));
  return {
    key: String(key),
    year,
    name: `${family}, ${given}`,
    role: 'Applicant',
    value: Math.round(amount(means) / 400) * 100,
    school,
    place: placeOf(school),
    title,
    keywords: discipline.words,
    separator: '; ',
    program: at(SSHRC_PROGRAMS, Math.floor(SSHRC_PROGRAMS.length * means.next() ** 1.6)),
    discipline,
  };
}

function placeOf({province}: School): Payment['place'] {
  if (!province) throw new Error('the schools in Canada all lie in a province');
  return {id: province.code, en: province.en, fr: province.fr};
}

function cellsOf(of: Payment, quirks: Quirks): Cells {
  const {school, place, program, discipline, year} = of;
  const unclassified = quirks.due('not_classified');
  // whole dollars lose their places: `$1,234`
  const money = sshrcDollars(year) ? dollars(of.value).replace(/\.00$/, '') : twoPlaces(of.value);
  return {
    cle: of.key,
    File_Number: `${1_000 + (Number(of.key) % 7)}-${year}-${of.key.padStart(4, '0')}`,
    'Name-Nom': of.name,
    role: of.role,
    AwardAmount: sshrcGeneration(year) === 'middle' ? ` ${money} ` : money,
    'FiscalYear-Exercice financier': String(year),
    Institution: school?.en ?? 'Grantee',
    Établissement: school?.fr ?? 'Bénéficiaire',
    Province_ID: place.id,
    ProvinceEN: place.en,
    ProvinceFR: place.fr,
    Competition_Year: String(year - (Number(of.key) % 3)),
    Title: of.title,
    Keywords: of.keywords.join(of.separator),
    ProgramNameEN: program.en,
    ProgramNameFR: program.fr,
    DisciplineEN: unclassified ? 'Not Applicable' : discipline.en,
    DisciplineFR: unclassified ? 'Sans objet' : discipline.fr,
    MainDisciplineEN: discipline.groupEn,
    MainDisciplineFR: discipline.groupFr,
    Area_of_ResearchEN: unclassified ? 'Not Subject to Research Classification' : discipline.areaEn,
    Area_of_ResearchFR: unclassified ? 'Codification non pertinente' : discipline.areaFr,
  };
}

function pay(
  file: CsvFile,
  counted: Oracle,
  plain: Payment,
  kind: Kind,
  means: Random,
  quirks: Quirks,
): void {
  const write = (of: Payment, cells: Cells, sampled = true) => {
    file.add({cells});
    keep(counted, of, kind ?? 'plain', sampled);
  };
  switch (kind) {
    case 'cell_too_many':
    case 'cell_too_few': {
      const few = kind === 'cell_too_few';
      file.add({
        cells: cellsOf(plain, quirks),
        change: (inOrder) => (few ? inOrder.slice(0, -1) : [...inOrder, 'see attached']),
      });
      counted.reject('ragged');
      return;
    }
    case 'exact_repeat': {
      const cells = cellsOf(plain, quirks);
      write(plain, cells);
      write(plain, cells, false);
      return;
    }
    case 'repeated_key': {
      const school = at(SCHOOLS, SCHOOLS.indexOf(plain.school ?? at(SCHOOLS, 0)) + 1);
      const other = {...plain, school, place: placeOf(school), value: Math.round(plain.value / 4)};
      write(plain, cellsOf(plain, quirks));
      write(other, cellsOf(other, quirks));
      return;
    }
    default: {
      const of = {...plain, ...bent(plain, kind, means)};
      write(of, cellsOf(of, quirks));
    }
  }
}

function bent(of: Payment, kind: Kind, means: Random): Partial<Payment> {
  switch (kind) {
    case 'grantee':
      return {school: null};
    case 'other_province':
      return {school: null, place: ELSEWHERE};
    case 'outside':
      return {place: OUTSIDE};
    case 'organization':
      return {
        name: of.school?.en ?? '',
        role: sshrcGeneration(of.year) === 'newest' ? 'Institution-Based Application' : 'Appl. Org.',
        // a few of them are paid the indirect costs of a whole university
        value: of.value + (means.chance(0.03) ? means.between(10_000_000_00, 30_000_000_00) : 0),
      };
    case 'no_title':
      return {title: 'No Title - Aucun Titre'};
    case 'no_keywords':
      return {keywords: []};
    case 'comma_keywords':
      return {separator: ', '};
    default:
      return {};
  }
}

/** Not every payment can be a sample: equal ones and those without a number share what their ids are made of. */
function keep(counted: Oracle, of: Payment, shows: string, sampled = true): void {
  const {school, program} = of;
  const province = of.place.id === 'XX' || of.place.id === 'OC' ? null : of.place.id;
  const fiscal_year = fiscalYear(of.year);
  const institution = school?.en ?? null;
  counted.keep({
    versions: 1,
    value: of.value,
    by: {source: 'SSHRC', fiscal_year, province, institution, program_en: program.en},
  });
  if (!sampled || shows === 'repeated_key') return;
  counted.sample(shows === 'plain' ? `plain ${of.year}` : shows, () => ({
    record_id: recordId('r_', SLUG, [of.key, fiscal_year]),
    earlier_versions: 0,
    fields: {
      source: 'SSHRC',
      source_dataset: 'SSHRC Awards',
      researcher_name: of.name,
      institution,
      province,
      award_amount: cad(of.value),
      fiscal_year,
      program_en: program.en,
      program_fr: program.fr,
      keywords: of.keywords.join(', ') || null,
      title: of.title.startsWith('No Title') ? null : of.title,
    },
  }));
}
