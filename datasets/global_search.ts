/** Groups of the search over all datasets, in the order of answers. */
import {mayNameNumber} from './rules/plain_numbers.ts';
import type {Dataset, Derived} from './types.ts';

/** A dataset or entity that a group searches, by its `globalSearch`. */
export interface Member {
  table: string;
  /** SQL over the columns (alias `r`): the records that belong to the group; absent: all. */
  where?: string;
  /**
   * Filters of its list that leave the records of the group, where the list has others by default or besides.
   */
  filters?: Readonly<Record<string, string>>;
}

/** Joins the items of a list in a label. */
export const LIST_JOINT = '; ';

/** Among otherwise equal records, those of an earlier member come first. */
export const SEARCH: Readonly<Record<string, readonly Member[]>> = {
  contracts: [{table: 'contracts'}, {table: 'awards'}, {table: 'tenders'}],
  lobbying: [{table: 'lobbying_registrations'}, {table: 'lobbying_communications'}],
  grants: [
    {
      table: 'grants',
      where: "r.agreement_type IS DISTINCT FROM 'Contribution'",
      filters: {contribution: 'false'},
    },
    {table: 'research_grants'},
  ],
  contributions: [
    {table: 'grants', where: "r.agreement_type = 'Contribution'", filters: {contribution: 'true'}},
    {table: 'infrastructure_projects'},
  ],
  parliament: [{table: 'bills'}, {table: 'politicians', filters: {current: 'false'}}, {table: 'committees'}],
};

/**
 * Of a text with a digit the columns whose words are searched: numbers, too. Null where a table has no
 * others.
 */
export function columnsWithNumbers({search = [], globalSearch}: Dataset | Derived): readonly string[] | null {
  const {columns = []} = globalSearch ?? {};
  return search.length > columns.length && columns.every((name) => search.includes(name)) ? search : null;
}

/** The columns in which the wider search looks for the words of a text. */
export function widerColumns(declaration: Dataset | Derived, text: string): readonly string[] {
  const withNumbers = mayNameNumber(text) ? columnsWithNumbers(declaration) : null;
  return withNumbers ?? declaration.globalSearch?.columns ?? [];
}
