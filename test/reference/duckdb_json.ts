/** Converts DuckDB values to JSON: dates and timestamps as text, lists and structs to any depth. */
import {
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBStructValue,
  DuckDBTimestampTZValue,
  DuckDBTimestampValue,
  type DuckDBValue,
} from '@duckdb/node-api';
import type {Json} from '../../datasets/types.ts';

/** `YYYY-MM-DDTHH:MM:SS` for timestamps, the nearest number for money (exact below 2^46, 70 trillion). */
export function toJson(value: DuckDBValue): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof DuckDBDecimalValue) return Number(value.toString());
  if (value instanceof DuckDBDateValue) return value.toString();
  if (value instanceof DuckDBTimestampValue) return timeText(value.micros);
  if (value instanceof DuckDBTimestampTZValue) return timeText(value.micros);
  if (value instanceof DuckDBListValue) return value.items.map(toJson);
  if (value instanceof DuckDBStructValue) {
    return Object.fromEntries(Object.entries(value.entries).map(([name, item]) => [name, toJson(item)]));
  }
  throw new Error(`a value of the type ${value.constructor.name} has no JSON form in this engine`);
}

const timeText = (micros: bigint): string => new Date(Number(micros / 1000n)).toISOString().slice(0, 19);
