/** The buying institutions of the corpus: real public bodies, unevenly busy. */
import {DEPARTMENTS} from '../../../datasets/codes/departments.ts';
import type {Random} from '../prng.ts';

export interface Body {
  code: string;
  en: string;
  fr: string;
  /** Legal title in both languages where the table of departments knows one. */
  legal: {en: string; fr: string} | null;
  /** The table of departments knows it: either title alone gives both. */
  official: boolean;
}

const body = (code: string, en: string, fr: string): Body => ({
  code,
  en,
  fr,
  legal: null,
  official: false,
});

/** Small institutions that the table of departments does not know: their titles stay as published. */
const SMALL: readonly Body[] = [
  body('fpcc-cpac', 'Farm Products Council of Canada', 'Conseil des produits agricoles du Canada'),
  body('iogc-pgic', 'Indian Oil and Gas Canada', 'Pétrole et gaz des Indiens du Canada'),
  body('npa-apn', 'Northern Pipeline Agency Canada', 'Administration du pipe-line du Nord Canada'),
];

/** The busiest first: they sign most contracts. */
const BUSIEST = [
  'dnd-mdn',
  'pwgsc-tpsgc',
  'csc-scc',
  'rcmp-grc',
  'dfo-mpo',
  'ssc-spc',
  'hc-sc',
  'esdc-edsc',
  'ec',
];

const legalTitles = (also: readonly string[]): Body['legal'] => {
  const en = also.find((title) => title.startsWith('Department of'));
  const fr = also.find((title) => title.startsWith('Ministère'));
  return en && fr ? {en, fr} : null;
};

const known: Body[] = DEPARTMENTS.map(({key, en, fr, also}) => ({
  code: key,
  en,
  fr,
  legal: legalTitles(also),
  official: true,
}));
export const INSTITUTIONS: readonly Body[] = [
  ...BUSIEST.flatMap((code) => known.filter((one) => one.code === code)),
  ...known.filter((one) => !BUSIEST.includes(one.code)),
  ...SMALL,
];

/** An institution; the first of the list some hundred times as often as the last. */
export function institution(random: Random): Body {
  const share = random.next();
  const found = INSTITUTIONS[Math.floor(INSTITUTIONS.length * share ** 2.6)];
  if (!found) throw new Error('no institution at that rank: the list is empty');
  return found;
}

/** `English | Français`, the title the registry writes. */
export const title = (of: Body): string => `${of.en} | ${of.fr}`;

/** The title that a reader gives a notice with both languages or with only one. */
export function titleFrom(of: Body, only: 'en' | 'fr' | null): string {
  return only === null || of.official ? title(of) : of[only];
}
