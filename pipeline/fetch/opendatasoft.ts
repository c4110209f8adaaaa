/** Downloads Opendatasoft datasets as one exported file and verifies its row count. */
import type {Snapshot} from '../../datasets/artefacts.ts';
import type {SourceFile} from '../../datasets/types.ts';
import {number, plural} from '../runtime/counts.ts';
import {countRows} from './count_rows.ts';
import {download, emitFetched, type FetchContext} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {numberOf} from './exact_json.ts';
import {getJson} from './json.ts';
import {LIVE} from './store.ts';
import {TableChanged} from './table.ts';
import {isObject} from './unknown_json.ts';

type Via = Extract<SourceFile['via'], {portal: 'opendatasoft'}>;

export interface State {
  count: number;
  /** Null where the portal does not give the time of the last change. */
  stamp: string | null;
}

/**
 * Downloads the export, or confirms the stored one where nothing was loaded since. An export whose rows differ from
 * the portal's count is downloaded once more, then refused.
 */
export async function fetchOpendatasoft(
  source: string,
  file: SourceFile,
  via: Via,
  context: FetchContext,
): Promise<Snapshot> {
  const {store, emit, http, startedAt} = context;
  const start = http.clock();
  const target: Target = {source, file: file.name, url: exportOf(via)};
  let state = await stateOf(target, via, context);
  const latest = await store.latest(file.name, LIVE);
  const now = validator(state);
  if (latest?.snapshot.url === target.url && now !== null && latest.snapshot.etag === now) {
    const snapshot = await store.confirm(target, latest, startedAt);
    emitFetched(emit, target, snapshot, http.clock() - start, false);
    return snapshot;
  }
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
      emit({kind: 'warning', source, file: file.name, text: `asked for once more: ${error.message}`});
      state = await stateOf(target, via, context);
    }
  }
}

const datasetOf = ({base, dataset}: Via): string =>
  `${base.replace(/\/$/, '')}/api/explore/v2.1/catalog/datasets/${dataset}`;

/** Address of the export; CSV exports use semicolons. */
export function exportOf(via: Via): string {
  const query = via.format === 'csv' ? '?delimiter=%3B&use_labels=false' : '';
  return `${datasetOf(via)}/exports/${via.format}${query}`;
}

/** Time of the last load, and the portal's row count. */
export async function stateOf(target: Target, via: Via, context: FetchContext): Promise<State> {
  const {metas} = await getJson({...target, url: datasetOf(via)}, context);
  const {default: basic} = isObject(metas) ? metas : {};
  const stamp = isObject(basic) ? basic['data_processed'] : null;
  const counted = {...target, url: `${datasetOf(via)}/records?limit=0`};
  const count = numberOf((await getJson(counted, context))['total_count']);
  if (count === null) {
    throw new FetchError(counted, 'the answer lacks `total_count`', 'correct the declaration');
  }
  return {count, stamp: typeof stamp === 'string' ? stamp : null};
}

export const validator = ({stamp, count}: State): string | null =>
  stamp === null ? null : `data_processed ${stamp}, ${count} rows`;
