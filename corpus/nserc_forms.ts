/** The files of NSERC by fiscal year: names, header generations and encodings. */
import type {FileForm} from './csv.ts';

/** Columns to 2012, in order. */
const OLDEST = [
  'Cle',
  'Name-Nom',
  'Department-Département',
  'OrganizationID',
  'Institution-Établissement',
  'ProvinceEN',
  'ProvinceFR',
  'CountryEN',
  'CountryFR',
  'FiscalYear-Exercice financier',
  'CompetitionYear-Année de concours',
  'AwardAmount',
  'ProgramID',
  'ProgramNaneEN',
  'ProgramNameFR',
  'GroupEN',
  'GroupFR',
  'CommitteeCode',
  'CommitteeNameEN',
  'CommitteeNameFR',
  'AreaOfApplicationCode',
  'AreaOfApplicationGroupEN',
  'AreaOfApplicationGroupFR',
  'AreaOfApplicationEN',
  'AreaOfApplicationFR',
  'ResearchSubjectCode',
  'ResearchSubjectGroupEN',
  'ResearchSubjectGroupFR',
  'ResearchSubjectEN',
  'ResearchSubjectFR',
  'installment',
  'Partie',
  'Nb_Partie',
  'ApplicationTitle',
  'Keyword',
  'ApplicationSummary',
] as const;

const FIELDS_AND_OBJECTIVES = ['FieldOfResearch', 'SocioeconomicObjective'].flatMap((of) =>
  ['ListCodes', 'ListNamesEN', 'ListNamesFR'].map((end) => of + end),
);

/** First years of what changed. */
const NUM_PARTIE = 2013;
const NAME_SPELT = 2017;
const UTF_8 = 2019;
const NEW_NAMES = 2020;

/** The spelling of a column in the file of a year. */
function spelt(column: string, year: number): string {
  switch (column) {
    case 'Cle':
      return year < NUM_PARTIE ? column : 'ApplicationID';
    case 'ProgramNaneEN':
      return year < NAME_SPELT ? column : 'ProgramNameEN';
    case 'CompetitionYear-Année de concours':
      return year === 2018 || year === 2019 ? 'CompetitionYear -Année de concours' : column;
    case 'FiscalYear-Exercice financier':
      return year < NEW_NAMES ? column : 'FiscalYear-Exercice-financier';
    case 'Keyword':
      return year < NEW_NAMES ? column : 'Keywords';
    default:
      return column;
  }
}

const columnsOf = (year: number): string[] => {
  const all: string[] = OLDEST.flatMap((name) =>
    name === 'Nb_Partie' && year >= NUM_PARTIE ? ['Num_Partie', name] : [name],
  );
  return year < NEW_NAMES ? all : [...all, ...FIELDS_AND_OBJECTIVES];
};

/** Form of the file of a fiscal year; its cells go by the column names of 1991. */
export function nsercForm(year: number): FileForm {
  const columns = columnsOf(year);
  return {
    name: `synthetic-NSERC_${year < NEW_NAMES ? `GRT_FYR${year}_AWARD` : `FY${year}_Expenditures`}.csv`,
    header: columns.map((name) => spelt(name, year)),
    columns,
    encoding: year < UTF_8 ? 'windows-1252' : 'utf-8',
    bom: year >= UTF_8,
    end: '\r\n',
    quoting: year < NAME_SPELT ? 'all' : 'minimal',
  };
}

/** From the year on in which amounts have decimals. */
export const nsercCents = (year: number): boolean => year >= NAME_SPELT;

const place = ['ProvinceEN', 'ProvinceFR', 'CountryEN', 'CountryFR', 'FiscalYear-Exercice financier'];

/** Files that lie beside those of a year. */
export function nsercBeside(year: number): FileForm[] {
  const old = year < NEW_NAMES;
  const id = year < NUM_PARTIE ? 'Cle' : 'ApplicationID';
  const {encoding, bom, end} = nsercForm(year);
  const framing = {encoding, bom, end, quoting: 'minimal'} as const;
  const name = (kind: string) => `synthetic-NSERC_${old ? `GRT_FYR${year}` : `FY${year}`}_${kind}.csv`;
  return [
    {
      ...framing,
      name: name(old ? 'CO_APPLICATION' : 'CO-APP'),
      header: [
        id,
        'CoApplicantName-NomCoApplicant',
        'CoAppOrganizationID',
        'CoAppInstitution-Établissement',
        ...place,
      ],
    },
    {
      ...framing,
      name: name('PARTNER'),
      header: [
        id,
        'PartOrganizationID',
        'PartInstitution-Établissement',
        ...place,
        ...(old ? [] : ['OrgType', 'OrgTypeFR']),
      ],
    },
  ];
}
