/**
 * What stands beside the map, as the script asks for it: permits in sight, what is at a point, what is in a
 * circle.
 */

import type {Row} from '../../../engine/types.ts';
import {formatDay, formatMoney, formatNumber} from '../format.ts';
import {h, type Markup} from '../html.ts';
import type {Circle, Group, Here, Sight} from '../load/map.ts';
import {inLanguage, type Pairs, recordPath, withQuery} from '../paths.ts';
import {MAP} from '../texts/map.ts';
import {titleOf} from './record.ts';
import type {Child, View} from './types.ts';
import {readable} from './value.ts';

/** Bars by type: the filters of the map change what they count, so they are no links. */
const typeBars = (view: View, types: readonly Group[]): Markup => {
  const most = Math.max(1, ...types.map(({count}) => count));
  return h(
    'div',
    {class: 'facets'},
    h('h2', null, view.t(MAP.types)),
    h(
      'ul',
      null,
      types.map(({value, count}) =>
        h(
          'li',
          null,
          h('span', null, readable(view, 'permit_type', value)),
          h('span', {class: 'figure'}, formatNumber(count, view.language)),
          h(
            'svg',
            {width: '100%', height: 4, 'aria-hidden': 'true'},
            h('rect', {class: 'bar', width: `${(100 * count) / most}%`, height: 4}),
          ),
        ),
      ),
    ),
  );
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A permit in few words: where, what, when, how much. */
const permit = (view: View, row: Row): Markup => {
  const {language} = view;
  const path = recordPath('permits', row);
  const name = titleOf(view, 'permits', row)?.text ?? text(row['record_id']);
  const day = text(row['issued_date']) || text(row['application_date']);
  const cost = row['estimated_cost'];
  const facts: Child[] = [
    readable(view, 'permit_type', text(row['permit_type'])),
    day === '' ? null : h('time', {datetime: day}, formatDay(day, language)),
    typeof cost === 'number' ? formatMoney(cost, language) : null,
    typeof row['distance_km'] === 'number'
      ? `${formatNumber(Math.round(row['distance_km'] * 1000), language)} m`
      : null,
  ].filter((fact) => fact !== null);
  return h(
    'li',
    null,
    path === null ? name : h('a', {href: inLanguage(path, language)}, name),
    h(
      'p',
      {class: 'soft'},
      facts.map((fact, i) => [i > 0 ? ' · ' : '', fact]),
    ),
  );
};

const permitList = (view: View, title: string, rows: readonly Row[]): Child =>
  rows.length === 0
    ? null
    : [
        h('h2', null, title),
        h(
          'ol',
          {class: 'map-list'},
          rows.map((row) => permit(view, row)),
        ),
      ];

const listLink = ({t, language}: View, label: (typeof MAP)['all' | 'list'], pairs: Pairs): Markup =>
  h('p', null, h('a', {href: inLanguage(withQuery('/permits', pairs), language), rel: 'nofollow'}, t(label)));

/** The permits in sight; the script puts the total where it always is. */
export const sightResults = (view: View, {total, types, rows, filters}: Sight): Markup => {
  const {t, language} = view;
  const count = formatNumber(total, language);
  const texts = [MAP.none_in_sight, MAP.one_in_sight];
  return h(
    'div',
    null,
    h(
      'p',
      {class: 'map-total-text', 'data-total': total},
      h('strong', null, t(texts[total] ?? MAP.in_sight, {count})),
    ),
    total === 0 ? h('p', {class: 'empty'}, t(MAP.nothing_here)) : typeBars(view, types),
    permitList(view, t(MAP.newest), rows),
    listLink(view, MAP.all, filters),
  );
};

const zoneOf = ({t, language, ...view}: View, zone: Row | null): Child => {
  if (!zone) return h('p', null, t(MAP.no_zone));
  const whole = {t, language, ...view};
  const category = text(zone['zone_category']);
  const description = text(zone['zone_description']);
  const distance = Number(zone['distance_m'] ?? 0);
  const near = zone['match'] === 'nearest';
  return h(
    'dl',
    {class: 'map-zone'},
    h('dt', null, t(MAP.zone)),
    h(
      'dd',
      null,
      h('strong', null, text(zone['zone_code'])),
      description === '' ? null : `, ${description}`,
      category === '' ? null : h('p', {class: 'soft'}, readable(whole, 'zone_category', category)),
      near
        ? h('p', {class: 'note'}, t(MAP.zone_nearest, {metres: formatNumber(Math.round(distance), language)}))
        : null,
    ),
  );
};

/** What is at a point. */
export const hereResults = (view: View, {lat, lng, zone, permits}: Here): Markup => {
  const {t} = view;
  const point = `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
  return h(
    'section',
    {class: 'map-here', 'aria-labelledby': 'map-here-title'},
    h('h2', {id: 'map-here-title'}, t(MAP.here)),
    h('p', {class: 'note'}, point),
    permits.length === 0
      ? null
      : h(
          'ol',
          {class: 'map-list'},
          permits.map((row) => permit(view, row)),
        ),
    zoneOf(view, zone),
    h(
      'div',
      {class: 'buttons'},
      h('button', {type: 'button', 'data-circle': point}, t(MAP.radius_here)),
      h('button', {type: 'button', 'data-close': ''}, t(MAP.close)),
    ),
  );
};

/** What is in a circle, with its polygon as data for the script. */
export const circleResults = (
  view: View,
  {ring, total, sum, types, rows, radius_km, pairs}: Circle,
): Markup => {
  const {t, language} = view;
  const metres = formatNumber(Math.round(radius_km * 1000), language);
  const texts = [MAP.none_in_circle, MAP.one_in_circle];
  const said = t(texts[total] ?? MAP.in_circle, {count: formatNumber(total, language), metres});
  return h(
    'div',
    {class: 'map-circle', 'data-total': total, 'data-ring': JSON.stringify(ring)},
    h('p', null, h('strong', null, said)),
    total === 0
      ? null
      : h(
          'p',
          {class: 'soft'},
          sum === null ? t(MAP.no_cost) : t(MAP.cost, {sum: formatMoney(sum, language)}),
        ),
    total === 0 ? null : typeBars(view, types),
    permitList(view, t(MAP.nearest), rows),
    listLink(view, MAP.list, pairs),
  );
};
