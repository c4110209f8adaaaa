/** The record that a path names. */
import type {Call} from '../request/call.ts';
import type {DeclaredOf} from '../routes/types.ts';

/** The value of the `{...}` segment of the path. */
export function pathIdentifier({path, route}: Pick<Call, 'path' | 'route'>): string {
  for (const name in path) return path[name]!;
  throw new Error(`${route.path} names nothing: its answer is one object`);
}

/** By name the forms of parts of ids. */
const FORMS = {
  /** Letters, an optional hyphen and a number: `c11` is `C-11`. */
  bill: (text: string): string =>
    text
      .replace(/^([a-z]+)-?(\d.*)$/i, (_, letters: string, rest: string) => `${letters}-${rest}`)
      .toUpperCase(),
};

/** The id of the record that the path names by the segments of an operation. */
export function recordId(call: Pick<Call, 'path' | 'route'>, {id}: Pick<DeclaredOf<'detail'>, 'id'>): string {
  if (!id) return pathIdentifier(call);
  const segments = Object.entries(id).map(([name, {form}]) =>
    (form ? FORMS[form] : String)(call.path[name]!),
  );
  return segments.join('/');
}
