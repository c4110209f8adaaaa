/** NSERC: payments of awards, one CSV per fiscal year since 1991. */
import {NOTHING_GIVEN, PROVINCE_OF_AWARD} from '../../codes/research.ts';
import {code, constant, fiscalYear, identifier, money, splitAndJoin, text} from '../../fields.ts';
import {NSERC, OGL, OPEN_CANADA} from '../../publishers/licences.ts';
import {source} from '../../source.ts';
import type {Fields} from '../../types.ts';

const DATASET = 'c1b0f627-8c29-427c-ab73-33968ad9176e';
const PAGE = `${OPEN_CANADA}/en/dataset/${DATASET}`;
const FOLDER = 'https://www.nserc-crsng.gc.ca/opendata';

const FIRST_YEAR = 1991;
const LAST_YEAR = 2024;

/** The current name of each year's file, then the one used until about 2019. */
const FALLBACK = Array.from({length: LAST_YEAR - FIRST_YEAR + 1}, (_, at) => FIRST_YEAR + at).flatMap(
  (year) => [
    {name: `${year} Awards`, url: `${FOLDER}/NSERC_FY${year}_Expenditures.csv`},
    {name: `${year} Awards`, url: `${FOLDER}/NSERC_GRT_FYR${year}_AWARD.csv`},
  ],
);

const fields: Fields = {
  source: constant('NSERC'),
  researcher_name: text('Name-Nom', NOTHING_GIVEN),
  institution: text('Institution-Établissement', NOTHING_GIVEN),
  province: code('ProvinceEN', PROVINCE_OF_AWARD),
  award_amount: money('AwardAmount'),
  fiscal_year: fiscalYear('FiscalYear-Exercice financier'),
  program_en: text('ProgramNameEN', NOTHING_GIVEN),
  program_fr: text('ProgramNameFR', NOTHING_GIVEN),
  keywords: splitAndJoin('Keyword', ';', ', ', NOTHING_GIVEN),
  title: text('ApplicationTitle', NOTHING_GIVEN),
  discipline_en: text(['ResearchSubjectEN', 'FieldOfResearchListNamesEN'], NOTHING_GIVEN),
  discipline_fr: text(['ResearchSubjectFR', 'FieldOfResearchListNamesFR'], NOTHING_GIVEN),
  source_url: constant(PAGE),
  // For keys only. Batch rows have no number, only their content.
  application: identifier('ApplicationID', NOTHING_GIVEN, [
    'Name-Nom',
    'Department-Département',
    'Institution-Établissement',
    'CompetitionYear-Année de concours',
    'AwardAmount',
    'ProgramID',
    'ProgramNameEN',
    'ApplicationTitle',
  ]),
  organization: identifier('OrganizationID', NOTHING_GIVEN, ['Institution-Établissement']),
};

export default source({
  slug: 'nserc_awards',
  label: 'NSERC Awards',
  dataset: 'research_grants',
  publisher: NSERC,
  ...OGL,
  page: PAGE,
  cadence: 'yearly',
  files: [
    {
      name: 'awards',
      format: 'csv',
      via: {
        portal: 'ckan-files',
        base: OPEN_CANADA,
        dataset: DATASET,
        resources: /^(\d{4})(?: ?[-–] ?\d{2,4})? awards?\b/i,
        fallback: FALLBACK,
      },
    },
  ],
  encodings: ['utf-8', 'utf-16', 'windows-1252'],
  layout: 'awards',
  unverified: true,
  help: 'Header of the newest files; to about 2012 it had 36 columns, then 37 with `Num_Partie`.',
  unused: `ProvinceFR, CountryEN, CountryFR, GroupEN, GroupFR, CommitteeCode, CommitteeNameEN,
    CommitteeNameFR, AreaOfApplicationCode, AreaOfApplicationGroupEN, AreaOfApplicationGroupFR,
    AreaOfApplicationEN, AreaOfApplicationFR, ResearchSubjectCode, ResearchSubjectGroupEN,
    ResearchSubjectGroupFR, installment, Partie, Num_Partie, Nb_Partie, ApplicationSummary,
    FieldOfResearchListCodes, SocioeconomicObjectiveListCodes, SocioeconomicObjectiveListNamesEN,
    SocioeconomicObjectiveListNamesFR`,
  mandatory: 'ApplicationID, Name-Nom, Institution-Établissement, FiscalYear-Exercice financier, AwardAmount',
  optional: 'ResearchSubjectEN, ResearchSubjectFR, FieldOfResearchListNamesEN, FieldOfResearchListNamesFR',
  aliases: {
    Cle: 'ApplicationID',
    DepartmentEN: 'Department-Département',
    Institut: 'Institution-Établissement',
    ProgramNaneEN: 'ProgramNameEN',
    ProgramNaneFR: 'ProgramNameFR',
    Keywords: 'Keyword',
  },
  fields,
  key: ['application', 'fiscal_year', 'organization'],
  disambiguate: [],
  duplicates: 'separate',
  excluded: [
    {
      files: /co[-_ ]?app/i,
      content: 'Co-applicants of NSERC awards (`<year> Co-Applicants`)',
      reason:
        'further researchers of awards that are loaded: no payment of their own, and a record names one',
    },
    {
      files: /partner/i,
      content: 'Partners of NSERC awards (`<year> Partners`)',
      reason: 'organizations that support awards that are loaded, without an amount',
    },
    {
      files: /table[ _-]?def|definition/i,
      content: 'Table definitions of NSERC',
      reason: 'names and meanings of columns, no records',
    },
    {
      files: /\.xlsx?$/i,
      content: 'Workbooks of NSERC',
      reason: 'the same rows as the CSV file of the year, which is loaded',
    },
  ],
});
