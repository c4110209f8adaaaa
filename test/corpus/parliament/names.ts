/** Names of invented politicians: every combination of a given name and a family name occurs once. */
import {at, listed} from '../lists.ts';
import {SECONDS, STEMS, STEMS_FR} from '../vocabulary/vendor_words.ts';

export interface Name {
  given: string;
  family: string;
  /** How friends and filers say the given name; null where they say it as it is. */
  nickname: string | null;
  gender: 'F' | 'M';
}

/** Given names, those of women first; `=` gives the short form. */
const WOMEN = listed(`
  Amélie, Beatrix=Trixie, Chidinma, Désirée, Elspeth=Elsie, Françoise, Gwendolyn=Gwen, Hélène, Ines, Josephine=Josie,
  Katerin=Kate, Léonie, Maren, Noémie, Odalys, Philippa=Pippa, Rosalind=Roz, Sigrid, Tamsin, Ulrike, Véronique,
  Wanjiru, Xavière, Yusra, Zdenka, Aiyana, Corisande, Marie-Ève, Danica, Eulalie, Florence=Flo, Geneviève, Harpreet,
  Ingrid, Jacinthe, Kirsten, Lavinia, Magdalena=Magda, Nadège, Ottilie, Priyanka, Régine, Solveig, Theodora=Theo,
  Anne-Laure, Brigitte, Catriona
`);

const MEN = listed(`
  Alasdair=Al, Bartek, Cormac, Dmitri, Emeka, Fergus, Gaëtan, Hamish, Isidore=Izzy, Jovan, Kenji, Ludovic, Maxwell=Max,
  Nathaniel=Nate, Olivier, Pádraig, Quinlan, Renaud, Stellan, Théo, Ulysse, Vikram, Wilfred=Will, Yannick, Zoltan,
  Ambrose, Benoît, Casimir, Desmond=Des, Étienne, Frederick=Fred, Gurdeep, Honoré, Ivar, Jean-Luc, Konstantin,
  Leopold=Leo, Matthias=Matt, Nikolai=Nick, Osgood, Pierre-Yves, Rupert, Sylvestre, Thaddeus=Tad, Urbain, Valentin,
  Winston, Yaroslav, Zachary=Zach, Archibald=Archie
`);

const GIVEN = [...WOMEN, ...MEN];

/** Families beside the names of which vendors are made, some with apostrophes, particles and hyphens. */
const FAMILIES = [
  ...SECONDS.filter(Boolean),
  ...STEMS,
  ...STEMS_FR.filter((name) => !/[-’]/.test(name)),
  ...listed(`
    O'Tarrow, de la Rivelle, Saint-Valmy, MacEldrin, Zhou-Thornby, Abdel-Norwick, Van Oosterbek, Le Bouvreuil,
    Aldercott, Bramfield, Carrowmore, Dellingham, Eversholt, Farrowdale, Greymarch, Hollowell, Ickleton, Jessamyn,
    Kirkbeard, Lanthorn, Merriwick, Nethercote, Oxendale, Pemberfield, Quarley, Rowanhurst, Silverthorne, Tresswell,
    Uppergate, Venmore, Wainscott, Yelverden, Archambeau, Boisrond, Charlebourg, Desrivelles, Estérelle, Fauvelin,
    Gagnemont, Hautecloque, Jolivart, Kervadec, Lamontelle, Malenfrey, Navarrault, Ouellemont, Pellandieu, Quesnoy,
    Rochebrun, Savardin, Tremblier, Vaillantcour, Adeyokun, Balachandar, Chowdhara, Dragomirov, Eriksdottir, Fujimora,
    Gunawarden, Hristova, Ibrahimel, Jankovic-Bell, Kowalenko, Lindenmuth, Mahalingar, Nguyenette, Oyelaranti,
    Papadimos, Rajanikar, Santangela, Tkachenka, Umarovic, Vasquelina, Wojtylka, Yamashiro-Lee, Zimmerle
  `),
];

/** How many names differ. */
export const NAMES = GIVEN.length * FAMILIES.length;

/** The first of them are for politicians; people who are none have others. */
export const NAMES_OF_POLITICIANS = 14_400;

/** Shares no factor with the number of names, so that the steps reach each of them once. */
const STEP = 7_919;

/** The name of that number; numbers below NAMES give different ones. */
export function nameOf(index: number): Name {
  const place = (index * STEP) % NAMES;
  const given = place % GIVEN.length;
  const [plain = '', nickname = null] = at(GIVEN, given).split('=');
  const family = at(FAMILIES, Math.floor(place / GIVEN.length));
  return {given: plain, family, nickname, gender: given < WOMEN.length ? 'F' : 'M'};
}
