/** The three forms of a result: bars, a table, and a map of its points. */
import {html, svg} from './elements.js';

/** Numbers that are no measure. */
const NO_MEASURES = new Set(['lat', 'lng', 'distance_km', 'fiscal_year', 'year']);

const isNumber = (value) => typeof value === 'number';

const fieldsOf = (rows) => [...new Set(rows.flatMap(Object.keys))];

/** What bars say: who, and by which numbers. Null of records, which are no groups, and of a single row. */
export function chartOf(rows) {
  if (rows.length < 2 || rows.some((row) => 'record_id' in row)) return null;
  const fields = fieldsOf(rows);
  const names = fields.filter((name) => rows.some((row) => typeof row[name] === 'string'));
  const label =
    names.find((name) => name === 'group_value') ?? names.find((name) => !/_(?:key|id)$/.test(name));
  const measures = fields.filter((name) => !NO_MEASURES.has(name) && rows.some((row) => isNumber(row[name])));
  if (!label || measures.length === 0) return null;
  const isOrder = (name) =>
    rows.every((row, i) => i === 0 || (rows[i - 1][name] ?? -Infinity) >= (row[name] ?? -Infinity));
  // The rows come in the order of what was asked for.
  return {label, measures, first: measures.find(isOrder) ?? measures[0]};
}

/** Rows with a place. */
export const placed = (rows) => rows.filter(({lat, lng}) => isNumber(lat) && isNumber(lng));

const barName = (row, label, {written}) =>
  [row[label], row['then_value']]
    .filter((one) => one !== undefined && one !== null)
    .map((one) => written(label, one))
    .join(' · ');

/** Bars of a measure from zero, each with its number beside it; negative ones are as long as they are large. */
export function drawBars(rows, {label}, measure, words) {
  const largest = Math.max(...rows.map((row) => Math.abs(row[measure] ?? 0)), 0);
  return html(
    'dl',
    {class: 'bars'},
    ...rows.flatMap((row) => {
      const value = row[measure];
      const width = largest > 0 ? (Math.abs(value ?? 0) / largest) * 100 : 0;
      return [
        html('dt', {}, barName(row, label, words)),
        html(
          'dd',
          {},
          svg('svg', {'aria-hidden': 'true'}, svg('rect', {width: `${width}%`, height: '100%', rx: '2'})),
          isNumber(value) ? words.written(measure, value) : '—',
        ),
      ];
    }),
  );
}

function cell(name, value, words, open) {
  const isAddress = typeof value === 'string' && /^https:\/\/\S+$/.test(value);
  if (isAddress) {
    const host = new URL(value).host;
    return html(
      'td',
      {},
      html('button', {type: 'button', class: 'address', onclick: () => open(value)}, host),
    );
  }
  return html('td', {class: isNumber(value) ? 'number' : null}, words.written(name, value));
}

/** A table of all rows, without fields that no row has, and keys that only programs read. */
export function drawTable(rows, words, open) {
  const fields = fieldsOf(rows).filter(
    (name) => !/_key$/.test(name) && rows.some((row) => row[name] !== null && row[name] !== undefined),
  );
  const head = fields.map((name) =>
    html(
      'th',
      {scope: 'col', class: rows.some((row) => isNumber(row[name])) ? 'number' : null},
      words.named(name),
    ),
  );
  const body = rows.map((row) => html('tr', {}, ...fields.map((name) => cell(name, row[name], words, open))));
  const table = html('table', {}, html('thead', {}, html('tr', {}, ...head)), html('tbody', {}, ...body));
  return html('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': words.table}, table);
}

const WIDTH = 640;
const HEIGHT = 360;
const MARGIN = 24;
const KM_OF_DEGREE = 111.32;

/** A length of 1, 2 or 5 times a power of ten, at most `most`. */
function roundLength(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return ([5, 2, 1].find((times) => times * power <= most) ?? 1) * power;
}

/** Places on a plane that keeps lengths near their middle. */
function projection(points) {
  const lats = points.map(({lat}) => lat);
  const lngs = points.map(({lng}) => lng);
  const middle = [(Math.min(...lats) + Math.max(...lats)) / 2, (Math.min(...lngs) + Math.max(...lngs)) / 2];
  const narrow = Math.cos((middle[0] * Math.PI) / 180);
  const across = Math.max((Math.max(...lngs) - Math.min(...lngs)) * narrow, 0.005);
  const up = Math.max(Math.max(...lats) - Math.min(...lats), 0.005);
  const scale = Math.min((WIDTH - 2 * MARGIN) / across, (HEIGHT - 2 * MARGIN) / up);
  return {
    scale,
    at: ({lat, lng}) => [
      WIDTH / 2 + (lng - middle[1]) * narrow * scale,
      HEIGHT / 2 - (lat - middle[0]) * scale,
    ],
  };
}

function titleOf(row, words) {
  const names = ['address', 'work_description', 'zone', 'issued_date', 'permit_type'];
  const said = names
    .filter((name) => typeof row[name] === 'string')
    .map((name) => words.written(name, row[name]));
  return said.join(' · ') || `${row.lat}, ${row.lng}`;
}

/** The points with a bar of lengths. There is no ground below them, which other hosts would have to send. */
export function drawMap(rows, words) {
  const points = placed(rows);
  const {scale, at} = projection(points);
  const km = roundLength(((WIDTH / 4) * KM_OF_DEGREE) / scale);
  const bar = (km / KM_OF_DEGREE) * scale;
  const label = `${km < 1 ? words.written('m', km * 1000) : words.written('km', km)} ${km < 1 ? 'm' : 'km'}`;
  const dots = points.map((row) => {
    const [x, y] = at(row);
    return svg('circle', {cx: x, cy: y, r: 7}, svg('title', {}, titleOf(row, words)));
  });
  const map = svg(
    'svg',
    {
      class: 'map',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': `${words.map}: ${points.length}`,
    },
    ...dots,
    svg('line', {class: 'scale', x1: MARGIN, x2: MARGIN + bar, y1: HEIGHT - 16, y2: HEIGHT - 16}),
    svg('text', {x: MARGIN + bar + 6, y: HEIGHT - 10}, label),
  );
  const without = rows.length - points.length;
  const note = without > 0 ? [html('p', {class: 'note'}, words.unplaced(without))] : [];
  return html('div', {}, map, ...note);
}
