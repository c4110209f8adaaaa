/**
 * The page of the map: its forms, what is in sight, what is where the reader clicks, and all of it in the
 * address.
 */
import {boxOf, circleOf, fill, hashOf, pairsOf, viewOf} from './address.js';
import {openCircle} from './circle.js';
import {openMap} from './layers.js';
import {openPart} from './panel.js';
import {cityView, keepVisible, openPlaces} from './places.js';
import {watchPrint} from './print.js';

const byId = (id) => document.getElementById(id);
const config = JSON.parse(byId('map-config').textContent);
const {texts} = config;
const [element, form, total] = [byId('map'), byId('map-filters'), byId('map-total')];
const [inCircle, inSight] = total.children;
const zones = byId('map-zone-category');
const isNarrow = matchMedia('(max-width: 48rem)');

/** Pixels around a click that count as hit. */
const REACH = 6;
const REACH_OF_KEYS = 14;

/** How long a finger rests until it asks what is there. */
const PRESS_MS = 550;

/** How far it may move meanwhile. */
const PRESS_REACH = 10;

/** From this zoom on a click on a count asks what is there, since a closer look shows no more. */
const CLOSEST = 17;

const filters = () => pairsOf(form);

async function start() {
  const sheet = byId('map-sheet');
  if (isNarrow.matches) sheet.open = false;
  // Until now it was shown closed.
  sheet.dataset.ready = '';
  sheet.addEventListener('toggle', () => {
    sheet.parentElement.scrollTop = 0;
    // Whatever it was opened for comes first.
    const asked = document.activeElement.closest('#map-unplaced') ?? byId('map-here');
    if (asked.firstElementChild) asked.scrollIntoView();
  });
  const first = viewOf(location.hash);
  const query = new URLSearchParams(location.search);
  const drawn = await openMap(element, config, filters, first ?? cityView(element, config, query));
  const {map} = drawn;
  let circle = circleOf(query);

  /** The address of what is shown. */
  const addressOf = () => {
    const zone = zones.value === '' ? [] : [['zone_category', zones.value]];
    const pairs = new URLSearchParams([...filters(), ...zone, ...(circle ?? [])]);
    return `${location.pathname}${pairs.size === 0 ? '' : `?${pairs}`}${hashOf(map.getZoom(), map.getCenter())}`;
  };
  const remember = (how) => {
    const count = filters().size;
    markPeriods();
    byId('map-filter-count').textContent = count === 0 ? '' : ` (${count})`;
    history[how](null, '', addressOf());
    const other = document.querySelector('.languages a');
    if (other) other.href = `${other.pathname}${location.search}${location.hash}`;
  };

  const sight = openPart(byId('map-sight'), texts.failed);
  async function look() {
    const box = boxOf(map.getBounds());
    try {
      const asked = [...filters(), ['bbox', box], ['city', byId('map-city').value]];
      const shown = await sight.load(`${config.sight}?${new URLSearchParams(asked)}`);
      if (!shown) return;
      const said = shown.querySelector('.map-total-text');
      inSight.replaceChildren(...said.childNodes);
      byId('map-empty').replaceChildren(...shown.querySelectorAll('.map-empty-text'));
      Object.assign(total.dataset, {total: said.dataset.total, box});
      said.remove();
    } catch (problem) {
      inSight.textContent = problem.message;
      delete total.dataset.total;
    }
  }

  // Beside the count stands what it lacks: it leads to the cities of these permits, and so to their lists.
  total.addEventListener('click', ({target}) => {
    if (!target.closest('button')) return;
    sheet.open = true;
    const unplaced = byId('map-unplaced');
    unplaced.open = true;
    unplaced.querySelector('a').focus();
  });
  const radius = openCircle(drawn, config, filters, {
    onChange(changed) {
      circle = changed;
      remember('pushState');
    },
    // What is counted in a circle is what its reader asked for; what is in sight comes second.
    onShown: (counted) => inCircle.replaceChildren(...(counted ? [counted.cloneNode(true)] : [])),
  });
  const here = openHere(drawn, radius);

  map.on('moveend', () => {
    remember('replaceState');
    radius.offer(map.getCenter());
    look();
  });
  watchFilters(() => {
    remember('pushState');
    drawn.refresh();
    look();
    radius.show(circle);
  });
  zones.addEventListener('change', () => {
    remember('pushState');
    drawn.showZones(zones.value);
  });
  drawn.showZones(zones.value);
  addEventListener('popstate', () => {
    const now = new URLSearchParams(location.search);
    const view = viewOf(location.hash);
    const before = String(filters());
    fill(form, now);
    zones.value = now.get('zone_category') ?? '';
    drawn.showZones(zones.value);
    circle = circleOf(now);
    radius.show(circle);
    if (String(filters()) !== before) drawn.refresh();
    if (view) map.jumpTo(view);
    look();
  });
  // Tells programs, too, when all that is in sight is drawn.
  map.on('dataloading', () => element.setAttribute('aria-busy', 'true'));
  map.on('idle', () => element.removeAttribute('aria-busy'));
  openPlaces(map, element, config, here);
  const lost = byId('map-lost');
  map.on('webglcontextlost', () => {
    lost.hidden = false;
    element.removeAttribute('aria-busy');
  });
  map.on('webglcontextrestored', () => {
    lost.hidden = true;
  });
  watchPrint(map);
  remember('replaceState');
  radius.offer(map.getCenter());
  radius.show(circle, !first);
  look();
}

