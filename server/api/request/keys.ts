/**
 * Reads comma lists of keys: of vendors, departments and all else that has a profile or a name of its own.
 */
import {ApiError} from '../errors.ts';
import type {KeyForm} from '../routes/types.ts';

/** Percent-decodes a text; null where that is impossible. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * What a column may hold for a key as given. A key is the percent-encoded name: one decoding of the address
 * too many, or a name that was never encoded, leaves the name itself.
 */
function storedForms(text: string, form: KeyForm): string[] {
  if (form === 'id') return [text];
  const name = decoded(text) ?? text;
  return form === 'name' ? [text, name] : [encodeURIComponent(text), encodeURIComponent(name)];
}

/** Keys have no spaces, so that a comma with white space behind it is one of a name. */
const SEPARATOR: Readonly<Record<KeyForm, RegExp>> = {id: /,/, key: /,(?!\s)/, name: /,(?!\s)/};

/** The keys of a comma list, as given. */
const itemsOf = (text: string, form: KeyForm): string[] =>
  text
    .split(SEPARATOR[form])
    .map((item) => item.trim())
    .filter(Boolean);

/** The keys of a comma list, each with the name in it; of an id the id. */
export const givenKeys = (text: string, form: KeyForm): {key: string; name: string}[] =>
  itemsOf(text, form).map((item) => {
    const name = form === 'id' ? item : (decoded(item) ?? item);
    return {key: form === 'id' ? item : encodeURIComponent(name), name};
  });

/**
 * The values of the column that a comma list of keys selects, each once and sorted; throws if there are too
 * many keys.
 */
export function readKeys(text: string, name: string, form: KeyForm, most: number): readonly string[] {
  const items = itemsOf(text, form);
  if (new Set(items).size > most) throw new ApiError('most', {name, most});
  return [...new Set(items.flatMap((item) => storedForms(item, form)))].sort();
}

/** The key of a value of the column. */
export const keyOfStored = (stored: string, form: KeyForm): string =>
  form === 'name' ? encodeURIComponent(stored) : stored;

/** The name in a value of the column; null where an id says none. */
export const nameOfStored = (stored: string, form: KeyForm): string | null =>
  form === 'id' ? null : form === 'name' ? stored : (decoded(stored) ?? stored);
