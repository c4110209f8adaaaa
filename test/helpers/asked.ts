/** Random questions to a list as the server and the oracle take them. */
import {type Asked, type Filters, folded} from './oracle.ts';

/** Filters that count as given (1.2): not blank, and for texts not blank when folded. */
export const given = (filters: Filters): Filters =>
  Object.fromEntries(Object.entries(filters).filter(([, text]) => folded(text) !== ''));

/** The address of a question below `/api/v1`. */
export const target = (
  path: string,
  {filters, ...rest}: Asked,
  more: Record<string, string> = {},
): string => {
  const texts = Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]);
  return `/api/v1${path}?${new URLSearchParams([...Object.entries(filters), ...texts, ...Object.entries(more)])}`;
};
