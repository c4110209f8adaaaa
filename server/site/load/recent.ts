/** What the newest contracts and grants of a profile are for: its rows name them by their numbers alone. */
import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Columns} from '../../../datasets/types.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import {recordPath} from '../../api/routes/record_path.ts';
import {recordAt} from '../ask.ts';

/** Fields of profiles that have such rows, and the dataset of their records. */
const RECENT: Readonly<Record<string, string>> = {recent_contracts: 'contracts', recent_grants: 'grants'};

/** The descriptions of a record in both languages. */
const DESCRIPTIONS = ['description', 'description_fr'];

/** A row with the descriptions that its record has. */
function described(engine: Engine, dataset: string, row: Row): Row {
  const path = recordPath(dataset, row);
  const record = path === null ? null : recordAt(engine, path, []);
  return {...row, ...Object.fromEntries(DESCRIPTIONS.map((name) => [name, record?.[name] ?? null]))};
}

/** The columns and the row of a profile whose newest records have descriptions, behind their days. */
export function withDescriptions(engine: Engine, columns: Columns, row: Row): {columns: Columns; row: Row} {
  const more = {columns: {...columns}, row: {...row}};
  for (const [field, dataset] of Object.entries(RECENT)) {
    const [column, rows] = [columns[field], row[field]];
    const description = datasetOrEntity(dataset).columns['description'];
    if (!column?.fields || !description || !Array.isArray(rows)) continue;
    const {record_id, date, ...others} = column.fields;
    if (!record_id || !date) continue;
    more.columns[field] = {...column, fields: {record_id, date, description, ...others}};
    more.row[field] = (rows as Row[]).map((one) => described(engine, dataset, one));
  }
  return more;
}
