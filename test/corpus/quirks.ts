/** The quirks of the publishers' files, one row each with its rate, and what spreads them evenly. */
import {LIES} from './lies.ts';
import {LOBBYING_QUIRKS} from './lobbying/quirks.ts';
import {PARLIAMENT_QUIRKS} from './parliament/quirks.ts';
import {type Quirk, quirk} from './quirk.ts';

const GRANT_QUIRKS = {
  proactive_grants: {
    ...LIES.proactive_grants,
    amended: quirk(11, 'amendment rows, running totals'),
    batch_report: quirk(150, 'total of many recipients'),
    council: quirk(40, 'grant of a research council'),
    individual: quirk(30, 'person without a business number, at a university'),
    abroad: quirk(60, 'recipient abroad, no province'),
    zero_value: quirk(90, 'agreement with value 0'),
    negative_value: quirk(400, 'first row with a negative value', 4_000),
    negative_amendment: quirk(60, 'terminated: amendment with a negative value', 170),
    money_text: quirk(400, 'agreement value in letters'),
    value_blank: quirk(500, 'no agreement value'),
    bad_date: quirk(300, 'start date 2023-02-30'),
    wrong_province: quirk(150, 'province of another place'),
    no_recipient: quirk(500, 'no legal name'),
    foreign_currency: quirk(80, 'amount in EUR or USD beside the value'),
    cell_too_many: quirk(400, 'one cell with text too many', 4_000),
    cell_too_few: quirk(400, 'one cell too few', 4_000),
    no_reference: quirk(350, 'no reference number', 4_000),
    no_institution: quirk(700, 'no institution code', 7_000),
    duplicate: quirk(70, 'row repeated as it stands'),
    empty_cells_more: quirk(150, 'empty cells after the last one'),
    legacy_reference: quirk(5, 'reference number GC-...'),
    tight_bar: quirk(2, 'English|French without blanks around the bar'),
    recipient_type_blank: quirk(11, 'no recipient type'),
    type_spelled: quirk(50, 'agreement type as a word'),
    number_long: quirk(9, 'business number of 15 characters'),
    number_blanks: quirk(25, 'business number with blanks inside'),
    number_dash: quirk(30, 'business number as a dash'),
    postal_closed: quirk(3, 'postal code without a blank'),
    money_dollars: quirk(60, 'amounts as $1,234.50'),
    money_one_place: quirk(2, 'amounts as 69639116.0'),
    lines_in_cell: quirk(12, 'description with line breaks'),
    trailing_blanks: quirk(30, 'trailing blanks'),
    doubled_blanks: quirk(40, 'doubled blanks and no-break blanks'),
  },
} as const satisfies Record<string, Record<string, Quirk>>;