/** Tells of every change of the filters: choices at once, texts when they are complete. */
function watchFilters(changed) {
  form.addEventListener('change', () => form.checkValidity() && changed());
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    changed();
  });
  // A period fills in the two days of its range, and leaves the map where it is.
  form.addEventListener('click', (event) => {
    const link = event.target.closest('.presets a');
    if (!link) return;
    event.preventDefault();
    const query = new URLSearchParams(link.search);
    for (const field of daysOf(link)) field.value = query.get(field.name) ?? '';
    changed();
  });
}

/** The fields of the two days that a period is for. */
const daysOf = (link) => link.closest('.range').querySelectorAll('input');

/** Marks the periods that are chosen. */
function markPeriods() {
  for (const link of form.querySelectorAll('.presets a')) {
    const query = new URLSearchParams(link.search);
    const isChosen = [...daysOf(link)].every(({name, value}) => value === (query.get(name) ?? ''));
    if (isChosen) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
  }
}

/** What is at a point: permits under the pointer, and the zone. */
function openHere({map, draw, within}, radius) {
  const place = byId('map-here');
  const part = openPart(place, texts.failed);

  async function ask({lat, lng}, ids, focus) {
    draw('chosen', [{type: 'Feature', properties: {}, geometry: {type: 'Point', coordinates: [lng, lat]}}]);
    const point = {lat: lat.toFixed(6), lng: lng.toFixed(6), ...(ids.length > 0 ? {ids: ids.join(',')} : {})};
    try {
      const shown = await part.load(`${config.here}?${new URLSearchParams(point)}`);
      if (!shown) return;
    } catch (problem) {
      place.textContent = problem.message;
    }
    byId('map-sheet').open = true;
    // On phones the answer is read above the forms of the sheet, and the point is seen above both.
    place.scrollIntoView({block: isNarrow.matches ? 'start' : 'nearest'});
    keepVisible(map, element, [lng, lat]);
    if (focus) place.focus();
  }

  /** Asks about a point of the window; a count leads closer instead, unless `always`. */
  function at(point, lngLat, {reach = REACH, always = false, focus = false} = {}) {
    const box = [
      [point.x - reach, point.y - reach],
      [point.x + reach, point.y + reach],
    ];
    const found = within(box, ['points', 'cells']);
    const points = found.filter(({layer}) => layer.id === 'points');
    const ids = [...new Set(points.map(({properties}) => properties.id))].slice(0, 20);
    const cell = found.find(({layer}) => layer.id === 'cells');
    if (ids.length === 0 && cell && !always && map.getZoom() < CLOSEST)
      return map.easeTo({center: cell.geometry.coordinates, zoom: map.getZoom() + 2});
    const [lng, lat] = points[0]?.geometry.coordinates ?? [lngLat.lng, lngLat.lat];
    return ask({lat, lng}, ids, focus);
  }

  map.on('click', ({point, lngLat}) => at(point, lngLat));
  map.on('contextmenu', ({point, lngLat}) => at(point, lngLat, {always: true}));
  let press = 0;
  let pressed = null;
  map.on('touchstart', ({point, lngLat, points}) => {
    clearTimeout(press);
    pressed = point;
    if (points.length === 1) press = setTimeout(() => at(point, lngLat, {always: true}), PRESS_MS);
  });
  // No finger rests quite still.
  map.on('touchmove', ({point}) => {
    if (pressed && point.dist(pressed) > PRESS_REACH) clearTimeout(press);
  });
  for (const name of ['touchend', 'touchcancel']) map.on(name, () => clearTimeout(press));
  map.getCanvas().addEventListener('keydown', ({key}) => {
    if (key !== 'Enter') return;
    const centre = map.getCenter();
    at(map.project(centre), centre, {reach: REACH_OF_KEYS, always: true, focus: true});
  });
  place.addEventListener('click', ({target}) => {
    if ('circle' in target.dataset) radius.around(target.dataset.circle);
    if (!('close' in target.dataset)) return;
    part.clear();
    draw('chosen', []);
    map.getCanvas().focus();
  });
  return ask;
}

start().catch((problem) => {
  document.documentElement.classList.remove('map-on');
  byId('map-failed').hidden = false;
  byId('map-sheet').open = true;
  console.warn(problem);
});
