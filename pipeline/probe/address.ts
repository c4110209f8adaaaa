/** Probes a file at an address: its first bytes, size, validators and header. */
import type {Source} from '../../datasets/types.ts';
import {type Address, type FetchContext, largerThan} from '../fetch/download.ts';
import {FetchError} from '../fetch/errors.ts';
import {makeInspector, refusePage} from '../fetch/inspect.ts';
import type {ListedFile} from '../fetch/portal_files.ts';
import {LIVE} from '../fetch/store.ts';
import {messageOf} from '../runtime/errors.ts';
import {
  type ReadRange,
  type RemoteHead,
  remoteHead,
  remoteRange,
  remoteWhole,
  WORKBOOK_BYTES,
} from './byte_range.ts';
import {lookInto} from './content.ts';
import {type FileProbe, reachable} from './types.ts';
import {lookIntoZip} from './zip_head.ts';

/** Throws FetchError where nothing is there. */
export async function probeAddress(
  source: Source,
  address: Address & Pick<ListedFile, 'format' | 'formatOf'>,
  context: FetchContext,
): Promise<FileProbe> {
  const {name, url} = address;
  const target = {source: source.slug, file: name, url};
  const head = await remoteHead(target, context);
  if (head.size !== null && head.size > context.http.max_bytes)
    throw largerThan(target, context.http.max_bytes);
  const known: FileProbe = {
    ...reachable(name),
    bytes: head.size,
    changed: await changeOf(address, head, context),
  };
  const inspector = makeInspector();
  inspector.add(head.bytes);
  const format = address.formatOf?.(inspector.end()) ?? address.format;
  if (head.bytes.length) refusePage(target, format, head.type, inspector.first());
  if (format === 'zip' || format === 'shapefile') {
    if (head.bytes.toString('latin1', 0, 2) !== 'PK')
      throw new FetchError(target, 'it is no zip', 'look at the address');
    const limit = {target, unpack_max_bytes: context.store.unpack_max_bytes};
    const inHead: ReadRange = async (from, to) => head.bytes.subarray(from, to);
    if (head.whole) return lookIntoZip(source, known, head.bytes.length, inHead, limit);
    if (!head.ranges || head.size === null)
      return {...known, note: 'not looked into: a zip, of which the server sends no parts'};
    return lookIntoZip(source, known, head.size, remoteRange(target, context), limit);
  }
  if (format === 'workbook' && !head.whole) {
    const bytes = await remoteWhole(target, context);
    return lookInto(source, known, {name, format, bytes, whole: bytes.length < WORKBOOK_BYTES});
  }
  return lookInto(source, known, {name, format, bytes: head.bytes, whole: head.whole});
}

/** Compares the validators with those of the newest snapshot. */
async function changeOf(
  {name, url, stamp}: Address,
  {etag, last_modified, size}: RemoteHead,
  {store}: FetchContext,
): Promise<FileProbe['changed']> {
  const stored = (await store.latest(name, LIVE))?.snapshot;
  if (!stored) return 'new';
  const isAsSent = !stored.left_out?.length;
  if (stored.url !== url || (isAsSent && size !== null && size !== stored.bytes)) return 'changed';
  if (etag !== null && stored.etag !== null) return etag === stored.etag ? 'unchanged' : 'changed';
  if (last_modified !== null && stored.last_modified !== null)
    return last_modified === stored.last_modified ? 'unchanged' : 'changed';
  if (stamp && stored.etag !== null) return stored.etag.endsWith(stamp) ? 'unchanged' : 'changed';
  return null;
}

/** An error as the problem of a file: what one source meets must not hide the others. */
export function problemOf(error: unknown): string {
  if (!(error instanceof FetchError)) return messageOf(error);
  return `${error.problem}${error.url ? ` (${error.url})` : ''}; ${error.remedy}`;
}
