/** Random list requests as targets of the server and as filters of the oracle. */
import {type Filters, folded, type ListRequest} from './oracle.ts';

/** Filters in effect: not blank, and for texts not blank when folded. */
export const givenFilters = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, text]) => folded(text) !== ''));

/** The target of a request, below `/api/v1`. */
export const targetOf = (
  path: string,
  {filters, ...rest}: ListRequest,
  more: Record<string, string> = {},
): string => {
  const texts = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]);
  return `/api/v1${path}?${new URLSearchParams([...Object.entries(filters), ...texts, ...Object.entries(more)])}`;
};
