/** The quirks of the files of building permits: those of all cities, of a form of file, and of one city. */
import {type Quirk, quirk} from '../quirk.ts';

const ALL = {
  unknown_type: quirk(25, 'kind of work that no rule knows', 1_500),
  no_date: quirk(70, 'no day at all', 1_500),
  odd_date: quirk(80, 'day of issue in 1911', 6_000),
  no_number: quirk(35, 'no permit number', 9_000),
} as const;

const STATES = {unknown_status: quirk(25, 'state that no rule knows', 2_000)} as const;
const POINTS = {
  outside: quirk(30, 'point far outside the city', 3_000),
  zero_point: quirk(35, 'point at 0, 0', 5_000),
  no_point: quirk(15, 'no point', 30),
} as const;
const COSTS = {
  cost_zero: quirk(12, 'cost 0, which stands for none', 14),
  cost_words: quirk(35, 'words in the place of the cost', 7_000),
} as const;
const TEXTS = {contacts: quirk(25, 'telephone number and e-mail address in the description', 400)} as const;
const CSV = {
  duplicate: quirk(30, 'row repeated as it stands', 2_500),
  cell_too_many: quirk(35, 'one cell with text too many', 9_000),
  cell_too_few: quirk(35, 'one cell too few', 9_000),
} as const;
/** A page that moved while it was read gives a row twice. */
const PAGES = {duplicate: quirk(30, 'row of the page before once more', 4_000)} as const;
const second = (help: string, national: number) => ({second_row: quirk(15, help, national)});
const shared = (help: string, national = 2_500) => ({shared_number: quirk(25, help, national)});

export const PERMIT_QUIRKS = {
  toronto_permits: {
    ...ALL,
    ...STATES,
    ...POINTS,
    ...COSTS,
    ...TEXTS,
    ...PAGES,
    ...second('permit in both tables, or under a builder that a second row names', 700),
    ...shared('revision under the same number', 14),
    trade: quirk(1, 'permit of a trade, with a sentence in the place of the cost'),
    by_year: quirk(1, 'cleared permit in the zip of its year'),
  },
  calgary_permits: {
    ...ALL,
    ...STATES,
    ...POINTS,
    ...COSTS,
    ...TEXTS,
    ...PAGES,
    ...shared('number of two permits', 20_000),
    many_places: quirk(20, 'permit of several places in one cell', 45),
  },
  edmonton_permits: {
    ...ALL,
    ...POINTS,
    ...COSTS,
    ...TEXTS,
    ...PAGES,
    ...shared('two rows without a row number under one permit number'),
    no_row_id: quirk(12, 'no row number', 20),
  },
  vancouver_permits: {
    ...ALL,
    ...POINTS,
    ...COSTS,
    ...TEXTS,
    ...CSV,
    ...shared('number of two permits', 9_000),
    lines_in_cells: quirk(4, 'line breaks inside of addresses and descriptions', 3),
    no_prefix: quirk(5, 'description without stream and type of work in front', 3),
  },
  montreal_permits: {
    ...ALL,
    ...POINTS,
    ...TEXTS,
    ...CSV,
    ...shared('number of two places', 20_000),
    no_code: quirk(6, 'no code, only the label of the borough', 9),
  },
  winnipeg_permits: {
    ...ALL,
    ...STATES,
    ...POINTS,
    ...PAGES,
    ...second('permit of two addresses', 60),
    ...shared('number of two permits'),
    projected: quirk(12, 'coordinates in metres only', 40),
  },
  laval_permits: {
    ...ALL,
    ...CSV,
    ...second('permit of two addresses', 12),
    kind_blank: quirk(15, 'category without a kind', 60),
  },
  mississauga_permits: {
    ...ALL,
    ...STATES,
    ...POINTS,
    ...COSTS,
    ...TEXTS,
    ...second('row that comes again under another number of the row', 5_000),
    ...shared('permit of two units of a building', 900),
  },
  halifax_permits: {
    ...ALL,
    ...STATES,
    ...POINTS,
    ...COSTS,
    ...TEXTS,
    ...second('row of a second occupancy', 8),
  },
  brampton_permits: {
    ...ALL,
    ...STATES,
    ...POINTS,
    ...second('later state of the folder in a row of its own', 3_000),
    ...shared('shell and finish of a project under one number', 230),
  },
  quebec_city_permits: {
    ...ALL,
    ...POINTS,
    ...CSV,
    ...shared('number of two permits', 9_000),
  },
  kitchener_permits: {
    ...ALL,
    ...STATES,
    ...POINTS,
    ...COSTS,
    ...TEXTS,
    ...second('permit of two addresses', 90),
    ...shared('number of two permits'),
  },
  ottawa_permits: {
    ...ALL,
    ...COSTS,
    ...TEXTS,
    rolled_up: quirk(1, 'permit also in the sheet that was rolled up and went stale'),
    date_text: quirk(9, 'day as 14-Jan-20', 30),
    cost_blanks: quirk(8, 'cost as a text with blanks around'),
    no_contractor: quirk(5, 'CONTRACTOR UNKNOWN, ***CONTRACTOR***'),
  },
  hamilton_permits: {
    ...ALL,
    ...STATES,
    ...TEXTS,
    ...second('permit of two addresses', 90),
    ...shared('number of two permits'),
  },
  victoria_permits: {
    ...ALL,
    ...STATES,
    ...POINTS,
    ...COSTS,
    ...TEXTS,
    ...second('permit of two units', 15),
    other_permits: quirk(6, 'permit of another kind: plumbing, electrical, sign', 4),
  },
  regina_permits: {
    ...ALL,
    ...COSTS,
    ...second('permit of two addresses', 90),
    ...shared('number of two permits'),
    date_text: quirk(12, 'day as a text', 60),
  },
  saint_john_permits: {
    ...ALL,
    ...STATES,
    ...POINTS,
    ...COSTS,
    ...TEXTS,
    ...second('permit of two addresses', 90),
    ...shared('number of two permits'),
  },
} as const satisfies Record<string, Record<string, Quirk>>;

/** Quirks of which a permit bears at most one; the others of a city may come on top. */
export const ONE = [
  ...Object.keys(ALL),
  ...Object.keys(STATES),
  ...Object.keys(POINTS),
  ...Object.keys(COSTS),
  ...Object.keys(TEXTS),
  ...Object.keys(CSV),
  'second_row',
  'shared_number',
] as readonly OneQuirk[];

export type OneQuirk =
  | keyof typeof ALL
  | keyof typeof STATES
  | keyof typeof POINTS
  | keyof typeof COSTS
  | keyof typeof TEXTS
  | keyof typeof CSV
  | 'second_row'
  | 'shared_number';
