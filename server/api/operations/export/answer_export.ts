/** Answers an export: the dataset's Parquet file, or its records as a stream. */
import type {Answer, Engine} from '../../../../engine/types.ts';
import {ApiError} from '../../errors.ts';
import type {Rendered} from '../../formats/render.ts';
import {mapMaybe} from '../../map_maybe.ts';
import type {Call} from '../../request/call.ts';
import type {ExportFormat} from '../../routes/formats.ts';
import {MEDIA_TYPES} from '../../routes/formats.ts';
import type {ExportRoute} from '../../routes/types.ts';
import {exportRecords} from './export_records.ts';
import {fileBody} from './file_body.ts';

function headersOf(dataset: string, format: ExportFormat, total: number, dataDate: string) {
  return {
    'X-Total-Count': String(total),
    'Content-Disposition': `attachment; filename="${dataset}-${dataDate}.${format}"`,
  };
}

/** Throws 404 if the path names no dataset. */
export function answerExport(call: Call, {list, missing}: ExportRoute, engine: Engine): Answer<Rendered> {
  if (!list) throw new ApiError('record', {missing});
  const {dataset} = list;
  const {data_as_of, records: counts} = engine.info;
  const dataDate = data_as_of.slice(0, 10);
  const format = call.readExportFormat;
  if (format === 'parquet' || format === null) {
    return mapMaybe(engine.datasetFile(dataset), (file) => ({
      type: MEDIA_TYPES.parquet,
      body: fileBody(file),
      headers: headersOf(dataset, 'parquet', counts[dataset] ?? 0, dataDate),
    }));
  }
  return mapMaybe(exportRecords(call, list, format, engine), ({total, body}) => ({
    type: `${MEDIA_TYPES[format]}; charset=utf-8`,
    body,
    headers: headersOf(dataset, format, total, dataDate),
  }));
}
