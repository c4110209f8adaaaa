/**
 * The page of the map: what a script makes into a map, and for readers without one the municipalities with
 * their counts.
 */

import {valueLabel} from '../../../datasets/labels/index.ts';
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import type {ApiError} from '../../api/errors.ts';
import {assetPath} from '../assets.ts';
import {formatNumber} from '../format.ts';
import {dataScript, h, type Markup} from '../html.ts';
import {type Group, PERMITS} from '../load/map.ts';
import {CATEGORY_TINTS, GROUND, SCHEMES, type Scheme, TYPE_LOOKS} from '../map/colours.ts';
import {CITY_POINTS, groundLayers, overlayLayers} from '../map/style.ts';
import {inLanguage, type Pairs, withQuery} from '../paths.ts';
import {MAP} from '../texts/map.ts';
import {filterFields} from './filters.ts';
import type {Page, View} from './types.ts';
import {readable} from './value.ts';

/** What the script reads: addresses, texts, colours and layers. No text of a record is in it. */
const configOf = ({t, language, basemap}: View): object => {
  const bySchemes = <T>(of: (scheme: Scheme) => T) =>
    Object.fromEntries(SCHEMES.map((one) => [one, of(one)]));
  return {
    language,
    basemap,
    library: assetPath('maplibre.js'),
    country: assetPath('canada.json'),
    sight: inLanguage('/map/sight', language),
    here: inLanguage('/map/here', language),
    circle: inLanguage('/map/circle', language),
    tiles: {permits: '/tiles/permits/{z}/{x}/{y}.mvt', zoning: '/tiles/zoning/{z}/{x}/{y}.mvt'},
    ground: bySchemes(groundLayers),
    overlay: bySchemes(overlayLayers),
    colours: GROUND,
    types: TYPE_LOOKS,
    cities: CITY_POINTS,
    boxes: Object.fromEntries(Object.entries(MUNICIPALITIES).map(([slug, {box}]) => [slug, box])),
    texts: {
      region: t(MAP.region),
      not_coordinates: t(MAP.not_coordinates),
      no_location: t(MAP.no_location),
      failed: t(MAP.failed),
      radius_move: t(MAP.radius_move),
    },
  };
};

const field = (id: string, label: string, control: Markup, hint?: string): Markup =>
  h(
    'div',
    {class: 'field'},
    h('label', {for: id}, label),
    control,
    hint ? h('p', {class: 'note', id: `${id}-hint`}, hint) : null,
  );

const placeForm = ({t}: View, pairs: Pairs): Markup =>
  h(
    'form',
    {class: 'map-place needs-script', id: 'map-place', 'aria-label': t(MAP.place)},
    field(
      'map-city',
      t(MAP.city),
      h(
        'select',
        {id: 'map-city'},
        h('option', {value: ''}, t(MAP.all_cities)),
        Object.entries(MUNICIPALITIES)
          .toSorted(([, a], [, b]) => a.name.localeCompare(b.name, 'fr-CA'))
          .map(([slug, {name, province}]) =>
            h(
              'option',
              {value: slug, selected: pairs.some(([one, value]) => one === 'municipality' && value === slug)},
              `${name} (${province})`,
            ),
          ),
      ),
    ),
    field(
      'map-coordinates',
      t(MAP.coordinates),
      h(
        'div',
        {class: 'with-button'},
        h('input', {
          id: 'map-coordinates',
          type: 'text',
          autocomplete: 'off',
          maxlength: 60,
          placeholder: t(MAP.coordinates_hint),
          'aria-describedby': 'map-place-error',
        }),
        h('button', {type: 'submit'}, t(MAP.go)),
      ),
    ),
    h('p', {class: 'map-error', id: 'map-place-error', role: 'alert'}),
    h('button', {type: 'button', id: 'map-locate'}, t(MAP.locate)),
  );

