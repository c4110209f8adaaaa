/** Generates the payments of NSERC: a file for every fiscal year, co-applicants and partners beside the newest. */
import {type Cells, type CsvFile, createCsv, type Row} from './csv.ts';
import {at} from './lists.ts';
import {amount, type Cents, twoPlaces} from './money.ts';
import {nsercBeside, nsercCents, nsercForm} from './nserc_forms.ts';
import {cad, type Oracle, oracle, recordId} from './oracle.ts';
import {person, SCHOOLS, SCHOOLS_ABROAD, type School} from './people.ts';
import {type Random, random} from './prng.ts';
import {type QuirkOf, type Schedule, schedule} from './quirks.ts';
import {
  type Discipline,
  NSERC_PROGRAMS,
  type ResearchProgram,
  researchTitle,
  SCIENCES,
  summary,
} from './research_texts.ts';
import {closeAll, fill, fiscalYear, type Generate, shareOut} from './task.ts';
import {NOTICE} from './texts.ts';

const SLUG = 'nserc_awards';

type Quirks = Schedule<QuirkOf<typeof SLUG>>;

/** One payment of an application in a fiscal year. */
interface Payment {
  id: string;
  name: string;
  department: string;
  school: School;
  year: number;
  competition: number;
  value: Cents;
  program: ResearchProgram;
  science: Discipline;
  title: string;
  installment: number;
}

/** Kinds of units; a unit that none of them claims is one plain payment. */
const ONE = [
  'two_institutions',
  'exact_repeat',
  'batch',
  'abroad',
  'name_blank',
  'department_blank',
  'cell_too_many',
  'cell_too_few',
] as const;

/** Years for which an application is paid. */
const TERM = 5;

export const nserc_awards: Generate = async (task) => {
  const {folder, seed, plan} = task;
  const quirks = schedule(SLUG, plan.scale === 'national');
  const label = 'NSERC Awards';
  const counted = oracle({
    slug: SLUG,
    dataset: 'research_grants',
    label,
    valued: true,
    money: 'award_amount',
  });
  const files: Record<string, number> = {};
  const years = shareOut(plan.nserc_awards, plan.nserc_years);
  for (const {year, upTo} of years) {
    const file = await createCsv(folder, nsercForm(year), seed);
    notice(file, counted, payment(random(seed, SLUG, year, 'notice'), year, 0, quirks), quirks, seed);
    // the slots are the applications that run in this year: one of five ends, another begins
    await fill(task, {slug: SLUG, target: upTo, oracle: counted, files: [file]}, (slot, room) => {
      const means = random(seed, SLUG, year, slot);
      const kind = room > 1 ? quirks.one(ONE) : null;
      pay(file, counted, application(seed, year, slot, quirks), kind, means, quirks);
    });
    Object.assign(files, await closeAll([file]));
  }
  const newest = plan.nserc_years.at(-1) ?? 0;
  const beside = [plan.nserc_years[0] ?? 0, newest].flatMap(nsercBeside);
  for (const form of beside) {
    const file = await createCsv(folder, form, seed);
    besideRows(file, random(seed, SLUG, form.name));
    await file.close();
  }
  return counted.expected(
    files,
    quirks.counts(),
    beside.map(({name}) => name),
  );
};

/** The application in that slot in that year: the same one for five years, each slot beginning in its own. */
function application(seed: string, year: number, slot: number, quirks: Quirks): Payment {
  const running = (year + slot) % TERM;
  const means = random(seed, SLUG, 'application', slot, year - running);
  const made = payment(means, year - running, slot, quirks);
  const varied = random(seed, SLUG, year, slot, 'amount').between(-5, 5);
  const value = made.value + Math.round((made.value * varied) / 100);
  return {...made, year, installment: running + 1, value: nsercCents(year) ? value : dollarsOnly(value)};
}

const dollarsOnly = (cents: Cents): Cents => Math.round(cents / 100) * 100;

