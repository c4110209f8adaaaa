/**
 * Why rows are merged or rejected: reasons of the manifest by the kinds that the generator of the corpus
 * names.
 */
import {JOIN_RULES} from '../../datasets/codes/join_rules.ts';

/** Reasons of the manifest by the kinds of the generator. */
export const MERGED: [RegExp, string][] = [
  [/^repeated row$/, 'duplicate'],
  [new RegExp(`^(${JOIN_RULES.join('|')})$`), 'version'],
  [/^other language$/, 'language'],
  [/^part of a record$/, 'part'],
  [/^repeated part$/, 'repeated_part'],
  [/^code table$/, 'code'],
];
export const REJECTED: [RegExp, string][] = [
  [/^too (few|many) cells: \d+ of \d+$/, 'ragged'],
  // Rows of a joined file or a page whose record is not there.
  [/^no (registration|communication|division|member|committee) (with|of) this /, 'orphan'],
  [/^(no ring of the geometry has an area|no polygon: \w+|coordinates are no degrees of WGS 84)$/, 'shape'],
  [/^no [a-z ]+$/i, 'missing'],
  [/^a zone of status 5, /, 'kind'],
  [/^repeated key /, 'repeated_key'],
  [/^no building permit: PermitType names another kind$/, 'kind'],
];

/** Rows by kind of the generator; throws on a reason of no kind. */
export function byKind(reasons: Record<string, number>, kinds: [RegExp, string][]): Record<string, number> {
  const found = Object.fromEntries(kinds.map(([, kind]) => [kind, 0]));
  for (const [reason, count] of Object.entries(reasons)) {
    const kind = kinds.find(([pattern]) => pattern.test(reason))?.[1];
    if (kind === undefined) throw new Error(`a reason of no kind: ${reason}`);
    found[kind]! += count;
  }
  return found;
}
