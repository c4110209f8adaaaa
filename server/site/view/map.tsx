/**
 * The page of the map: what a script makes into a map, and for readers without one the municipalities with
 * their counts.
 */

import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import type {ApiError} from '../../api/errors.ts';
import {type Ground, groundTiles} from '../../tiles/ground.ts';
import {assetPath} from '../assets.ts';
import {formatNumber} from '../format.ts';
import {dataScript, type Markup} from '../html.tsx';
import {type Group, PERMITS} from '../load/map.ts';
import {CATEGORY_TINTS, GROUND, SCHEMES, type Scheme, TYPE_LOOKS} from '../map/colours.ts';
import {groundLayers, nameLayers} from '../map/ground.ts';
import {LOWEST_PERMITS, overlayLayers} from '../map/style.ts';
import {given, inLanguage, type Pairs, withQuery} from '../paths.ts';
import {filterFields} from './filters.tsx';
import {Field, link, options, Section} from './kit.tsx';
import {readable} from './readable.ts';
import type {Child, Page, View} from './types.ts';

/** The ground as a source of the map. */
const groundSource = (ground: Ground): object => {
  const {minzoom, maxzoom, bounds, attribution} = ground.info;
  return {type: 'vector', tiles: [groundTiles(ground)], minzoom, maxzoom, bounds, attribution};
};

/** What the script reads: addresses, texts, colours and layers. No text of a record is in it. */
const configOf = ({t, language, basemap, ground}: View, drawn: ReadonlySet<string>): object => {
  const bySchemes = <T,>(of: (scheme: Scheme) => T) =>
    Object.fromEntries(SCHEMES.map((one) => [one, of(one)]));
  return {
    language,
    basemap,
    library: assetPath('maplibre.js'),
    sight: inLanguage('/map/sight', language),
    here: inLanguage('/map/here', language),
    circle: inLanguage('/map/circle', language),
    find: inLanguage('/map/find', language),
    tiles: {permits: '/tiles/permits/{z}/{x}/{y}.mvt', zoning: '/tiles/zoning/{z}/{x}/{y}.mvt'},
    ground: {
      source: groundSource(ground),
      layers: bySchemes((scheme) => groundLayers(scheme, ground.info)),
      names: bySchemes((scheme) => nameLayers(scheme, language, ground.info, drawn)),
      names_below: LOWEST_PERMITS,
    },
    overlay: bySchemes(overlayLayers),
    colours: GROUND,
    types: TYPE_LOOKS,
    boxes: Object.fromEntries(Object.entries(MUNICIPALITIES).map(([slug, {box}]) => [slug, box])),
    texts: {
      region: t('map.region'),
      not_coordinates: t('map.not_coordinates'),
      no_location: t('map.no_location'),
      failed: t('map.failed'),
      radius_move: t('map.radius_move'),
    },
  };
};

const placeForm = ({t}: View, {pairs, unplaced}: MapData): Markup => (
  <form class="map-place needs-script" id="map-place" aria-label={t('map.place')}>
    <Field id="map-city" label={t('map.city')}>
      <select id="map-city">
        {options(
          Object.entries(MUNICIPALITIES)
            .toSorted(([, a], [, b]) => a.name.localeCompare(b.name, 'fr-CA'))
            .map(([slug, {name, province}]) => [
              slug,
              `${name} (${province})${unplaced.has(slug) ? `, ${t('map.no_positions')}` : ''}`,
            ]),
          given(pairs, 'municipality'),
          t('map.all_cities'),
        )}
      </select>
    </Field>
    <Field id="map-coordinates" label={t('map.coordinates')}>
      <div class="with-button">
        <input
          id="map-coordinates"
          type="text"
          autocomplete="off"
          maxlength={100}
          placeholder={t('map.coordinates_hint')}
          aria-describedby="map-place-error"
        />
        <button type="submit">{t('map.go')}</button>
      </div>
    </Field>
    <p class="map-error" id="map-place-error" role="alert" />
    <div id="map-found" aria-live="polite" />
    <button type="button" id="map-locate">
      {t('map.locate')}
    </button>
  </form>
);

