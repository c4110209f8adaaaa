/** A source's probe in one line. */
import {sum} from 'd3-array';
import {few} from '../fetch/errors.ts';
import {plural} from '../runtime/counts.ts';
import type {FileProbe, SourceProbe} from './types.ts';

/** Most names of one kind in a line. */
const NAMED = 6;

/** Problems first, then what was found. */
export function describe({files, absent, licence, unverified}: SourceProbe): string {
  const problems = [...new Set(files.flatMap(({problem}) => (problem === null ? [] : [problem])))];
  return [
    ...problems.slice(0, NAMED),
    ...(problems.length > NAMED ? [`and ${problems.length - NAMED} more`] : []),
    ...(absent === null ? [size(files), changes(files), header(files)] : [absent]),
    ...[...new Set(files.flatMap(({note}) => note ?? []))].slice(0, NAMED),
    unverified.length ? `unverified: ${few(unverified, NAMED)}` : '',
    licence === null ? '' : `licence link ${licence}`,
  ]
    .filter(Boolean)
    .join('; ');
}

function size(files: readonly FileProbe[]): string {
  const bytes = sum(files, (one) => one.bytes ?? 0);
  const rows = sum(files, (one) => one.rows ?? 0);
  const isUnknown = files.some((one) => one.problem === null && one.bytes === null && one.rows === null);
  return [
    plural(files.length, 'file'),
    ...(rows ? [plural(rows, 'row')] : []),
    ...(bytes ? [bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`] : []),
    ...(isUnknown ? ['size not known'] : []),
  ].join(', ');
}

/** `new`, `changed` or `unchanged`, with numbers where files differ. */
function changes(files: readonly FileProbe[]): string {
  const states = Map.groupBy(
    files.filter(({problem}) => problem === null),
    ({changed}) => changed ?? 'change not known',
  );
  const words = [...states].map(([state, some]) => (states.size > 1 ? `${some.length} ${state}` : state));
  return words.join(', ');
}

function header(files: readonly FileProbe[]): string {
  const looked = files.filter(({layouts}) => layouts.length > 0);
  if (!looked.length) return '';
  const unknown = new Set(looked.flatMap((one) => one.unknown));
  const missing = new Set(looked.flatMap((one) => one.missing));
  if (!unknown.size && !missing.size) return 'header known';
  return [
    ...(unknown.size ? [`unknown columns ${few([...unknown], NAMED)}`] : []),
    ...(missing.size ? [`columns not there ${few([...missing], NAMED)}`] : []),
  ].join(', ');
}