/** Of sources with a generator of their own; each is counted in `expected.json`. */
export const QUIRKS = {
  proactive_contracts: {
    amended: quirk(7, 'amendment rows in later quarters, running totals'),
    same_quarter: quirk(60, 'amendment in the quarter of the original'),
    older_file: quirk(8, 'first row in the file with the column names of 2019'),
    period_blank: quirk(50, 'reporting period blank, readable from the reference number'),
    odd_reference: quirk(90, 'reference number in a form of its own, no reporting period'),
    standing_offer: quirk(45, 'standing offer or supply arrangement with value 0'),
    negative_amendment: quirk(15, 'amendment that reduces the value'),
    negative_contract: quirk(250, 'contract with a negative value'),
    zero_value: quirk(200, 'contract with value 0'),
    duplicate: quirk(70, 'row repeated as it stands'),
    cell_too_many: quirk(400, 'one cell with text too many'),
    cell_too_few: quirk(400, 'one cell too few'),
    empty_cells_more: quirk(150, 'empty cells after the last one'),
    no_reference: quirk(350, 'no reference number'),
    no_institution: quirk(700, 'no institution code'),
    bad_date_impossible: quirk(250, 'contract date 2023-02-30'),
    bad_date_year_one: quirk(300, 'contract date in the year 1'),
    bad_date_text: quirk(300, 'contract date in words'),
    bad_period_date: quirk(120, 'delivery date that cannot be read'),
    money_text: quirk(400, 'contract value in letters'),
    money_dollars: quirk(60, 'amounts as $1,234.50'),
    money_one_place: quirk(5, 'amounts as 4104000.0'),
    zero_lost: quirk(3, 'economic object code without its leading zero'),
    vendor_blank: quirk(400, 'vendor blank or NA'),
    lines_in_cell: quirk(12, 'comment with blank lines inside'),
    trailing_blanks: quirk(9, 'trailing blanks'),
    doubled_blanks: quirk(14, 'doubled blanks and no-break blanks'),
    quarter_past: quirk(500, 'contract reported two years late'),
    ...LIES.proactive_contracts,
  },
  canadabuys_contracts: {
    ...LIES.canadabuys_contracts,
    amended: quirk(5, 'several versions in one file'),
    both_files: quirk(12, 'first versions in the archive, later ones in the current file'),
    latest_only: quirk(15, 'latest state without the earlier rows'),
    total_empty: quirk(14, 'totals empty, amounts given'),
    total_zero: quirk(40, 'archive total 0.00 beside an amount'),
    foreign_currency: quirk(25, 'amount in EUR or USD'),
    currency_blank: quirk(20, 'no currency'),
    end_users_joined: quirk(10, 'several end users joined with a slash'),
    leading_blank: quirk(3, 'French entity name with a leading blank'),
    placeholder: quirk(3, 'None, Not Applicable, Sans objet'),
    html_leftover: quirk(20, 'line break tags in address lines'),
    french_name_only: quirk(60, 'supplier name only in French'),
    negative_amendment: quirk(8, 'amendment that reduces the value'),
    duplicate: quirk(45, 'row repeated as it stands'),
    cell_too_many: quirk(130, 'one cell with text too many'),
    cell_too_few: quirk(130, 'one cell too few'),
    no_reference: quirk(110, 'no contract number, or a placeholder'),
  },
  canadabuys_awards: {
    ...LIES.canadabuys_awards,
    amended: quirk(5, 'several versions in one file'),
    both_files: quirk(20, '000 in the 76-column file, later versions in the 80-column one'),
    latest_only: quirk(9, 'latest state without the earlier rows'),
    total_empty: quirk(14, 'totals empty, amounts given'),
    foreign_currency: quirk(25, 'amount in EUR or USD'),
    currency_blank: quirk(20, 'no currency'),
    end_users_joined: quirk(10, 'several end users joined with a slash'),
    leading_blank: quirk(3, 'French entity name with a leading blank'),
    placeholder: quirk(3, 'None, Not Applicable, Sans objet'),
    html_leftover: quirk(15, 'line break tags'),
    french_name_only: quirk(60, 'supplier name only in French'),
    negative_amendment: quirk(8, 'amendment that reduces the value'),
    legacy_amended: quirk(12, 'archive notice with two states'),
    one_language: quirk(25, 'archive notice in one language only'),
    french_only_foreign: quirk(2, 'notice only in French with an amount in EUR'),
    duplicate: quirk(45, 'row repeated as it stands'),
    cell_too_many: quirk(150, 'one cell with text too many'),
    cell_too_few: quirk(150, 'one cell too few'),
    no_reference: quirk(150, 'no reference number'),
  },
  canadabuys_tenders: {
    amended: quirk(4, 'several versions in one file'),
    latest_only: quirk(9, 'latest state without the earlier rows'),
    closing_with_zone: quirk(6, 'closing time as 2023-04-03 14:00:00 EDT'),
    end_users_joined: quirk(10, 'several end users joined with a slash'),
    leading_blank: quirk(3, 'French entity name with a leading blank'),
    placeholder: quirk(3, 'None, Not Applicable, Sans objet'),
    html_leftover: quirk(15, 'line break tags'),
    legacy_amended: quirk(8, 'archive notice with two amendments'),
    one_language: quirk(25, 'archive notice in one language only'),
    duplicate: quirk(45, 'row repeated as it stands'),
    cell_too_many: quirk(120, 'one cell with text too many'),
    cell_too_few: quirk(120, 'one cell too few'),
    no_reference: quirk(120, 'no reference number'),
  },
  ...GRANT_QUIRKS,
  ...LOBBYING_QUIRKS,
  ...PARLIAMENT_QUIRKS,
} as const satisfies Record<string, Record<string, Quirk>>;

export type Slug = keyof typeof QUIRKS;
export type QuirkOf<S extends Slug> = keyof (typeof QUIRKS)[S] & string;

export interface Schedule<Name extends string> {
  /** True for one in `every` of the things that the quirk may fall on; counts it. */
  due(name: Name): boolean;
  /**
   * At most one of the names, for a unit that can bear only one; those that must wait come with the next that
   * is able to bear them.
   */
  one<N extends Name>(names: readonly N[], able?: (name: N) => boolean): N | null;
  /** How often each quirk was taken. */
  counts(): Record<string, number>;
}

/**
 * The schedule of one source: evenly spread, never by chance, so that small corpora hold every quirk too.
 * `national`: the rates of a national corpus.
 */
export const schedule = <S extends Slug>(slug: S, national = false): Schedule<QuirkOf<S>> =>
  scheduleOf<QuirkOf<S>>(QUIRKS[slug], national);

/** The schedule of a table of quirks. */
export function scheduleOf<Name extends string>(
  table: Readonly<Record<string, Quirk>>,
  national = false,
): Schedule<Name> {
  const clocks = new Map(
    (Object.keys(table) as Name[]).map((name, i) => {
      const every = (national ? table[name]?.national : table[name]?.every) ?? 0;
      return [name, {every, seen: Math.floor((every * (i % 7)) / 7), taken: 0}];
    }),
  );
  const waiting: Name[] = [];
  const clock = (name: Name) => {
    const found = clocks.get(name);
    if (!found) throw new Error(`no quirk is named ${name}`);
    return found;
  };
  const tick = (name: Name): boolean => {
    const of = clock(name);
    of.seen = (of.seen + 1) % of.every;
    return of.seen === 0;
  };
  const take = (name: Name) => void clock(name).taken++;
  return {
    due: (name) => {
      const now = tick(name);
      if (now) take(name);
      return now;
    },
    one: (choice, able = () => true) => {
      for (const name of choice) if (tick(name)) waiting.push(name);
      const found = choice.find((name) => waiting.includes(name) && able(name)) ?? null;
      if (found) {
        waiting.splice(waiting.indexOf(found), 1);
        take(found);
      }
      return found;
    },
    counts: () => Object.fromEntries([...clocks].map(([name, {taken}]) => [name, taken])),
  };
}