const filterForm = (view: View, pairs: Pairs): Markup => (
  <details class="map-section">
    <summary>
      {view.t('map.filters')}
      <span id="map-filter-count" class="soft">
        {pairs.length === 0 ? '' : ` (${pairs.length})`}
      </span>
    </summary>
    <form class="filters" id="map-filters" action={inLanguage('/map', view.language)}>
      {filterFields(view, {route: PERMITS, pairs, periodsAt: '/map'})}
      <button type="submit" class="main">
        {view.t('map.apply')}
      </button>
    </form>
  </details>
);

/** Which zones are drawn. The filters above are those of permits. */
const zoneChoice = (view: View, chosen: string): Markup => (
  <div class="map-section needs-script">
    <Field id="map-zone-category" label={view.t('map.zones_shown')} hint={view.t('map.zones_hint')}>
      <select id="map-zone-category">
        {options(
          Object.keys(CATEGORY_TINTS).map((category) => [
            category,
            readable(view, 'zone_category', category),
          ]),
          chosen,
          view.t('map.all_zones'),
        )}
      </select>
    </Field>
  </div>
);

const radiusForm = ({t}: View): Markup => (
  <details class="map-section needs-script" id="map-radius">
    <summary>{t('map.radius')}</summary>
    <form id="map-radius-form">
      <Field id="map-centre" label={t('map.radius_point')}>
        <input id="map-centre" type="text" autocomplete="off" maxlength={60} required />
      </Field>
      <Field id="map-metres" label={t('map.radius_metres')} hint={t('map.radius_hint')}>
        <input
          id="map-metres"
          type="number"
          min={100}
          max={100_000}
          step="any"
          value={500}
          required
          aria-describedby="map-metres-hint"
        />
      </Field>
      <p class="map-error" id="map-radius-error" role="alert" />
      <div class="buttons">
        <button type="submit">{t('map.radius_draw')}</button>
        <button type="button" id="map-radius-remove" hidden>
          {t('map.radius_remove')}
        </button>
      </div>
    </form>
    <div id="map-circle" aria-live="polite" />
  </details>
);

/** A picture of the key: of one scheme, or of both. */
const swatch = (drawn: Markup, scheme?: Scheme): Markup => (
  <svg class={scheme && `only-${scheme}`} width={18} height={18} viewBox="0 0 14 14" aria-hidden="true">
    {drawn}
  </svg>
);

const square = (look: {fill: string; stroke: string; class?: string}): Markup => (
  <rect x={1} y={1} width={12} height={12} {...look} />
);

const typeSwatch = (type: keyof typeof TYPE_LOOKS, scheme: Scheme): Markup => {
  const {colours, mark} = TYPE_LOOKS[type];
  return swatch(
    <>
      <circle cx={7} cy={7} r={6.5} fill={colours[scheme]} />
      <path d={mark} stroke={GROUND[scheme].on_cell} class="mark" />
    </>,
    scheme,
  );
};

const keyList = (title: string, names: readonly {name: string; drawn: Child}[]): Markup => (
  <>
    <h2>{title}</h2>
    <ul class="map-legend">
      {names.map(({name, drawn}) => (
        <li>
          {drawn}
          <span>{name}</span>
        </li>
      ))}
    </ul>
  </>
);

const legend = (view: View): Markup => {
  const {t} = view;
  const types = Object.keys(TYPE_LOOKS).map((type) => ({
    name: readable(view, 'permit_type', type),
    drawn: SCHEMES.map((scheme) => typeSwatch(type as keyof typeof TYPE_LOOKS, scheme)),
  }));
  const zones = Object.entries(CATEGORY_TINTS).map(([category, fill]) => ({
    name: readable(view, 'zone_category', category),
    drawn: swatch(square({fill, stroke: fill, class: 'tint'})),
  }));
  return (
    <details class="map-section needs-script" open id="map-legend">
      <summary>{t('map.legend')}</summary>
      <p class="note">{t('map.legend_cells')}</p>
      {keyList(t('map.legend_points'), types)}
      {keyList(t('map.legend_zones'), zones)}
    </details>
  );
};

