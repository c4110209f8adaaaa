/** Downloads Opendatasoft datasets as one exported file and verifies its row count. */
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source, SourceFile} from '../../datasets/types.ts';
import {number, plural} from '../runtime/counts.ts';
import {countRows} from './count_rows.ts';
import {download, emitFetched, type FetchContext} from './download.ts';
import {FetchError, type Target} from './errors.ts';
import {numberOf} from './exact_json.ts';
import {getJson} from './json.ts';
import {LIVE} from './store.ts';
import {TableChanged} from './table.ts';
import {isObject} from './unknown_json.ts';
import {wantedColumns} from './wanted_columns.ts';

type Via = Extract<SourceFile['via'], {portal: 'opendatasoft'}>;

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
  source: Pick<Source, 'slug' | 'personal' | 'layouts'>,
  file: SourceFile,
  via: Via,
  context: FetchContext,
): Promise<Snapshot> {
  const {store, emit, http, startedAt} = context;
  const start = http.clock();
  const asked = {source: source.slug, file: file.name, url: datasetOf(via)};
  let state = await stateOf(asked, via, context);
  const target: Target = {...asked, url: exportOf(source, file.name, via, state)};
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
      emit({
        kind: 'warning',
        source: source.slug,
        file: file.name,
        text: `asked for once more: ${error.message}`,
      });
      state = await stateOf(target, via, context);
    }
  }
}

const datasetOf = ({base, dataset}: Via): string =>
  `${base.replace(/\/$/, '')}/api/explore/v2.1/catalog/datasets/${dataset}`;

/** Address of the export; CSV exports use semicolons, and have the columns that are read. */
export function exportOf(
  source: Pick<Source, 'personal' | 'layouts'>,
  file: string,
  via: Via,
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
export async function stateOf(target: Target, via: Via, context: FetchContext): Promise<State> {
  const {metas, fields} = await getJson({...target, url: datasetOf(via)}, context);
  const {default: basic} = isObject(metas) ? metas : {};
  const stamp = isObject(basic) ? basic['data_processed'] : null;
  const counted = {...target, url: `${datasetOf(via)}/records?limit=0`};
  const count = numberOf((await getJson(counted, context))['total_count']);
  if (count === null) {
    throw new FetchError(counted, 'the answer lacks `total_count`', 'correct the declaration');
  }
  const columns = (Array.isArray(fields) ? fields.filter(isObject) : []).flatMap(({name}) =>
    typeof name === 'string' ? [name] : [],
  );
  return {count, stamp: typeof stamp === 'string' ? stamp : null, columns};
}

export const validator = ({stamp, count}: Pick<State, 'stamp' | 'count'>): string | null =>
  stamp === null ? null : `data_processed ${stamp}, ${count} rows`;
