/** Invented towns by province: where recipients live, projects are built and researchers work. */
import {tabled} from '../lists.ts';
import type {Random} from '../prng.ts';

export interface Province {
  code: string;
  en: string;
  fr: string;
}

/** Province code, English and French name; Québec has its accent in English columns too. */
export const PROVINCES: Readonly<Record<string, Province>> = Object.fromEntries(
  tabled(`
    AB | Alberta | Alberta
    BC | British Columbia | Colombie-Britannique
    MB | Manitoba | Manitoba
    NB | New Brunswick | Nouveau-Brunswick
    NL | Newfoundland and Labrador | Terre-Neuve-et-Labrador
    NS | Nova Scotia | Nouvelle-Écosse
    NT | Northwest Territories | Territoires du Nord-Ouest
    NU | Nunavut | Nunavut
    ON | Ontario | Ontario
    PE | Prince Edward Island | Île-du-Prince-Édouard
    QC | Québec | Québec
    SK | Saskatchewan | Saskatchewan
    YT | Yukon | Yukon
  `).map(([code = '', en = '', fr = '']) => [code, {code, en, fr}]),
);

export interface Town {
  en: string;
  fr: string;
  province: Province;
  /** First three characters of its postal codes. */
  area: string;
}

/** More towns where more people live, so that an even choice among them is about right. */
export const TOWNS: readonly Town[] = tabled(`
  ON | Port Elgarry | Port Elgarry | N2E
  QC | Saint-Aubric | Saint-Aubric | J3B
  AB | Mount Orrel | Mont Orrel | T4M
  ON | Wendigo Falls | Chutes-Wendigo | P7C
  BC | Tidewick Harbour | Havre-Tidewick | V8H
  QC | Rivière-aux-Merises | Rivière-aux-Merises | G5L
  ON | Larchmere | Larchmere | K7N
  NS | Cape Verrin | Cap-Verrin | B2V
  MB | Grassmere Flats | Grassmere Flats | R5G
  QC | Val-Sansonnet | Val-Sansonnet | J9P
  ON | East Tillsbury | Tillsbury-Est | L4T
  SK | Buffalo Sound | Buffalo Sound | S9H
  BC | Kestrel Landing | Kestrel Landing | V2K
  NB | Saint-Évariste | Saint-Évariste | E3N
  AB | Prairie Hollow | Prairie Hollow | T9W
  NL | Larkspur Cove | Anse-Larkspur | A1K
  ON | Grand Bend Narrows | Grand Bend Narrows | N0M
  QC | L’Anse-au-Brochet | L’Anse-au-Brochet | G0C
  PE | Redsand Point | Pointe-Redsand | C1N
  BC | Upper Quesnal | Haut-Quesnal | V0L
  ON | Whitefish Crossing | Whitefish Crossing | P3Y
  NU | Fort Nanluk | Fort Nanluk | X0A
  QC | Mont-Clairval | Mont-Clairval | J8E
  MB | Two Rivers Junction | Jonction-des-Deux-Rivières | R0J
  NT | Grey Goose Lake | Lac-de-l’Oie-Grise | X1A
  AB | St. Orwin's | St. Orwin's | T8N
  YT | Ravenhead | Ravenhead | Y1B
  NS | New Tarbet | New Tarbet | B4R
  SK | Wheatley Butte | Wheatley Butte | S4K
  NB | Millcove | Millcove | E1W
  NL | Gull Tickle | Gull Tickle | A0G
  ON | Sainte-Odile-de-Prescott | Sainte-Odile-de-Prescott | K0B
  QC | Notre-Dame-du-Pin | Notre-Dame-du-Pin | G6Z
  BC | Sawmill Narrows | Sawmill Narrows | V9C
`).map(([code = '', en = '', fr = '', area = '']) => {
  const province = PROVINCES[code];
  if (!province) throw new Error(`${en} lies in ${code}, which is no province`);
  return {en, fr, province, area};
});

/** A postal code of the town, `A1A 1A1`. */
export const postalOf = (random: Random, {area}: Town): string =>
  `${area} ${random.int(10)}${random.pick([...'ABCEGHJKLMNPRSTVWXYZ'])}${random.int(10)}`;
