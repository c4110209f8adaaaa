/**
 * Invented ridings: as many in each province as there are seats since 2025, spelled as the House spells them.
 */
import {at, listed} from '../lists.ts';
import {PROVINCES, type Province, TOWNS} from '../vocabulary/towns.ts';
import {STEMS, STEMS_FR} from '../vocabulary/vendor_words.ts';

export interface Riding {
  /** With an em dash between its parts: the Library writes two hyphens there. */
  name: string;
  province: Province;
  /** The province's English name in the House's files, which leave the accent of Québec away. */
  provinceEn: string;
}

const SEATS = 'ON 122, QC 78, BC 43, AB 37, MB 14, SK 14, NS 11, NB 10, NL 7, PE 4, YT 1, NT 1, NU 1';

const SIDES = ['Centre', 'North', 'South', 'East', 'West', 'Valley'] as const;
const SIDES_FR = ['-Centre', '-Nord', '-Sud', '-Est', '-Ouest', '-Rive'] as const;

/**
 * The riding of that number in a province: its towns by turns, with other places once all have had theirs.
 */
function nameOf(code: string, index: number): string {
  const towns = TOWNS.filter(({province}) => province.code === code);
  const town = straight(at(towns, index).en);
  const round = Math.floor(index / towns.length);
  if (round === 0) return town;
  const french = code === 'QC';
  const [second, third] = french ? frenchParts(index) : [at(STEMS, index * 7), at(STEMS, index * 11 + 3)];
  if (round % 3 === 1) return `${town}—${second}`;
  if (round % 3 === 2) {
    const side = Math.floor(round / 3);
    return french ? `${town}${at(SIDES_FR, side)}` : `${town} ${at(SIDES, side)}`;
  }
  return `${town}—${second}—${third}`;
}

/** Two of the places, another pair for every number. */
const frenchParts = (index: number): string[] =>
  [at(STEMS_FR, index), at(STEMS_FR, index * 3 + 1 + Math.floor(index / STEMS_FR.length))].map(straight);

/** The House writes straight apostrophes. */
const straight = (text: string): string => text.replaceAll('’', "'");

/** A value for every seat of a table such as `ON 122, QC 78`. */
export function bySeat<T>(table: string, make: (province: Province, index: number) => T): T[] {
  return listed(table).flatMap((entry) => {
    const [code = '', seats] = entry.split(' ');
    const province = PROVINCES[code];
    if (!province) throw new Error(`${code} is no province`);
    return Array.from({length: Number(seats)}, (_, i) => make(province, i));
  });
}

const all = bySeat(SEATS, (province, i): Riding => {
  const provinceEn = province.en.replace('Québec', 'Quebec');
  return {name: nameOf(province.code, i), province, provinceEn};
});

/** Shares no factor with the number of ridings: neighbours of the list lie in different provinces. */
const STEP = 61;

/** All ridings, mixed, so that the first of them are a fair sample of the country. */
export const RIDINGS: readonly Riding[] = all.map((_, i) => at(all, i * STEP));