function payment(means: Random, year: number, slot: number, quirks: Quirks): Payment {
  const {family, given} = person(means.int(80_000));
  const hyphenated = family.includes('-') || quirks.due('swallowed_hyphen');
  const science = means.pick(SCIENCES);
  return {
    id: year < 2013 ? String(100_000 + slot * 50 + (year - 1980)) : `${300_000 + slot}-${year}`,
    name: hyphenated ? `${swallowed(family)}, ${given}` : `${family}, ${given}`,
    department: means.pick(['Biology', 'Civil Engineering', 'Mathematics & Statistics', 'Génie électrique']),
    school: at(SCHOOLS, Math.floor(SCHOOLS.length * means.next() ** 1.7)),
    year,
    competition: year,
    value: Math.round(amount(means) / 500) * 100,
    program: at(NSERC_PROGRAMS, Math.floor(NSERC_PROGRAMS.length * means.next() ** 2)),
    science,
    title: researchTitle(means, science, means.chance(0.25)),
    installment: 1,
  };
}

/** `Abdel-Norwick` as `AbdelNorwick`. */
const swallowed = (family: string): string =>
  family.includes('-') ? family.replaceAll('-', '') : `Abdel${family.replaceAll(' ', '')}`;

function cellsOf(of: Payment, quirks: Quirks, means: Random): Cells {
  const {school, science, program, year} = of;
  const decimals = nsercCents(year);
  const missing = quirks.due('not_available');
  const described = year >= 2010 && means.chance(0.6);
  return {
    Cle: of.id,
    'Name-Nom': of.name,
    'Department-Département': of.department,
    OrganizationID: String(school.number),
    'Institution-Établissement': school.en,
    ProvinceEN: school.province?.en ?? school.state,
    ProvinceFR: school.province?.fr ?? school.state,
    CountryEN: school.countryEn,
    CountryFR: school.countryFr,
    'FiscalYear-Exercice financier': String(year),
    'CompetitionYear-Année de concours': String(of.competition),
    AwardAmount: decimals ? twoPlaces(of.value) : String(of.value / 100),
    ProgramID: quirks.due('leading_blanks') ? `  ${program.code}` : program.code,
    ProgramNaneEN: program.en,
    ProgramNameFR: program.fr,
    GroupEN: program.groupEn,
    GroupFR: program.groupFr,
    CommitteeCode: science.code,
    CommitteeNameEN: science.groupEn,
    CommitteeNameFR: science.groupFr,
    AreaOfApplicationCode: '1100',
    AreaOfApplicationGroupEN: science.areaEn,
    AreaOfApplicationGroupFR: science.areaFr,
    AreaOfApplicationEN: science.areaEn,
    AreaOfApplicationFR: science.areaFr,
    ResearchSubjectCode: science.code,
    ResearchSubjectGroupEN: science.groupEn,
    ResearchSubjectGroupFR: science.groupFr,
    ResearchSubjectEN: science.en,
    ResearchSubjectFR: science.fr,
    installment: `${of.installment} - ${TERM}`,
    Partie: '1',
    Num_Partie: '1',
    Nb_Partie: '1',
    ApplicationTitle: of.title,
    Keyword: science.words.join(', '),
    ApplicationSummary: described ? summary(means, science, quirks.due('long_summary')) : '',
    FieldOfResearchListCodes: missing ? 'Not Available' : `RDF${science.code};RDF1204`,
    FieldOfResearchListNamesEN: missing ? 'Not Available' : `${science.en};${science.groupEn}`,
    FieldOfResearchListNamesFR: missing ? 'Non Disponible' : `${science.fr};${science.groupFr}`,
    SocioeconomicObjectiveListCodes: missing ? 'Not Available' : 'RDS104',
    SocioeconomicObjectiveListNamesEN: missing ? 'Not Available' : science.areaEn,
    SocioeconomicObjectiveListNamesFR: missing ? 'Non Disponible' : science.areaFr,
  };
}

