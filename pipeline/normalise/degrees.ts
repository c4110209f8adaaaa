/** Points of rows in WGS 84 degrees: from two cells, one cell, projected metres, or a lookup table. */
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Field, PointLocation} from '../../datasets/types.ts';
import {columnsOf} from '../../datasets/used_columns.ts';
import {cellOf, textOf} from './cells.ts';
import {lookedUpSql} from './lists.ts';
import {POINTS} from './projected_points.ts';
import {type FieldParts, isBlank, unreadable} from './typed_values.ts';

type Degree = Extract<Field, {op: 'degree'}>;
type Axis = Degree['axis'];

/**
 * SQL of one location: both degrees, null where the cells hold none, and the condition and text of unreadable
 * cells.
 */
interface PointSql {
  lat: string;
  lng: string;
  unread?: Partial<Record<Axis, {when: string; text: string}>>;
  joins?: readonly string[];
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
const MISPLACED = 'lie outside the municipality, in other coordinates or with latitude and longitude swapped';

/** SQL of one degree. */
export function degreeSql(field: Degree): FieldParts {
  const {axis, locations, within} = field;
  const points = locations.map(pointSql);
  const first = (axisName: Axis): string =>
    `CASE ${points.map((one) => `WHEN ${one.lat} <> 0 AND ${one.lng} <> 0 THEN ${one[axisName]}`).join(' ')} END`;
  const [lat, lng] = [first('lat'), first('lng')];
  const isInside = insideOf(lat, lng, within);
  const known = `${lat} IS NOT NULL`;
  const faults = points.flatMap(({unread}) => unread?.[axis] ?? []);
  const isFault = faults.map(({when}) => `(${when})`).join(' OR ');
  const faulty = `CASE ${faults.map(({when, text}) => `WHEN ${when} THEN ${text}`).join(' ')} END`;
  return {
    ...fastPath(field, `CASE WHEN ${isInside} THEN ${first(axis)} END`),
    type: 'DOUBLE',
    joins: [...new Set(points.flatMap(({joins = []}) => joins))],
    notes: [
      // An unreadable location is not reported where another one is present.
      ...(faults.length
        ? [unreadable(`${lat} IS NULL AND (${isFault})`, faulty, `${known} OR ${isFault}`)]
        : []),
      // A point is reported once, not for each of its degrees.
      ...(axis === 'lat'
        ? [
            {
              when: `${known} AND NOT (${isInside})`,
              text: `concat(${lat}, ', ', ${lng})`,
              reason: OUTSIDE,
              judged: {says: MISPLACED, filled: known},
            },
          ]
        : []),
    ],
  };
}

const insideOf = (lat: string, lng: string, [west, south, east, north]: Degree['within']): string =>
  `${lat} BETWEEN ${south} AND ${north} AND ${lng} BETWEEN ${west} AND ${east}`;

/** Fast path for most rows: two cells with degrees inside the box. No municipality's box contains 0. */
function fastPath(field: Degree, otherwise: string): Pick<FieldParts, 'value' | 'suspect'> {
  const [location] = field.locations;
  if (location?.form !== 'columns') return {value: otherwise};
  const degree = (axis: Axis) => `TRY_CAST(${cellOf(location[axis])} AS DOUBLE)`;
  const isUsual = insideOf(degree('lat'), degree('lng'), field.within);
  const anyCell = columnsOf(field).map((name) => `${cellOf(name)} IS NOT NULL`);
  return {
    value: `CASE WHEN ${isUsual} THEN ${degree(field.axis)} ELSE ${otherwise} END`,
    suspect: `(${anyCell.join(' OR ')}) AND NOT coalesce(${isUsual}, false)`,
  };
}

function pointSql(location: PointLocation): PointSql {
  switch (location.form) {
    case 'columns':
      return {
        lat: numberOf(location.lat),
        lng: numberOf(location.lng),
        unread: {lat: noNumber(location.lat), lng: noNumber(location.lng)},
      };
    case 'geojson':
      return singleCellPoint(location.column, POSITION, 2, 1);
    case 'pair':
      return singleCellPoint(location.column, PAIR, 1, 2);
    case 'projected': {
      // One join for both degrees, and for every field that reads the same columns.
      const {x, y, crs} = location;
      const alias = ident(`point ${crs} ${x} ${y}`);
      const join = `LEFT JOIN ${POINTS} AS ${alias}
        ON ${alias}.crs = ${literal(crs)} AND ${alias}.x = ${cellOf(x)} AND ${alias}.y = ${cellOf(y)}`;
      const unread = {lat: noNumber(y), lng: noNumber(x)};
      return {lat: `${alias}.lat`, lng: `${alias}.lng`, unread, joins: [join]};
    }
    case 'lookup': {
      const {column: from, table} = location;
      const degree = (value: Axis) => lookedUpSql({op: 'lookup', from, table, value, as: 'number'});
      const {joins} = degree('lat');
      return {lat: degree('lat').value, lng: degree('lng').value, joins};
    }
  }
}

const numberOf = (name: string): string => `TRY_CAST(${textOf(name)} AS DOUBLE)`;

/** True of a cell that holds text but no number. */
const noNumber = (name: string) => ({
  when: `${textOf(name)} IS NOT NULL AND ${numberOf(name)} IS NULL AND NOT ${isBlank(name)}`,
  text: cellOf(name),
});

/** The point in a cell; one without digits, such as a geometry without coordinates, is ignored. */
function singleCellPoint(name: string, pattern: string, latGroup: number, lngGroup: number): PointSql {
  const cell = cellOf(name);
  const captured = (by: string, group: number) =>
    `TRY_CAST(nullif(regexp_extract(${cell}, ${literal(by)}, ${group}), '') AS DOUBLE)`;
  const lat = `coalesce(${captured(pattern, latGroup)}, ${captured(LAT, 1)})`;
  const lng = `coalesce(${captured(pattern, lngGroup)}, ${captured(LNG, 1)})`;
  const when = `regexp_matches(${cell}, '\\d') AND (${lat} IS NULL OR ${lng} IS NULL)`;
  return {lat, lng, unread: {lat: {when, text: cell}}};
}