/** Municipalities with the number of their permits under the filters. */
const cityList = (view: View, {cities, pairs, unplaced}: MapData): Markup => {
  const {t, language} = view;
  const others = pairs.filter(([name]) => name !== 'municipality' && PERMITS.parameters[name]);
  return (
    <Section class="map-cities" id="map-cities" title={t('map.cities')}>
      <noscript>
        <p class="warning">{t('map.no_script')}</p>
      </noscript>
      <p class="warning" id="map-failed" role="alert" hidden>
        {t('map.no_graphics')}
      </p>
      <ul>
        {cities.map(({value, count}) => (
          <li>
            {link(
              view,
              withQuery(PERMITS.path, [...others, ['municipality', value]]),
              MUNICIPALITIES[value as keyof typeof MUNICIPALITIES]?.name ??
                readable(view, 'municipality', value),
            )}
            <span class="figure">{formatNumber(count, language)}</span>
            {unplaced.has(value) ? <span class="note">{t('map.no_positions')}</span> : null}
          </li>
        ))}
      </ul>
    </Section>
  );
};

export interface MapData {
  cities: readonly Group[];
  /** Those with a permit on the map, under the filters or not. */
  drawn: ReadonlySet<string>;
  /** Those that publish no positions. */
  unplaced: ReadonlySet<string>;
  /** Why the filters are refused. */
  refused: ApiError | null;
  /** Given filters and circle. */
  pairs: Pairs;
  /** The category of zones that alone is drawn; empty: all. */
  zoneCategory: string;
}

/** Its files beside those of every page. */
export const MAP_ASSETS: Page['assets'] = {
  styles: ['map.css'],
  blocking: ['layout.js'],
  scripts: ['maplibre.js', 'map.js'],
};

/** The content of the page. */
export const mapPage = (view: View, data: MapData): Markup => {
  const {refused, pairs, zoneCategory} = data;
  const {t, language} = view;
  return (
    <div class="map-page">
      <div class="map-panel">
        <h1>{t('map.heading')}</h1>
        <div class="map-total needs-script" id="map-total" role="status">
          <p />
          <p />
        </div>
        <p class="map-address" id="map-address" />
        <details class="map-sheet" open id="map-sheet">
          <summary>{t('map.panel')}</summary>
          {placeForm(view, data)}
          <div id="map-here" aria-live="polite" class="needs-script" tabindex={-1} />
          {filterForm(view, pairs)}
          {refused ? (
            <p class="refused" role="alert">
              {language === 'fr' ? refused.french : refused.message}
            </p>
          ) : null}
          {zoneChoice(view, zoneCategory)}
          {radiusForm(view)}
          <div id="map-sight" class="needs-script" />
          {legend(view)}
          {cityList(view, data)}
        </details>
      </div>
      <div class="map-frame needs-script">
        <div id="map" />
        <canvas id="map-print" role="img" aria-label={t('map.printed')} hidden />
        <div class="map-cross" aria-hidden="true" />
        <div class="map-empty" id="map-empty" />
        <p class="map-lost" id="map-lost" role="alert" hidden>
          {t('map.lost')}
        </p>
        <div class="map-buttons">
          <button type="button" id="map-zoom-in" aria-label={t('map.zoom_in')} title={t('map.zoom_in')}>
            +
          </button>
          <button type="button" id="map-zoom-out" aria-label={t('map.zoom_out')} title={t('map.zoom_out')}>
            −
          </button>
        </div>
      </div>
      {dataScript({type: 'application/json', id: 'map-config'}, configOf(view, data.drawn))}
    </div>
  );
};
