/** Downloads zip archives; their entries are opened when they are read. */
import type {Snapshot} from '../../builds/artefacts.ts';
import type {SourceFile} from '../../datasets/types.ts';
import {download, type FetchContext} from './download.ts';

/** Downloads the archive, or confirms the stored one. */
export function fetchZip(
  source: string,
  file: SourceFile,
  url: string,
  context: FetchContext,
): Promise<Snapshot> {
  return download({source, file: file.name, url}, 'zip', context);
}
