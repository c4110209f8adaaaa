/** Files at a fixed address. */
import type {Snapshot} from '../../builds/artefacts.ts';
import type {SourceFile} from '../../datasets/types.ts';
import {download, type FetchContext} from './download.ts';

/** Downloads the file, or confirms the stored one. */
export function fetchPlain(
  source: string,
  file: SourceFile,
  url: string,
  context: FetchContext,
): Promise<Snapshot> {
  return download({source, file: file.name, url}, file.format, context);
}
