/** Texts of the route table in the reader's language. */

import {frenchHelp} from '../../labels/help/index.ts';
import {frenchOperation} from '../../labels/help/operations.ts';
import type {Child, View} from './types.ts';
import {helpOf} from './value.tsx';

const frenchOf = (text: string): string | null => frenchOperation(text) ?? frenchHelp(text);

/** A text of the route table where no element may stand. */
export const meaningText = ({language}: View, text: string): string =>
  language === 'en' ? text : (frenchOf(text) ?? text);

/**
 * A text of the route table. Where it has no French one, `label` is what the field or parameter is called, and
 * without that the English one stands, marked as such for those to whom it is read.
 */
export function meaning({language}: View, text: string, label?: string | null): Child {
  if (language === 'en') return helpOf(text);
  const french = frenchOf(text) ?? label;
  return french ? helpOf(french) : <span lang="en">{helpOf(text)}</span>;
}
