/** The files of SSHRC by fiscal year: irregular names, header generations and encodings. */
import type {FileForm} from './csv.ts';

/** Columns of 1998 to 2014 and of 2018, in order; the cells of all years go by these names. */
const OLDEST = [
  'cle',
  'Name-Nom',
  'role',
  'AwardAmount',
  'FiscalYear-Exercice financier',
  'Institution',
  'Établissement',
  'Province_ID',
  'ProvinceEN',
  'ProvinceFR',
  'Competition_Year',
  'Title',
  'Keywords',
  'ProgramNameEN',
  'ProgramNameFR',
  'DisciplineEN',
  'DisciplineFR',
  'MainDisciplineEN',
  'MainDisciplineFR',
  'Area_of_ResearchEN',
  'Area_of_ResearchFR',
] as const;

type Column = (typeof OLDEST)[number] | 'File_Number';

/** Columns of 2015 to 2017 and how they are spelt there; no identifier of the province, no French institution. */
const MIDDLE: readonly (readonly [Column, string])[] = [
  ['cle', 'Cle'],
  ['Name-Nom', 'Name-Nom'],
  ['role', 'Role'],
  ['AwardAmount', ' AwardAmount '],
  ['FiscalYear-Exercice financier', 'FiscalYear-Exercice financier'],
  ['Institution', 'Institution'],
  ['ProvinceEN', 'ProvinceEN'],
  ['Competition_Year', 'Competition_Year'],
  ['Title', 'Title'],
  ['ProgramNameEN', 'ProgramNameEN'],
  ['Keywords', 'Keywords'],
  ['ProgramNameFR', 'ProgramNameFR'],
  ['DisciplineEN', 'DisciplineEN'],
  ['DisciplineFR', 'DisciplineFR'],
];

/** Columns since 2019. */
const NEWEST: readonly (readonly [Column, string])[] = [
  ['cle', 'cle'],
  ['File_Number', 'File_Number'],
  ['Name-Nom', 'Name-Nom'],
  ['role', 'Role-Rôle'],
  ['AwardAmount', 'Amount-Montant'],
  ['FiscalYear-Exercice financier', 'Fiscal_Year-Exercice_financier'],
  ['Institution', 'Institution'],
  ['Établissement', 'Établissement'],
  ['Province_ID', 'Province_ID'],
  ['ProvinceEN', 'Province_EN'],
  ['ProvinceFR', 'Province_FR'],
  ['Competition_Year', 'Competition_Year-Année_du_concours'],
  ['Title', 'Title-Titre'],
  ['Keywords', 'Keywords-Mots-clés'],
  ['ProgramNameEN', 'Program'],
  ['ProgramNameFR', 'Programme'],
  ['DisciplineEN', 'SSHRC_Discipline_EN'],
  ['DisciplineFR', 'CRSH_Discipline_FR'],
  ['MainDisciplineEN', 'SSHRC_Main_Discipline'],
  ['MainDisciplineFR', 'CRSH_Discipline_principale'],
  ['Area_of_ResearchEN', 'SSHRC_Area_of_Research'],
  ['Area_of_ResearchFR', 'CRSH_Domaine_de_recherche'],
];

const IRREGULAR: Record<number, string> = {
  2015: 'Open Data_FY 2015-16 Expenditures Revised',
  2016: 'Open_Data_FY_2016-17_Expenditures_Revised_p',
  2017: 'Open_Data_FY_2017-18_Expenditures_Revised_p',
  2019: 'SSHRC_FY_2019_Expenditures.csv.xls',
  2021: 'SSHRC_FY2021_Expenditures.csv.xls',
};

/** The year whose file is UTF-16. */
const UTF_16 = 2017;

type Generation = 'oldest' | 'middle' | 'newest';

export function sshrcGeneration(year: number): Generation {
  if (year >= 2019) return 'newest';
  return year >= 2015 && year < 2018 ? 'middle' : 'oldest';
}

/** Years in which amounts are written as `$1,234`, others as `1234.00`. */
export const sshrcDollars = (year: number): boolean => year === 2015 || year === 2016 || year === 2021;

export function sshrcForm(year: number): FileForm {
  const generation = sshrcGeneration(year);
  const regular = generation === 'newest' ? `SSHRC_FY${year}_Expenditures` : `SSHRC_FYR${year}_AWARD`;
  const spelt = generation === 'newest' ? NEWEST : MIDDLE;
  const wide = year === UTF_16;
  const old = generation === 'oldest';
  return {
    name: `synthetic-${IRREGULAR[year] ?? regular}.csv`,
    header: old ? OLDEST : spelt.map(([, name]) => name),
    columns: old ? OLDEST : spelt.map(([column]) => column),
    encoding: wide ? 'utf-16' : old ? 'windows-1252' : 'utf-8',
    bom: !old,
    end: '\r\n',
    quoting: 'minimal',
  };
}

/** The partners of a year, beside its payments. */
export const sshrcPartners = (year: number): FileForm => ({
  name: `synthetic-SSHRC_FY${year}_Partners.csv`,
  header: ['cle', 'Partner_EN', 'Partner_FR', 'Province_EN', 'Fiscal_Year-Exercice_financier'],
  encoding: 'utf-8',
  bom: true,
  end: '\r\n',
  quoting: 'minimal',
});
