/** SSHRC: payments of awards, one CSV per fiscal year since 1998. */
import {NOTHING_GIVEN, PAID_TO_PERSON, PROVINCE_OF_AWARD} from '../../codes/research.ts';
import {code, constant, fiscalYear, identifier, money, splitAndJoin, text} from '../../fields.ts';
import {OGL, OPEN_CANADA, SSHRC} from '../../publishers/licences.ts';
import {source} from '../../source.ts';
import type {Fields} from '../../types.ts';

const DATASET = 'b4e2b302-9bc6-4b33-b880-6496f8cef0f1';
const PAGE = `${OPEN_CANADA}/en/dataset/${DATASET}`;
const FOLDER = 'https://www.sshrc-crsh.gc.ca/opendata';

const FIRST_YEAR = 1998;
const LAST_YEAR = 2024;

/** Irregular names; several of one year are tried in this order. */
const IRREGULAR: Record<number, readonly string[]> = {
  2015: [
    'Open%20Data_FY%202015-16%20Expenditures%20Revised.csv',
    'Open_Data_FY_2015-16_Expenditures_Revised_p.csv',
    'SSHRC_FYR2015_AWARD.csv',
  ],
  2016: ['Open_Data_FY_2016-17_Expenditures_Revised_p.csv'],
  2017: ['Open_Data_FY_2017-18_Expenditures_Revised_p.csv'],
  2018: ['SSHRC_FYR2018_AWARD.csv'],
  2019: ['SSHRC_FY_2019_Expenditures.csv.xls.csv'],
  2021: ['SSHRC_FY2021_Expenditures.csv.xls.csv'],
};

const regular = (year: number): string =>
  year < 2015 ? `SSHRC_FYR${year}_AWARD.csv` : `SSHRC_FY${year}_Expenditures.csv`;

const FALLBACK = Array.from({length: LAST_YEAR - FIRST_YEAR + 1}, (_, at) => FIRST_YEAR + at).flatMap(
  (year) =>
    (IRREGULAR[year] ?? [regular(year)]).map((file) => ({
      name: `${year} Payments`,
      url: `${FOLDER}/${file}`,
    })),
);

const fields: Fields = {
  source: constant('SSHRC'),
  researcher_name: text('Name-Nom', NOTHING_GIVEN),
  institution: text('Institution', [...PAID_TO_PERSON, ...NOTHING_GIVEN]),
  province: code(['Province_ID', 'Province_EN'], PROVINCE_OF_AWARD),
  award_amount: money('Amount-Montant'),
  fiscal_year: fiscalYear('Fiscal_Year-Exercice_financier'),
  program_en: text('Program', NOTHING_GIVEN),
  program_fr: text('Programme', NOTHING_GIVEN),
  keywords: splitAndJoin('Keywords-Mots-clés', ';', ', ', NOTHING_GIVEN),
  title: text('Title-Titre', NOTHING_GIVEN),
  discipline_en: text('SSHRC_Discipline_EN', NOTHING_GIVEN),
  discipline_fr: text('CRSH_Discipline_FR', NOTHING_GIVEN),
  source_url: constant(PAGE),
  // For keys only.
  award: identifier('cle', NOTHING_GIVEN, [
    'Name-Nom',
    'Institution',
    'Amount-Montant',
    'Title-Titre',
    'Program',
  ]),
};

export default source({
  slug: 'sshrc_awards',
  label: 'SSHRC Awards',
  dataset: 'research_grants',
  publisher: SSHRC,
  ...OGL,
  page: PAGE,
  cadence: 'yearly',
  files: [
    {
      name: 'payments',
      format: 'csv',
      via: {
        portal: 'ckan-files',
        base: OPEN_CANADA,
        dataset: DATASET,
        resources: /^(\d{4})(?: ?[-–] ?\d{2,4})? payments?\b/i,
        fallback: FALLBACK,
      },
    },
  ],
  encodings: ['utf-8', 'utf-16', 'windows-1252'],
  layout: 'payments',
  help: 'Header of 2024; the 21 columns of 1998 to 2014 and those of 2015 and after are earlier spellings.',
  unused: `File_Number, Role-Rôle, Établissement, Province_FR, Competition_Year-Année_du_concours,
    SSHRC_Main_Discipline, CRSH_Discipline_principale, SSHRC_Area_of_Research,
    CRSH_Domaine_de_recherche`,
  mandatory: 'cle, Name-Nom, Institution, Amount-Montant, Fiscal_Year-Exercice_financier',
  optional: 'Province_ID, Keywords-Mots-clés, Programme, SSHRC_Discipline_EN, CRSH_Discipline_FR',
  aliases: {
    Institut: 'Institution',
    'Institution-Établissement': 'Institution',
    AwardAmount: 'Amount-Montant',
    Amount: 'Amount-Montant',
    role: 'Role-Rôle',
    FiscalYear: 'Fiscal_Year-Exercice_financier',
    Competition_Year: 'Competition_Year-Année_du_concours',
    Title: 'Title-Titre',
    Keywords: 'Keywords-Mots-clés',
    ProgramNameEN: 'Program',
    ProgramNaneEN: 'Program',
    ProgramNameFR: 'Programme',
    DisciplineEN: 'SSHRC_Discipline_EN',
    DisciplineFR: 'CRSH_Discipline_FR',
    MainDisciplineEN: 'SSHRC_Main_Discipline',
    MainDisciplineFR: 'CRSH_Discipline_principale',
    Area_of_ResearchEN: 'SSHRC_Area_of_Research',
    Area_of_ResearchFR: 'CRSH_Domaine_de_recherche',
  },
  fields,
  key: ['award', 'fiscal_year'],
  disambiguate: [],
  duplicates: 'separate',
  excluded: [
    {
      files: /partner/i,
      content: 'Partners of SSHRC awards (`<year> Partners`)',
      reason: 'organizations that support awards that are loaded, without an amount',
    },
    {
      files: /co[-_ ]?app/i,
      content: 'Co-applicants of SSHRC awards',
      reason: 'no such file is known to be published; if one comes, it holds no payment of its own',
    },
    {
      files: /table[ _-]?def|definition/i,
      content: 'Table definition of SSHRC',
      reason: 'names and meanings of columns, no records',
    },
    {
      files: /\.xlsx?$/i,
      content: 'Workbooks of SSHRC',
      reason: 'the same rows as the CSV file of the year, which is loaded',
    },
  ],
});
