/** Texts of the route table in the reader's language. */

import {frenchReference} from '../../labels/help/reference.ts';
import type {Child, View} from './types.ts';
import {helpOf} from './value.tsx';

/** A text of the route table, or the help of a field; a test of the labels holds that all have a French one. */
const inLanguageOf = ({language}: View, text: string): string =>
  language === 'en' ? text : (frenchReference(text) ?? text);

/** The same with its names marked. */
export const meaning = (view: View, text: string): Child => helpOf(inLanguageOf(view, text));

/** The same where no element may stand, as in titles. */
export const meaningText = (view: View, text: string): string => inLanguageOf(view, text).replaceAll('`', '');
