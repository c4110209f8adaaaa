/** Answers an export: the dataset's Parquet file, or its records as a stream. */
import {inBuild} from '../../../../builds/artefacts.ts';
import {sourcesOf} from '../../../../datasets/sources_of.ts';
import type {BuildFile, BuildInfo, Engine} from '../../../../engine/types.ts';
import {ApiError} from '../../errors.ts';
import type {FeedAddress} from '../../formats/atom.ts';
import {csvwOf} from '../../formats/csvw.ts';
import type {Rendered} from '../../formats/render.ts';
import {formatTarget} from '../../next_link.ts';
import {type Call, outputFields} from '../../request/call.ts';
import {type Format, MEDIA_TYPES} from '../../routes/formats.ts';
import type {ExportRoute, ListRoute} from '../../routes/types.ts';
import {exportChanges} from './export_changes.ts';
import {exportRecords} from './export_records.ts';
import {fileBody} from './file_body.ts';

/** A saved file has no headers, so that its name says when its records are synthetic. */
function headersOf(dataset: string, format: Format, total: number, info: BuildInfo) {
  const name = `${dataset}-${info.data_as_of.slice(0, 10)}${info.synthetic ? '-synthetic' : ''}`;
  return {
    'X-Total-Count': String(total),
    'Content-Disposition': `attachment; filename="${name}.${format}"`,
  };
}

/** The file that a call exports whole, compared with its hash; null for every other call. */
export async function checkedFile({route, format, values}: Call, engine: Engine): Promise<BuildFile | null> {
  const isWhole = format === 'parquet' && values['since'] === undefined;
  const dataset = route.kind === 'export' && isWhole ? route.list?.dataset : undefined;
  const file = dataset === undefined ? null : engine.file(inBuild.whole(dataset));
  await file?.check();
  return file;
}

/** What changed since a build, as operations. */
function answerChanges(call: Call, list: ListRoute, engine: Engine): Rendered {
  const format = call.format === 'parquet' ? 'parquet' : 'ndjson';
  const {body, total} = exportChanges(call, list, format, engine);
  const headers = headersOf(`${list.dataset}-changes`, format, total, engine.info);
  const type = format === 'parquet' ? MEDIA_TYPES.parquet : `${MEDIA_TYPES.ndjson}; charset=utf-8`;
  return {type, body, headers};
}

/** Throws 404 if the path names no dataset. `file`: that of `checkedFile`; `address`: of the request, for links. */
export function answerExport(
  call: Call,
  {list, missing}: ExportRoute,
  engine: Engine,
  file: BuildFile | null,
  address: Pick<FeedAddress, 'origin' | 'target'> | null,
): Rendered {
  if (!list) throw new ApiError('record', {missing});
  const {dataset} = list;
  const {info} = engine;
  const {format} = call;
  if (call.values['since'] !== undefined) return answerChanges(call, list, engine);
  if (format === 'parquet') {
    if (!file) throw new Error(`${dataset} has no file of its own`);
    return {
      type: MEDIA_TYPES.parquet,
      body: fileBody(file),
      headers: headersOf(dataset, format, info.records[dataset] ?? 0, info),
    };
  }
  if (format === 'csvw') return description(call, dataset, info, address);
  const streamed = format === 'csv' || format === 'geojson' ? format : 'ndjson';
  const {total, body} = exportRecords(call, list, streamed, engine);
  return {
    type: `${MEDIA_TYPES[format]}; charset=utf-8`,
    body,
    headers: {
      ...headersOf(dataset, format, total, info),
      // Files for spreadsheets have other texts in their cells than those that are described.
      ...(address &&
        format === 'csv' &&
        !call.excel && {
          Link: `<${formatTarget(address.target, 'csvw')}>; rel="describedby"; type="${MEDIA_TYPES.csvw}"`,
        }),
    },
  };
}

/** What the columns of the CSV file are that the same call exports. */
function description(
  call: Call,
  dataset: string,
  info: BuildInfo,
  address: Pick<FeedAddress, 'origin' | 'target'> | null,
): Rendered {
  const url = address ? address.origin + formatTarget(address.target, 'csv') : `${dataset}.csv`;
  const file = {url, dataset, names: outputFields(call), columns: call.columns, sources: sourcesOf(dataset)};
  return {
    type: MEDIA_TYPES.csvw,
    body: Buffer.from(`${JSON.stringify(csvwOf(file, info))}\n`),
    headers: {'Content-Disposition': `attachment; filename="${dataset}.csv-metadata.json"`},
  };
}
