/** The parliaments since 1867 with the days of their general elections, and the parties that sit in them. */
import {dayOf} from '../dates.ts';
import {at, tabled} from '../lists.ts';

export interface Parliament {
  number: number;
  /** Day of the general election, on which its mandates begin. */
  election: number;
  /** Last day of its mandates, the day before the next election; null of the present one. */
  end: number | null;
  seats: number;
  government: Party;
}

export interface Party {
  /** As the House names the caucus; in English lists and French ones. */
  short: string;
  shortFr: string;
  /** Full name of the party, and as the Library writes it in French. */
  en: string;
  fr: string;
  /** In names of photographs. */
  code: string;
}

const party = ([short = '', shortFr = '', en = '', fr = '', code = '']: readonly string[]): Party => ({
  short,
  shortFr,
  en,
  fr,
  code,
});

const [LIBERAL, CONSERVATIVE, NDP, BLOC, GREEN, INDEPENDENT] = tabled(`
  Liberal | Libéral | Liberal Party of Canada | Parti libéral du Canada | Lib
  Conservative | Conservateur | Conservative Party of Canada | Parti conservateur du Canada | CPC
  NDP | NPD | New Democratic Party | Nouveau Parti démocratique | NDP
  Bloc Québécois | Bloc Québécois | Bloc Québécois | Bloc Québécois | BQ
  Green Party | Parti vert | Green Party of Canada | Le Parti Vert du Canada | GP
  Independent | Indépendant | Independent | Indépendant | Ind
`).map(party) as [Party, Party, Party, Party, Party, Party];

export const PARTIES = {LIBERAL, CONSERVATIVE, NDP, BLOC, GREEN, INDEPENDENT} as const;

/** Days of the general elections, the first to the forty-fifth. */
const ELECTIONS =
  `1867-08-07 1872-07-20 1874-01-22 1878-09-17 1882-06-20 1887-02-22 1891-03-05 1896-06-23 1900-11-07
  1904-11-03 1908-10-26 1911-09-21 1917-12-17 1921-12-06 1925-10-29 1926-09-14 1930-07-28 1935-10-14 1940-03-26
  1945-06-11 1949-06-27 1953-08-10 1957-06-10 1958-03-31 1962-06-18 1963-04-08 1965-11-08 1968-06-25 1972-10-30
  1974-07-08 1979-05-22 1980-02-18 1984-09-04 1988-11-21 1993-10-25 1997-06-02 2000-11-27 2004-06-28 2006-01-23
  2008-10-14 2011-05-02 2015-10-19 2019-10-21 2021-09-20 2025-04-28`.split(/\s+/);

/** Parliaments in which the Conservatives governed, of those whose members are generated one by one. */
const CONSERVATIVES = [39, 40, 41];

/** Seats since 2025, between 2015 and 2025, and before. */
const seatsOf = (number: number): number => (number >= 45 ? 343 : number >= 42 ? 338 : 308);

export const PARLIAMENTS: readonly Parliament[] = ELECTIONS.map((day, i) => {
  const next = ELECTIONS[i + 1];
  return {
    number: i + 1,
    election: dayOf(day),
    end: next === undefined ? null : dayOf(next) - 1,
    seats: seatsOf(i + 1),
    government: CONSERVATIVES.includes(i + 1) ? CONSERVATIVE : LIBERAL,
  };
});

/** The parliament of that number. */
export const parliament = (number: number): Parliament => at(PARLIAMENTS, number - 1);
