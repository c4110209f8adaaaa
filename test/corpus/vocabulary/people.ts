/** Invented researchers and the universities and colleges that pay them. */
import {at, listed} from '../lists.ts';
import {hash32} from '../prng.ts';
import {type Province, TOWNS} from './towns.ts';
import {SECONDS, STEMS, STEMS_FR} from './vendor_words.ts';

const GIVEN = listed(`
  Amélie, Bartek, Chidinma, Désirée, Emeka, Françoise, Guðrun, Hélène, Ines, Jovan, Katerin, Ludovic,
  Maren, Noémie, Odalys, Pádraig, Quinlan, Renaud, Sigrid, Théo, Ulrike, Vikram, Wanjiru, Xavière,
  Yusra, Zdenka, Aiyana, Benoît, Corisande, Dmitri
`);

/** Names beside those of which vendors are made, some with a hyphen. */
const FAMILIES = [
  ...SECONDS.filter(Boolean),
  ...STEMS,
  ...STEMS_FR.filter((name) => !name.includes('-')),
  ...listed("Abdel-Norwick, O'Tarrow, Saint-Valmy, MacEldrin, de la Rivelle, Zhou-Thornby, Abdel-Marsh"),
];

interface Person {
  given: string;
  family: string;
}

/** The researcher of that number; some 80,000 of them differ. */
export function person(index: number): Person {
  const hash = hash32(`person ${index}`);
  const middle = hash % 3 === 0 ? ` ${at([...'ABCDEGJKLMPRSTVW'], hash >>> 5)}.` : '';
  return {given: at(GIVEN, hash >>> 9) + middle, family: at(FAMILIES, hash >>> 2)};
}

interface School {
  en: string;
  fr: string;
  province: Province;
}

/** Where research is done. */
export const SCHOOLS: readonly School[] = TOWNS.flatMap((town, i) => {
  const {province} = town;
  const french = province.code === 'QC' || town.en.startsWith('Saint');
  const en = french
    ? at([`Université de ${town.fr}`, `Cégep de ${town.fr}`, `École de technologie de ${town.fr}`], i)
    : at([`University of ${town.en}`, `${town.en} University`, `${town.en} Polytechnic`], i);
  const college = {en: `${town.en} College`, fr: `Collège ${town.fr}`};
  return i % 5 === 0
    ? [
        {en, fr: en, province},
        {...college, province},
      ]
    : [{en, fr: en, province}];
});
