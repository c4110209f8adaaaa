/** Points of rows in WGS 84 degrees: from two cells, one cell, projected metres, or a lookup table. */
import {PLACEHOLDERS} from '../../datasets/codes/procurement.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Field, PointLocation} from '../../datasets/types.ts';
import {columnsOf} from '../../datasets/used_columns.ts';
import {cellOf, isOneOf, textOf} from './cells.ts';
import {POINTS, type ProjectedPlace} from './projected_points.ts';
import type {FieldSql} from './typed_values.ts';

type Degree = Extract<Field, {op: 'degree'}>;
type Axis = Degree['axis'];

/** SQL of one location: both degrees, null where the cells hold none, and the unreadable cells. */
interface PointSql {
  lat: string;
  lng: string;
  unreadable: Partial<Record<Axis, {when: string; text: string}>>;
  joins: string[];
}

const NUMBER = '([-+]?\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?)';
/** The first position of a GeoJSON or WKT geometry. */
const POSITION = `(?:"coordinates"\\s*:[\\[\\s]*|^\\s*[A-Za-z ]+[(\\s]+)${NUMBER}[,\\s]+${NUMBER}`;
/** Two numbers, optionally in brackets. */
const PAIR = `^[(\\[\\s]*${NUMBER}\\s*[,;\\s]\\s*${NUMBER}[)\\]\\s]*$`;
/** Members of an object; their values may be quoted. */
const LAT = `"lat(?:itude)?"\\s*:\\s*"?${NUMBER}`;
const LNG = `"(?:lon|lng|longitude)"\\s*:\\s*"?${NUMBER}`;

/** Note on a point outside the municipality. */
export const OUTSIDE = 'point lies outside the municipality, null instead';

/** SQL of one degree. `inner`: SQL of another field of the same layout, used for lookup tables. */
export function degreeSql(field: Degree, inner: (field: Field) => FieldSql): FieldSql {
  const {axis, locations, within} = field;
  const anyCell = columnsOf(field).map((name) => `${cellOf(name)} IS NOT NULL`);
  const points = locations.map((location) => pointSql(location, inner));
  const first = (axisName: Axis): string =>
    `CASE ${points.map((one) => `WHEN ${one.lat} <> 0 AND ${one.lng} <> 0 THEN ${one[axisName]}`).join(' ')} END`;
  const [lat, lng] = [first('lat'), first('lng')];
  const [west, south, east, north] = within;
  const isInside = `${lat} BETWEEN ${south} AND ${north} AND ${lng} BETWEEN ${west} AND ${east}`;
  const quick = locations.length ? fastPath(locations[0], axis, within) : null;
  const rest = `CASE WHEN ${isInside} THEN ${first(axis)} END`;
  const value = quick ? `CASE WHEN ${quick.when} THEN ${quick.value} ELSE ${rest} END` : rest;
  const faults = points.flatMap(({unreadable}) => unreadable[axis] ?? []);
  const [fault] = faults;
  const isFault = faults.map(({when}) => `(${when})`).join(' OR ');
  return {
    value,
    type: 'DOUBLE',
    ...(quick ? {suspect: `(${anyCell.join(' OR ')}) AND NOT coalesce(${quick.when}, false)`} : {}),
    joins: [...new Set(points.flatMap(({joins}) => joins))],
    ...(fault
      ? {
          unreadable: {
            // An unreadable location is not reported where another one is present.
            when: `${lat} IS NULL AND (${isFault})`,
            text: `CASE ${faults.map(({when, text}) => `WHEN ${when} THEN ${text}`).join(' ')} END`,
            filled: `${lat} IS NOT NULL OR ${isFault}`,
          },
        }
      : {}),
    // A point is reported once, not for each of its degrees.
    ...(axis === 'lat'
      ? {
          remarks: [
            {
              when: `${lat} IS NOT NULL AND NOT (${isInside})`,
              text: `concat(${lat}, ', ', ${lng})`,
              reason: OUTSIDE,
              filled: `${lat} IS NOT NULL`,
              judged:
                'lie outside the municipality, in other coordinates or with latitude and longitude swapped',
            },
          ],
        }
      : {}),
  };
}

