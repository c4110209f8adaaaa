/** Writes Parquet: zstd, sorted, with metadata that names source, licence and units. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Columns, Dataset, Source} from '../../datasets/types.ts';

/** Units by column, e.g. `value: CAD; original_value: CAD`. */
const units = (columns: Columns): string =>
  storedColumns(columns)
    .flatMap(([name, column]) => (column.unit ? [`${name}: ${column.unit}`] : []))
    .join('; ');

/** Key-value metadata of a source's file. Without a clock: equal rows give equal bytes. */
export function metadata(dataset: Dataset, source: Source, synthetic: boolean): Record<string, string> {
  return {
    dataset: dataset.name,
    title: dataset.title,
    description: dataset.help,
    source: source.label,
    source_slug: source.slug,
    publisher: source.publisher,
    licence: source.license,
    licence_url: source.license_url,
    source_url: source.page,
    units: units(dataset.columns),
    ...(synthetic ? {synthetic: 'true: generated rows, published by no government'} : {}),
  };
}

/** Writes the rows of a SELECT to one Parquet file in the given order. */
export async function writeParquet(
  db: DuckDBConnection,
  select: string,
  order: string,
  path: string,
  about: Record<string, string>,
): Promise<void> {
  const pairs = Object.entries(about).map(([name, text]) => `${ident(name)}: ${literal(text)}`);
  const keep = pairs.length ? `, KV_METADATA {${pairs.join(', ')}}` : '';
  await db.run(`COPY (SELECT * FROM (${select}) ORDER BY ${order}) TO ${literal(path)}
    (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v1${keep})`);
}
