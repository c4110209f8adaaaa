/** The record that a path names. */
import type {Call} from '../request/call.ts';
import type {DeclaredOf} from '../routes/types.ts';

/** The value of the `{...}` segment of the path. */
export function pathIdentifier({path, route}: Pick<Call, 'path' | 'route'>): string {
  for (const name in path) return path[name]!;
  throw new Error(`${route.path} names nothing: its answer is one object`);
}

/** The id of the record that the path names by the segments of an operation. */
export function recordId(call: Pick<Call, 'path' | 'route'>, {id}: Pick<DeclaredOf<'detail'>, 'id'>): string {
  if (!id) return pathIdentifier(call);
  const segments = Object.entries(id).map(([name, {normalize: form}]) => (form ?? String)(call.path[name]!));
  return segments.join('/');
}