const filterForm = (view: View, pairs: Pairs): Markup =>
  h(
    'details',
    {class: 'map-section'},
    h(
      'summary',
      null,
      view.t(MAP.filters),
      h('span', {id: 'map-filter-count', class: 'soft'}, pairs.length === 0 ? '' : ` (${pairs.length})`),
    ),
    h(
      'form',
      {class: 'filters', id: 'map-filters', action: inLanguage('/map', view.language)},
      filterFields(view, {route: PERMITS, pairs}),
      h('button', {type: 'submit', class: 'main'}, view.t(MAP.apply)),
    ),
  );

/** Which zones are drawn. The filters above are those of permits. */
const zoneChoice = (view: View, chosen: string): Markup =>
  h(
    'div',
    {class: 'map-section needs-script'},
    field(
      'map-zone-category',
      view.t(MAP.zones_shown),
      h(
        'select',
        {id: 'map-zone-category'},
        h('option', {value: ''}, view.t(MAP.all_zones)),
        Object.keys(CATEGORY_TINTS).map((category) =>
          h(
            'option',
            {value: category, selected: category === chosen},
            readable(view, 'zone_category', category),
          ),
        ),
      ),
      view.t(MAP.zones_hint),
    ),
  );

const radiusForm = ({t}: View): Markup =>
  h(
    'details',
    {class: 'map-section needs-script', id: 'map-radius'},
    h('summary', null, t(MAP.radius)),
    h(
      'form',
      {id: 'map-radius-form'},
      field(
        'map-centre',
        t(MAP.radius_point),
        h('input', {id: 'map-centre', type: 'text', autocomplete: 'off', maxlength: 60, required: true}),
      ),
      field(
        'map-metres',
        t(MAP.radius_metres),
        h('input', {
          id: 'map-metres',
          type: 'number',
          min: 100,
          max: 100_000,
          step: 'any',
          value: 500,
          required: true,
          'aria-describedby': 'map-metres-hint',
        }),
        t(MAP.radius_hint),
      ),
      h('p', {class: 'map-error', id: 'map-radius-error', role: 'alert'}),
      h(
        'div',
        {class: 'buttons'},
        h('button', {type: 'submit'}, t(MAP.radius_draw)),
        h('button', {type: 'button', id: 'map-radius-remove', hidden: true}, t(MAP.radius_remove)),
      ),
    ),
    h('div', {id: 'map-circle', 'aria-live': 'polite'}),
  );

const swatch = (type: keyof typeof TYPE_LOOKS, scheme: Scheme): Markup => {
  const {colours, mark} = TYPE_LOOKS[type];
  return h(
    'svg',
    {class: `only-${scheme}`, width: 18, height: 18, viewBox: '0 0 14 14', 'aria-hidden': 'true'},
    h('circle', {cx: 7, cy: 7, r: 6.5, fill: colours[scheme]}),
    h('path', {d: mark, stroke: GROUND[scheme].on_cell, class: 'mark'}),
  );
};

/** What the map's own ground shows. */
const groundLegend = ({t}: View): Markup[] => [
  h('h2', null, t(MAP.legend_ground)),
  h(
    'ul',
    {class: 'map-legend wide'},
    (['land', 'beyond'] as const).map((part) =>
      h(
        'li',
        null,
        SCHEMES.map((scheme) =>
          h(
            'svg',
            {class: `only-${scheme}`, width: 18, height: 18, viewBox: '0 0 14 14', 'aria-hidden': 'true'},
            h('rect', {
              x: 1,
              y: 1,
              width: 12,
              height: 12,
              fill: GROUND[scheme][part],
              stroke: GROUND[scheme].shore,
            }),
          ),
        ),
        h('span', null, t(MAP[part])),
      ),
    ),
  ),
];

