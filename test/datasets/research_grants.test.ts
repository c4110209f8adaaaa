/**
 * Headers and file names of the research councils: every known spelling is taken, a column that is missing is
 * named.
 */
import {describe, expect, test} from 'vitest';
import nserc from '../../datasets/research_grants/sources/nserc_awards.ts';
import sshrc from '../../datasets/research_grants/sources/sshrc_awards.ts';
import type {Source} from '../../datasets/types.ts';
import {matchHeader} from '../../pipeline/read/header.ts';

/** Columns of a payment, of which some may be missing. */
const PAYMENT = 'number name institution province amount year program title'.split(' ');
const OPTIONAL = ['province', 'program', 'title'];

/** Columns of a payment as the generations spell them, in the order of PAYMENT. */
const NSERC: Record<string, string> = {
  1991: 'Cle,Name-Nom,Institution-Établissement,ProvinceEN,AwardAmount,FiscalYear-Exercice financier,ProgramNaneEN,ApplicationTitle,OrganizationID,ProgramNameFR,Keyword,Department-Département,CompetitionYear-Année de concours,ProgramID',
  2017: 'ApplicationID,Name-Nom,Institution-Établissement,ProvinceEN,AwardAmount,FiscalYear-Exercice-financier,ProgramNameEN,ApplicationTitle,OrganizationID,ProgramNameFR,Keywords,Department-Departement,CompetitionYear -Année de concours,ProgramID',
};
const SSHRC: Record<string, string> = {
  1998: 'cle,Name-Nom,Institution,ProvinceEN,AwardAmount,FiscalYear-Exercice financier,ProgramNameEN,Title',
  2015: 'Cle,Name-Nom,Institution,ProvinceEN, AwardAmount ,FiscalYear-Exercice financier,ProgramNameEN,Title',
  2024: 'cle,Name-Nom,Institution,Province_EN,Amount-Montant,Fiscal_Year-Exercice_financier,Program,Title-Titre',
};

const generations: [Source, string, string[]][] = [
  ...Object.entries(NSERC).map(([year, names]): [Source, string, string[]] => [
    nserc,
    year,
    names.split(','),
  ]),
  ...Object.entries(SSHRC).map(([year, names]): [Source, string, string[]] => [
    sshrc,
    year,
    names.split(','),
  ]),
];

test.each(generations)('$slug: the spellings of %s are accepted, in any order', (source, _, header) => {
  const {unknown, positions} = matchHeader(source, 'file.csv', [...header].reverse());
  expect(unknown).toEqual([]);
  expect(positions.size).toBe(header.length);
});

test.each(generations)(
  '$slug: a header of %s that lacks what makes a payment is refused by name, one that lacks more is read',
  (source, _, header) => {
    const absent = matchHeader(source, 'file.csv', header).missing.length;
    for (const [at, column] of PAYMENT.entries()) {
      const without = header.filter((_name, i) => i !== at);
      if (OPTIONAL.includes(column))
        expect(matchHeader(source, 'file.csv', without).missing).toHaveLength(absent + 1);
      else
        expect(() => matchHeader(source, 'file.csv', without), column).toThrow(
          /^\w+: file\.csv: the header changed: it lacks [^,]+; compare it with layout/,
        );
    }
  },
);

test.each([
  [nserc, 'Cle,Name-Nom,DepartmentEN,Institut,AwardAmount,FiscalYear-Exercice financier', 6],
  [
    nserc,
    'Cle,Name-Nom,Department-D\uFFFDpartement,Institution-\uFFFDtablissement,AwardAmount,FiscalYear-Exercice financier',
    6,
  ],
  [
    nserc,
    'Cle,Name-Nom,Department-D?partement,Institution-tablissement,AwardAmount,FiscalYear-Exercice financier',
    6,
  ],
  [sshrc, 'cle,Name-Nom,Institut,AwardAmount,FiscalYear,Competition_Year-Ann\uFFFDe_du_concours', 6],
])('$slug: %s is read, with its lost accents', (source, header, known) => {
  const {unknown, positions} = matchHeader(source, 'file.csv', header.split(','));
  expect(unknown).toEqual([]);
  expect(positions.size).toBe(known);
});

test.each(generations)(
  '$slug: a column that is new to %s is told and changes nothing',
  (source, _, header) => {
    const {unknown, positions} = matchHeader(source, 'file.csv', ['Colour', ...header]);
    expect(unknown).toEqual(['Colour']);
    expect(positions.size).toBe(header.length);
  },
);

describe.each([
  [
    nserc,
    '2023 Awards',
    [
      '2023 Co-Applicants',
      '2023 Partners',
      'Table definitions',
      'NSERC_FY2023_CO-APP.csv',
      'NSERC_GRT_FYR2004_CO_APPLICATION.csv',
      'NSERC_FY2023_PARTNER.csv',
      'NSERC_FY2024_Expenditures.xlsx',
    ],
  ],
  [sshrc, '1998 payments', ['2001 Partners', 'Table Definition', 'SSHRC_FY2023_Expenditures.xlsx']],
] as const)('files of $slug', (source, included, others) => {
  const via = source.files[0]?.via;
  if (via?.portal !== 'ckan-files') throw new Error(`${source.slug} is not fetched from a list of a portal`);
  const leftOut = (name: string) => source.excluded?.filter(({files}) => files.test(name)).length;

  test('files of payments are read in any case, and their year is known', () => {
    for (const name of [included, included.toUpperCase(), included.toLowerCase(), `${included} (revised)`]) {
      expect(via.resources.exec(name)?.[1]).toBe(included.slice(0, 4));
    }
  });

  test('other files are excluded for exactly one reason', () => {
    for (const name of others) expect([name, leftOut(name)]).toEqual([name, 1]);
    for (const {name, url} of via.fallback) expect([url, leftOut(name), leftOut(url)]).toEqual([url, 0, 0]);
  });

  test('every year from the first to the last has a declared address', () => {
    const years = [...new Set(via.fallback.map(({name}) => Number(name.slice(0, 4))))].sort();
    expect(years.map((year, at) => year - at)).toEqual(years.map(() => years[0]));
    expect(years.at(-1)).toBeGreaterThanOrEqual(2024);
  });
});
