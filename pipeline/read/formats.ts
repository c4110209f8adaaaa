/** File formats by name, for files of a mirror and entries of a zip. */
import type {Snapshot} from '../../builds/artefacts.ts';

type Format = Snapshot['format'];

const FORMATS: Record<string, Format> = {
  csv: 'csv',
  json: 'json',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  geojson: 'geojson',
  xlsx: 'workbook',
  xls: 'workbook',
  zip: 'zip',
  xml: 'xml',
  jsonp: 'jsonp',
  html: 'html',
  htm: 'html',
};

/** Extensions that are read. */
export const ENDINGS = Object.keys(FORMATS);

/** Metadata beside a file: `rows.csv.json` is not data. */
const SIDECAR = new RegExp(`\\.(${ENDINGS.join('|')})\\.json$`, 'i');

/** Null for an unknown extension. */
export function formatOf(path: string): Format | null {
  if (SIDECAR.test(path)) return null;
  if (/\.documents\.ndjson$/i.test(path)) return 'documents';
  return FORMATS[/\.([^.]+)$/.exec(path.toLowerCase())?.[1] ?? ''] ?? null;
}

/** Formats whose files contain documents, never tables. */
export const isDocumentFormat = (format: Format): boolean =>
  format === 'documents' || format === 'xml' || format === 'jsonp' || format === 'html';
