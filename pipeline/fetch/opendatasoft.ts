/** Downloads Opendatasoft datasets as one exported file and verifies its row count. */
import {createReadStream} from 'node:fs';
import type {Snapshot} from '../../builds/artefacts.ts';
import type {SourceFile, Via} from '../../datasets/types.ts';
import {scanCsv} from '../read/csv_scan.ts';
import {chunksOf} from '../read/file_bytes.ts';
import {arrayElements} from '../read/json_elements.ts';
import {number, plural} from '../runtime/counts.ts';
import {isObject, numberOf, textOf, textsOf} from '../runtime/unknown_json.ts';
import {type Reader, wantedColumns} from './columns.ts';
import {confirmKnown, download, type FetchContext, warn} from './download.ts';
import {FetchError, type Target, targetsOf} from './errors.ts';
import {getJson} from './json.ts';
import {TableChanged} from './table.ts';

export interface State {
  count: number;
  /** Null where the portal does not give the time of the last change. */
  stamp: string | null;
  /** Names of its columns; empty where the portal does not list them. */
  columns: string[];
}

/**
 * Downloads the export, or confirms the stored one where nothing was loaded since. An export whose rows
 * differ from the portal's count is downloaded once more, then refused.
 */
export async function fetchOpendatasoft(
  source: Reader,
  file: SourceFile,
  via: Via<'opendatasoft'>,
  context: FetchContext,
): Promise<Snapshot> {
  const start = context.http.clock();
  const targetAt = targetsOf(source, file);
  let state = await stateOf(targetAt(datasetOf(via)), via, context);
  const target = targetAt(exportOf(source, file.name, via, state));
  const current = await confirmKnown(target, validator(state), start, context);
  if (current) return current;
  for (let pass = 1; ; pass++) {
    const verify = async (path: string): Promise<void> => {
      const rows = await countRows(path, via.format);
      const after = await stateOf(target, via, context);
      if (rows !== after.count)
        throw new TableChanged(`${plural(rows, 'row')} came where the portal counts ${number(after.count)}`);
      if (after.stamp !== state.stamp) throw new TableChanged('the dataset was loaded while it was read');
    };
    try {
      return await download(target, file.format, context, {stamp: validator(state), verify});
    } catch (error) {
      if (!(error instanceof TableChanged)) throw error;
      if (pass === 2) {
        const remedy = 'run again later, or look at the portal; the last good file stays in use';
        throw new FetchError(target, `${error.message}, also when asked once more`, remedy, error);
      }
      warn(context, target, `asked for once more: ${error.message}`);
      state = await stateOf(target, via, context);
    }
  }
}

/** Rows of an export, as its readers will find them; throws TableChanged where GeoJSON is cut. */
export async function countRows(path: string, form: Via<'opendatasoft'>['format']): Promise<number> {
  if (form === 'csv') {
    const {plain, odd} = scanCsv(chunksOf(path), ';');
    return plain.length + odd.length;
  }
  let rows = 0;
  const cut = (problem: string) => new TableChanged(problem);
  for await (const _ of arrayElements(createReadStream(path), ['features'], cut)) rows += 1;
  return rows;
}

const datasetOf = ({base, dataset}: Via<'opendatasoft'>): string =>
  `${base.replace(/\/$/, '')}/api/explore/v2.1/catalog/datasets/${dataset}`;

/** Address of the export; CSV exports use semicolons, and have the columns that are read. */
export function exportOf(
  source: Omit<Reader, 'slug'>,
  file: string,
  via: Via<'opendatasoft'>,
  {columns}: State,
): string {
  const address = `${datasetOf(via)}/exports/${via.format}`;
  if (via.format !== 'csv') return address;
  const wanted = columns.filter(wantedColumns(source, file));
  const select =
    wanted.length && wanted.length < columns.length ? `&select=${encodeURIComponent(wanted.join(','))}` : '';
  return `${address}?delimiter=%3B&use_labels=false${select}`;
}

/** Time of the last load, and the portal's row count. */
export async function stateOf(
  target: Target,
  via: Via<'opendatasoft'>,
  context: FetchContext,
): Promise<State> {
  const {metas, fields} = await getJson({...target, url: datasetOf(via)}, context);
  const {default: basic} = isObject(metas) ? metas : {};
  const counted = {...target, url: `${datasetOf(via)}/records?limit=0`};
  const count = numberOf((await getJson(counted, context))['total_count']);
  if (count === null) {
    throw new FetchError(counted, 'the answer lacks `total_count`', 'correct the declaration');
  }
  const stamp = textOf(isObject(basic) && basic['data_processed']);
  return {count, stamp, columns: textsOf(fields, 'name')};
}

export const validator = ({stamp, count}: Pick<State, 'stamp' | 'count'>): string | null =>
  stamp === null ? null : `data_processed ${stamp}, ${count} rows`;