function pay(
  file: CsvFile,
  counted: Oracle,
  plain: Payment,
  kind: (typeof ONE)[number] | null,
  means: Random,
  quirks: Quirks,
): void {
  const rowOf = (of: Payment): Row => ({cells: cellsOf(of, quirks, means)});
  const write = (of: Payment, row: Row, sampled = true) => {
    file.add(row);
    keep(counted, of, kind ?? 'plain', sampled);
  };
  switch (kind) {
    case 'cell_too_many':
    case 'cell_too_few': {
      const few = kind === 'cell_too_few';
      file.add({
        ...rowOf(plain),
        change: (inOrder) => (few ? inOrder.slice(0, -1) : [...inOrder, 'see attached']),
      });
      counted.reject('ragged');
      return;
    }
    case 'exact_repeat': {
      const row = rowOf(plain);
      write(plain, row);
      write(plain, row, false);
      return;
    }
    case 'two_institutions': {
      const second = at(SCHOOLS, SCHOOLS.indexOf(plain.school) + 1);
      write(plain, rowOf(plain));
      const other = {...plain, school: second, value: dollarsOnly(Math.round(plain.value / 3))};
      write(other, rowOf(other));
      return;
    }
    default: {
      const of = {...plain, ...bent(plain, kind, means)};
      write(of, rowOf(of));
    }
  }
}

function bent(of: Payment, kind: (typeof ONE)[number] | null, means: Random): Partial<Payment> {
  if (kind === 'batch') return {id: 'NA', name: of.school.en, title: 'NA', department: 'Head Office'};
  if (kind === 'abroad') return {school: means.pick(SCHOOLS_ABROAD)};
  if (kind === 'name_blank') return {name: ''};
  return kind === 'department_blank' ? {department: ''} : {};
}

/** Not every payment can be a sample: equal ones and those without a number share what their ids are made of. */
function keep(counted: Oracle, of: Payment, shows: string, sampled = true): void {
  const {school, program, science} = of;
  const province = school.province?.code ?? null;
  const fiscal_year = fiscalYear(of.year);
  counted.keep({
    versions: 1,
    value: of.value,
    by: {source: 'NSERC', fiscal_year, province, institution: school.en, program_en: program.en},
  });
  if (!sampled || shows === 'batch') return;
  counted.sample(shows === 'plain' ? `plain ${of.year}` : shows, () => ({
    record_id: recordId('r_', SLUG, [of.id, fiscal_year, String(school.number)]),
    earlier_versions: 0,
    fields: {
      source: 'NSERC',
      source_dataset: 'NSERC Awards',
      researcher_name: of.name || null,
      institution: school.en,
      province,
      award_amount: cad(of.value),
      fiscal_year,
      program_en: program.en,
      program_fr: program.fr,
      keywords: science.words.join(', '),
      title: of.title,
      discipline_en: science.en,
      discipline_fr: science.fr,
    },
  }));
}

function notice(file: CsvFile, counted: Oracle, of: Payment, quirks: Quirks, seed: string): void {
  const said = {...of, id: nsercCents(of.year) ? `1-${of.year}` : '1', value: 0, title: NOTICE.en};
  const means = random(seed, SLUG, of.year, 'cells');
  file.first({cells: {...cellsOf(said, quirks, means), ApplicationSummary: NOTICE.fr}});
  keep(counted, said, 'notice');
}

/** A few rows that say who else took part. */
function besideRows(file: CsvFile, means: Random): void {
  const [id = '', second = ''] = file.form.header;
  const year = /\d{4}/.exec(file.form.name)?.[0] ?? '';
  for (let i = 0; i < 12; i++) {
    const {family, given} = person(means.int(80_000));
    const school = means.pick(SCHOOLS);
    const values: Record<string, string> = {
      [id]: String(200_000 + i),
      [second]: second.startsWith('Co') ? `${family}, ${given}` : String(school.number),
      CoAppOrganizationID: String(school.number),
      'CoAppInstitution-Établissement': i === 0 ? NOTICE.en : school.en,
      'PartInstitution-Établissement': i === 0 ? NOTICE.en : school.en,
      ProvinceEN: school.province?.en ?? '',
      ProvinceFR: school.province?.fr ?? '',
      CountryEN: school.countryEn,
      CountryFR: school.countryFr,
      'FiscalYear-Exercice financier': year,
      OrgType: 'Academic',
      OrgTypeFR: 'Universitaire',
    };
    if (i === 0) file.first({cells: values});
    else file.add({cells: values});
  }
}
