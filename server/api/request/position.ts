/** Validates the position inside a cursor before the engine sees it: clients may send anything. */
import type {ColumnType, Json} from '../../../datasets/types.ts';
import {DISTANCE, type Position, type StatsQuery} from '../../../engine/types.ts';
import {ApiError} from '../errors.ts';
import {isDay} from './values.ts';

type Fields = Record<string, Json | undefined>;

/** Texts that fit the stored types DECIMAL(18,2) and BIGINT, and the wider type of sums. */
const MONEY = /^-?\d{1,16}(\.\d{1,2})?$/;
const INTEGER = /^-?\d{1,18}$/;
const TIME = /^[T ]([01]\d|2[0-3])(:[0-5]\d){2}$/;
const SUM = /^-?\d{1,36}(\.\d{1,2})?$/;

/** True if a text can be a sort key of that type. */
function isKey(text: string, type: ColumnType): boolean {
  switch (type) {
    case 'date':
      return isDay(text);
    case 'timestamp':
      return isDay(text.slice(0, 10)) && TIME.test(text.slice(10));
    case 'money':
      return MONEY.test(text);
    case 'integer':
      return INTEGER.test(text);
    case 'number':
      return text !== '' && Number.isFinite(Number(text));
    default:
      return true;
  }
}

function fieldsOf(position: Json): Fields {
  if (typeof position !== 'object' || position === null || Array.isArray(position)) {
    throw new ApiError('cursor_unreadable');
  }
  return position;
}

/** Position in a list sorted by a column of that type, or by distance, which is never null. */
export function listPosition(position: Json, type: ColumnType | typeof DISTANCE): Position {
  const {key, id} = fieldsOf(position);
  const far = type === DISTANCE;
  const isNull = key === null && !far;
  const isText = typeof key === 'string' && isKey(key, far ? 'number' : type);
  if ((!isNull && !isText) || typeof id !== 'string') throw new ApiError('cursor_unreadable');
  return {key: isText ? key : null, id};
}

/** Position among groups. */
export function statsPosition(position: Json): NonNullable<StatsQuery['after']> {
  const {sum, count, value} = fieldsOf(position);
  const isSum = sum === null || (typeof sum === 'string' && SUM.test(sum));
  if (!isSum || !Number.isSafeInteger(count) || typeof value !== 'string') {
    throw new ApiError('cursor_unreadable');
  }
  return {sum, count: Number(count), value};
}