/** Fast path for most rows: two cells with degrees inside the box. No municipality's box contains 0. */
function fastPath(
  location: PointLocation | undefined,
  axis: Axis,
  [west, south, east, north]: Degree['within'],
) {
  if (location?.form !== 'columns') return null;
  const [lat, lng] = [location.lat, location.lng].map((name) => `TRY_CAST(${cellOf(name)} AS DOUBLE)`);
  return {
    when: `${lat} BETWEEN ${south} AND ${north} AND ${lng} BETWEEN ${west} AND ${east}`,
    value: axis === 'lat' ? lat : lng,
  };
}

function pointSql(location: PointLocation, inner: (field: Field) => FieldSql): PointSql {
  switch (location.form) {
    case 'columns':
      return columnsSql(location.lat, location.lng);
    case 'geojson':
      return singleCellPoint(
        location.column,
        `coalesce(${captured(location.column, POSITION, 2)}, ${captured(location.column, LAT, 1)})`,
        `coalesce(${captured(location.column, POSITION, 1)}, ${captured(location.column, LNG, 1)})`,
      );
    case 'pair':
      return singleCellPoint(
        location.column,
        `coalesce(${captured(location.column, PAIR, 1)}, ${captured(location.column, LAT, 1)})`,
        `coalesce(${captured(location.column, PAIR, 2)}, ${captured(location.column, LNG, 1)})`,
      );
    case 'projected':
      return projectedSql(location);
    case 'lookup': {
      const {column: from, table} = location;
      const [lat, lng] = ['lat', 'lng'].map((value) =>
        inner({op: 'lookup', from, table, value, as: 'number'}),
      );
      const joins = [...(lat?.joins ?? []), ...(lng?.joins ?? [])];
      return {lat: lat?.value ?? 'NULL', lng: lng?.value ?? 'NULL', unreadable: {}, joins};
    }
  }
}

const numberOf = (name: string): string => `TRY_CAST(${textOf(name)} AS DOUBLE)`;

/** True of a cell that holds text but no number. */
const noNumber = (name: string) => ({
  when: `${textOf(name)} IS NOT NULL AND ${numberOf(name)} IS NULL
    AND NOT ${isOneOf(`fold(${cellOf(name)})`, PLACEHOLDERS)}`,
  text: cellOf(name),
});

const columnsSql = (lat: string, lng: string): PointSql => ({
  lat: numberOf(lat),
  lng: numberOf(lng),
  unreadable: {lat: noNumber(lat), lng: noNumber(lng)},
  joins: [],
});

/** The number that a group of a pattern captures in a cell. */
const captured = (name: string, pattern: string, group: number): string =>
  `TRY_CAST(nullif(regexp_extract(${cellOf(name)}, ${literal(pattern)}, ${group}), '') AS DOUBLE)`;

/** A cell without digits, such as a geometry without coordinates, is ignored. */
const singleCellPoint = (name: string, lat: string, lng: string): PointSql => ({
  lat,
  lng,
  unreadable: {
    lat: {
      when: `regexp_matches(${cellOf(name)}, '\\d') AND (${lat} IS NULL OR ${lng} IS NULL)`,
      text: cellOf(name),
    },
  },
  joins: [],
});

/** One join for both degrees, and for every field that reads the same columns. */
function projectedSql({x, y, crs}: ProjectedPlace): PointSql {
  const alias = ident(`point ${crs} ${x} ${y}`);
  const join = `LEFT JOIN ${POINTS} AS ${alias}
    ON ${alias}.crs = ${literal(crs)} AND ${alias}.x = ${cellOf(x)} AND ${alias}.y = ${cellOf(y)}`;
  return {
    lat: `${alias}.lat`,
    lng: `${alias}.lng`,
    unreadable: {lat: noNumber(y), lng: noNumber(x)},
    joins: [join],
  };
}
