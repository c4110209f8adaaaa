/** Probes the files of a mirror: the same look without a network. */
import {join, resolve} from 'node:path';
import {DROPPED} from '../../builds/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import type {FetchContext} from '../fetch/download.ts';
import type {Folder} from '../fetch/fetch_source.ts';
import {fileState, hasBytesOf} from '../fetch/file_state.ts';
import type {MirrorFile} from '../fetch/mirror.ts';
import {formatOf} from '../read/formats.ts';
import {problemOf} from './address.ts';
import {HEAD_BYTES, localRange, WORKBOOK_BYTES} from './byte_range.ts';
import {isDocument, lookInto} from './content.ts';
import {type FileProbe, reachable} from './types.ts';
import {lookIntoZip} from './zip_head.ts';

/** Documents are read whole, up to so many bytes. */
const DOCUMENT_BYTES = 1 << 24;

export async function probeMirrored(
  source: Source,
  {path, name}: MirrorFile,
  {root, dropped}: Pick<Folder, 'root' | 'dropped'>,
  {store}: Pick<FetchContext, 'store'>,
): Promise<FileProbe> {
  const from = join(resolve(root), path);
  try {
    const seen = await fileState(from, new Date());
    const {size} = seen;
    const latest = await store.latest(name, dropped ? DROPPED : resolve(root));
    const isSame = hasBytesOf(latest?.seen ?? null, seen);
    const known: FileProbe = {
      ...reachable(name),
      bytes: size,
      changed: !latest ? 'new' : isSame ? 'unchanged' : 'changed',
    };
    const format = formatOf(name) ?? 'csv';
    const target = {source: source.slug, file: name, url: ''};
    const limit = {target, unpack_max_bytes: store.unpack_max_bytes};
    if (format === 'zip') return await lookIntoZip(source, known, size, localRange(from), limit);
    const documentBytes = isDocument(source, name, format) ? DOCUMENT_BYTES : HEAD_BYTES;
    const most = format === 'workbook' ? WORKBOOK_BYTES : documentBytes;
    const bytes = await localRange(from)(0, most);
    return await lookInto(source, known, {name, format, bytes, whole: bytes.length >= size});
  } catch (error) {
    return {...reachable(name), problem: unreadable(error)};
  }
}

function unreadable(error: unknown): string {
  const isOfSystem = error instanceof Error && 'code' in error && 'path' in error;
  return isOfSystem ? `${error.message}; make the file readable or leave it out` : problemOf(error);
}
