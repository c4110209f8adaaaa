/** Where the map goes: to a city, an address, coordinates, the reader's own place, closer and away. */
import {coordinatesOf} from './address.js';
import {openPart} from './panel.js';

const byId = (id) => document.getElementById(id);

/** Zooms at a place, and at a building. */
const CLOSE = 15;
const AT_DOOR = 17;

/** What is always seen of the map beside its sheet. */
const LEAST_SEEN = 150;

/** Bounds of some municipalities, or of all. */
function boundsOf(slugs, {boxes: all}) {
  const chosen = slugs.map((slug) => all[slug]).filter(Boolean);
  const boxes = chosen.length > 0 ? chosen : Object.values(all);
  return [
    Math.min(...boxes.map(([west]) => west)),
    Math.min(...boxes.map((box) => box[1])),
    Math.max(...boxes.map((box) => box[2])),
    Math.max(...boxes.map((box) => box[3])),
  ];
}

/** Pixels of the map that the open sheet of a phone hides; 0 where the panel is beside or below the map. */
function hiddenHeight(element) {
  const [map, panel] = [element, document.querySelector('.map-panel')].map((one) =>
    one.getBoundingClientRect(),
  );
  const isOver = panel.right > map.left && panel.top < map.bottom && panel.left < map.right;
  return isOver ? Math.max(0, Math.min(map.bottom - panel.top, map.height - LEAST_SEEN)) : 0;
}

/**
 * The municipalities of a query as a view, with room for the names beside them. Those of the whole country lie
 * below the middle: the country goes on above them. A window that is higher than wide shows much of it anyway.
 */
export function cityView(element, config, query) {
  const slugs = (query.get('municipality') ?? '').split(',').filter(Boolean);
  const beside = Math.max(24, Math.min(96, element.clientWidth / 9));
  const isHigh = element.clientHeight > element.clientWidth;
  const offset = [0, slugs.length > 0 || isHigh ? 0 : element.clientHeight / 14];
  const padding = {top: 24, bottom: 24 + hiddenHeight(element), left: beside, right: beside};
  return {bounds: boundsOf(slugs, config), fitBoundsOptions: {padding, offset}};
}

/** Moves the map until a point is seen above the sheet. */
export function keepVisible(map, element, point) {
  const hidden = hiddenHeight(element);
  const seen = element.clientHeight - hidden;
  const {y} = map.project(point);
  if (hidden > 0 && y > seen - 24) map.panBy([0, y - seen / 2], {animate: false});
}

/** `here(point, ids, focus)` says what is at a point. */
export function openPlaces(map, element, config, here) {
  const {texts} = config;
  const [error, input, city] = [byId('map-place-error'), byId('map-coordinates'), byId('map-city')];
  const found = openPart(byId('map-found'), texts.failed);
  const say = (text) => {
    error.textContent = text;
    input.setAttribute('aria-invalid', String(text !== ''));
  };
  const go = (point, ids = [], zoom = CLOSE, focus = false) => {
    say('');
    map.jumpTo({center: [point.lng, point.lat], zoom: Math.max(zoom, map.getZoom())});
    here(point, ids, focus);
  };

  city.addEventListener('change', () => {
    const query = new URLSearchParams({municipality: city.value});
    const {bounds, fitBoundsOptions} = cityView(element, config, query);
    map.fitBounds(bounds, {...fitBoundsOptions, animate: false});
  });
  byId('map-place').addEventListener('submit', async (event) => {
    event.preventDefault();
    const [text, point] = [input.value.trim(), coordinatesOf(input.value)];
    found.clear();
    say('');
    if (point) return go(point);
    if (!/\p{L}/u.test(text)) {
      say(texts.not_coordinates);
      return input.focus();
    }
    const query = new URLSearchParams({q: text, municipality: city.value});
    await found.load(`${config.find}?${query}`).catch(({message}) => say(message));
  });
  byId('map-found').addEventListener('click', ({target}) => {
    const {lat, lng, ids} = target.closest('button')?.dataset ?? {};
    if (!ids) return;
    // What was chosen from is done with: what is here stands in its place, and has the focus that its button had.
    found.clear();
    go({lat: Number(lat), lng: Number(lng)}, ids.split(','), AT_DOOR, true);
  });
  byId('map-locate').addEventListener('click', () => {
    say('');
    const refused = () => {
      error.textContent = texts.no_location;
    };
    if (!navigator.geolocation) return refused();
    navigator.geolocation.getCurrentPosition(
      ({coords: {latitude, longitude}}) => go({lat: latitude, lng: longitude}),
      refused,
      {timeout: 10_000, maximumAge: 60_000},
    );
  });
  byId('map-zoom-in').addEventListener('click', () => map.zoomIn());
  byId('map-zoom-out').addEventListener('click', () => map.zoomOut());
}
