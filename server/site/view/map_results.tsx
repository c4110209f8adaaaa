/**
 * What stands beside the map, as the script asks for it: permits in sight, what is at a point, what is in a
 * circle.
 */

import {max, sum} from 'd3-array';
import type {Row} from '../../../engine/types.ts';
import {formatDay, formatMoney, formatNumber} from '../format.ts';
import type {Found} from '../load/find.ts';
import type {Circle, Group, Here, Placing, Sight} from '../load/map.ts';
import {byLawOf, zonePath} from '../load/zone.ts';
import {type Pairs, recordPath, withQuery} from '../paths.ts';
import {Counts} from './chart_parts.tsx';
import {joined, link, sentence} from './kit.tsx';
import {cityName} from './place.tsx';
import {readable} from './readable.ts';
import {titleOf} from './record_title.ts';
import type {Child, Markup, View} from './types.ts';

/** Bars by type: the filters of the map change what they count, so they are no links. */
const typeBars = (view: View, types: readonly Group[]): Markup => (
  <div class="facet">
    <h2>{view.t('map.types')}</h2>
    <Counts
      view={view}
      values={types.map(({value, count}) => ({
        label: <span>{readable(view, 'permit_type', value)}</span>,
        count,
      }))}
      most={max(types, ({count}) => count)!}
    />
  </div>
);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A permit in few words: where, what, when, how much. */
const permit = (view: View, row: Row): Markup => {
  const {language} = view;
  const name = titleOf(view, 'permits', row)?.text ?? text(row['record_id']);
  const day = text(row['issued_date']) || text(row['application_date']);
  const cost = row['estimated_cost'];
  const facts: Child[] = [
    readable(view, 'permit_type', text(row['permit_type'])),
    day === '' ? null : <time datetime={day}>{formatDay(day, language)}</time>,
    typeof cost === 'number' ? formatMoney(cost, language) : null,
    typeof row['distance_km'] === 'number'
      ? `${formatNumber(Math.round(row['distance_km'] * 1000), language)} m`
      : null,
  ].filter((fact) => fact !== null);
  return (
    <li>
      {link(view, recordPath('permits', row), name)}
      <p class="soft">{joined(facts, ' · ')}</p>
    </li>
  );
};

const permitList = (view: View, title: string, rows: readonly Row[]): Child =>
  rows.length === 0
    ? null
    : [<h2>{title}</h2>, <ol class="map-list">{rows.map((row) => permit(view, row))}</ol>];

const listLink = (view: View, text: string, pairs: Pairs): Markup => (
  <p>{link(view, withQuery('/permits', pairs), text, {rel: 'nofollow'})}</p>
);

/** How many permits of a city have no point, and the way to its list. */
const unplaced = (view: View, {value, count, unplaced: n}: Placing, filters: Pairs): Child => {
  const others = filters.filter(([name]) => name !== 'municipality');
  const list = withQuery('/permits', [...others, ['municipality', value]]);
  return sentence(view, n === count ? 'map.unplaced_all' : 'map.unplaced_some', {
    n,
    total: count,
    city: link(view, list, cityName(value), {rel: 'nofollow'}),
  });
};

/** What the map cannot show of the cities in sight. The list has it, but cannot tell it from the rest. */
const unplacedList = (view: View, {placings, filters}: Sight, n: number, open: boolean): Child =>
  n === 0 ? null : (
    <details class="map-section" id="map-unplaced" open={open}>
      <summary>{view.t('map.unplaced', {n})}</summary>
      <ul class="map-list">
        {placings.map((one) => (
          <li>{unplaced(view, one, filters)}</li>
        ))}
      </ul>
    </details>
  );

/** What the map says itself where it is empty, of cities that it can show nothing of. */
const emptyText = (view: View, cities: readonly Placing[], filters: Pairs): Markup => (
  <div class="map-empty-text">
    {cities.slice(0, 3).map((one) => (
      <p>{unplaced(view, one, filters)}</p>
    ))}
  </div>
);

/** A city by its name, several by their number. */
const citiesOf = ({t}: View, placings: readonly Placing[]): string =>
  placings.length === 1 ? cityName(placings[0]!.value) : t('map.cities_of', {n: placings.length});