const legend = (view: View): Markup => {
  const {t} = view;
  const name = (field: string, value: string) => t(valueLabel(field, value) ?? {en: value, fr: value});
  return h(
    'details',
    {class: 'map-section needs-script', open: true, id: 'map-legend'},
    h('summary', null, t(MAP.legend)),
    h('p', {class: 'note'}, t(MAP.legend_cells)),
    h('h2', null, t(MAP.legend_points)),
    h(
      'ul',
      {class: 'map-legend'},
      Object.keys(TYPE_LOOKS).map((type) =>
        h(
          'li',
          null,
          SCHEMES.map((scheme) => swatch(type as keyof typeof TYPE_LOOKS, scheme)),
          h('span', null, name('permit_type', type)),
        ),
      ),
    ),
    h('h2', null, t(MAP.legend_zones)),
    h(
      'ul',
      {class: 'map-legend'},
      Object.entries(CATEGORY_TINTS).map(([category, fill]) =>
        h(
          'li',
          null,
          h(
            'svg',
            {width: 18, height: 18, viewBox: '0 0 14 14', 'aria-hidden': 'true'},
            h('rect', {x: 1, y: 1, width: 12, height: 12, fill, stroke: fill, class: 'tint'}),
          ),
          h('span', null, name('zone_category', category)),
        ),
      ),
    ),
    view.basemap === null ? groundLegend(view) : null,
  );
};

/** Municipalities with the number of their permits under the filters. */
const cityList = (view: View, cities: readonly Group[], pairs: Pairs): Markup => {
  const {t, language} = view;
  const others = pairs.filter(([name]) => name !== 'municipality' && PERMITS.parameters[name]);
  return h(
    'section',
    {class: 'map-cities', 'aria-labelledby': 'map-cities'},
    h('h2', {id: 'map-cities'}, t(MAP.cities)),
    h('noscript', null, h('p', {class: 'warning'}, t(MAP.no_script))),
    h('p', {class: 'warning', id: 'map-failed', role: 'alert', hidden: true}, t(MAP.no_graphics)),
    h(
      'ul',
      null,
      cities.map(({value, count}) =>
        h(
          'li',
          null,
          h(
            'a',
            {href: inLanguage(withQuery(PERMITS.path, [...others, ['municipality', value]]), language)},
            MUNICIPALITIES[value as keyof typeof MUNICIPALITIES]?.name ??
              readable(view, 'municipality', value),
          ),
          h('span', {class: 'figure'}, formatNumber(count, language)),
        ),
      ),
    ),
  );
};

export interface MapData {
  cities: readonly Group[];
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
  scripts: ['maplibre.js'],
  modules: ['page.js'],
};

/** The content of the page. */
export const mapPage = (view: View, {cities, refused, pairs, zoneCategory}: MapData): Markup => {
  const {t, language} = view;
  return h(
    'div',
    {class: 'map-page'},
    h(
      'div',
      {class: 'map-panel'},
      h('h1', null, t(MAP.heading)),
      h('p', {class: 'map-total needs-script', id: 'map-total', role: 'status'}),
      h('p', {class: 'map-address', id: 'map-address'}),
      h(
        'details',
        {class: 'map-sheet', open: true, id: 'map-sheet'},
        h('summary', null, t(MAP.panel)),
        placeForm(view, pairs),
        h('div', {id: 'map-here', 'aria-live': 'polite', class: 'needs-script', tabindex: -1}),
        filterForm(view, pairs),
        refused
          ? h('p', {class: 'refused', role: 'alert'}, language === 'fr' ? refused.french : refused.message)
          : null,
        zoneChoice(view, zoneCategory),
        radiusForm(view),
        h('div', {id: 'map-sight', class: 'needs-script'}),
        legend(view),
        cityList(view, cities, pairs),
      ),
    ),
    h(
      'div',
      {class: 'map-frame needs-script'},
      h('div', {id: 'map'}),
      h('canvas', {id: 'map-print', role: 'img', 'aria-label': t(MAP.printed), hidden: true}),
      h('div', {class: 'map-cross', 'aria-hidden': 'true'}),
      h(
        'div',
        {class: 'map-buttons'},
        h(
          'button',
          {type: 'button', id: 'map-zoom-in', 'aria-label': t(MAP.zoom_in), title: t(MAP.zoom_in)},
          '+',
        ),
        h(
          'button',
          {type: 'button', id: 'map-zoom-out', 'aria-label': t(MAP.zoom_out), title: t(MAP.zoom_out)},
          '−',
        ),
      ),
    ),
    dataScript({type: 'application/json', id: 'map-config'}, configOf(view)),
  );
};
