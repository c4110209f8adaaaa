/** Layouts that no real file has confirmed: declared from descriptions, and not yet met by a loaded file. */
import type {SourceEntry} from './artefacts.ts';
import type {Source} from './types.ts';

/** Names of the layouts, in the order of their declaration. */
export const unverifiedLayouts = (
  {layouts}: Pick<Source, 'layouts'>,
  {verified = {}}: Pick<SourceEntry, 'verified'>,
): string[] =>
  layouts.flatMap(({name, unverified}) => (unverified && verified[name] === undefined ? [name] : []));

/** Unverified layout -> the file that confirms it: an earlier one, or the first real file of the entry that fits. */
export function verifiedBy(
  {layouts}: Pick<Source, 'layouts'>,
  {files, synthetic}: Pick<SourceEntry, 'files' | 'synthetic'>,
  earlier: Record<string, string> = {},
): Record<string, string> {
  const found = layouts.flatMap(({name, unverified}) => {
    const file = unverified && !synthetic && files.find(({layout}) => layout.split(', ').includes(name));
    return file ? [[name, file.name] as const] : [];
  });
  return {...Object.fromEntries(found), ...earlier};
}