/** The permits in sight; the script puts the total where it always is. */
export const sightResults = (view: View, sight: Sight): Markup => {
  const {t} = view;
  const {total, all, types, rows, filters, placings} = sight;
  const missing = sum(placings, (one) => one.unplaced);
  const never = total > 0 ? [] : placings.filter((one) => one.unplaced === one.count);
  return (
    <div>
      <p class="map-total-text" data-total={total}>
        <strong>{total === 0 ? t('map.none_in_sight') : t('map.in_sight', {n: total})}</strong>
        {missing === 0 ? null : (
          <button type="button">{t('map.and_unplaced', {n: missing, of: citiesOf(view, placings)})}</button>
        )}
      </p>
      {unplacedList(view, sight, missing, never.length > 0)}
      {never.length > 0 ? emptyText(view, never, filters) : null}
      {total === 0 && never.length === 0 ? <p class="empty">{t('map.nothing_here')}</p> : null}
      {total === 0 ? null : typeBars(view, types)}
      {permitList(view, t('map.newest'), rows)}
      {listLink(view, t('map.all', {n: all}), filters)}
    </div>
  );
};

const zoneOf = (view: View, {zone, lat, lng}: Here): Child => {
  const {t} = view;
  if (!zone) return <p>{t('map.no_zone')}</p>;
  const category = text(zone['zone_category']);
  const description = text(zone['zone_description']);
  const distance = Number(zone['distance_m'] ?? 0);
  const near = zone['match'] === 'nearest';
  const byLaw = byLawOf(view, text(zone['municipality']));
  return (
    <dl class="map-zone">
      <dt>{t('map.zone')}</dt>
      <dd>
        <strong>{link(view, zonePath(lat, lng), text(zone['zone_code']), {rel: 'nofollow'})}</strong>
        {description === '' ? null : `, ${description}`}
        {category === '' ? null : (
          <p class="soft">{t('map.zone_category', {category: readable(view, 'zone_category', category)})}</p>
        )}
        {byLaw === null ? null : (
          <p>{t('map.zone_by_law', {by_law: byLaw, city: cityName(text(zone['municipality']))})}</p>
        )}
        {near ? <p class="note">{t('map.zone_nearest', {metres: Math.round(distance)})}</p> : null}
      </dd>
    </dl>
  );
};

/** Where a spot has more permits than are shown: the list of those around it, whose nearest are its own. */
const spotLink = (view: View, lat: number, lng: number, total: number): Child => [
  <p class="note">{view.t('map.spot_more', {n: total})}</p>,
  listLink(view, view.t('map.spot_list'), [
    ['lat', String(lat)],
    ['lng', String(lng)],
    ['radius_km', '0.1'],
  ]),
];

/** What is at a point. */
export const hereResults = (view: View, here: Here): Markup => {
  const {t} = view;
  const {lat, lng, permits, total} = here;
  const point = `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
  return (
    <section class="map-here" aria-labelledby="map-here-title">
      <h2 id="map-here-title">{t('map.here')}</h2>
      <p class="note">{point}</p>
      {permits.length === 0 ? null : <ol class="map-list">{permits.map((row) => permit(view, row))}</ol>}
      {total > permits.length ? spotLink(view, lat, lng, total) : null}
      {zoneOf(view, here)}
      <div class="buttons">
        <button type="button" data-circle={point}>
          {t('map.radius_here')}
        </button>
        <button type="button" data-close="">
          {t('map.close')}
        </button>
      </div>
    </section>
  );
};

/** What is in a circle, with its polygon as data for the script. */
export const circleResults = (
  view: View,
  {ring, total, sum: costs, types, rows, radius_km, pairs}: Circle,
): Markup => {
  const {t, language} = view;
  const metres = Math.round(radius_km * 1000);
  return (
    <div class="map-circle" data-total={total} data-ring={JSON.stringify(ring)}>
      <p>
        <strong>
          {total === 0 ? t('map.none_in_circle', {metres}) : t('map.in_circle', {n: total, metres})}
        </strong>
      </p>
      {total === 0 ? null : (
        <p class="soft">
          {costs === null ? t('map.no_cost') : t('map.cost', {sum: formatMoney(costs, language)})}
        </p>
      )}
      {total === 0 ? null : typeBars(view, types)}
      {permitList(view, t('map.nearest'), rows)}
      {listLink(view, t('map.list'), pairs)}
    </div>
  );
};

/** Addresses that were found, as buttons for the script, or why there is none. */
export const foundResults = (view: View, {q, places, total, pairs}: Found): Markup => {
  const {t} = view;
  return (
    <div class="map-found">
      <p class="note">
        {places.length === 0 ? t('map.none_found', {q}) : t('map.found', {n: places.length})}
      </p>
      <ul class="map-hits">
        {places.map(({address, municipality, lat, lng, ids}) => (
          <li>
            <button type="button" data-lat={lat} data-lng={lng} data-ids={ids.join(',')}>
              {address}, {cityName(municipality)}
            </button>
          </li>
        ))}
      </ul>
      {places.length === 0 && total > 0 ? (
        <p>
          {link(view, withQuery('/permits', pairs), t('map.found_in_list', {n: total}), {rel: 'nofollow'})}
        </p>
      ) : null}
    </div>
  );
};
