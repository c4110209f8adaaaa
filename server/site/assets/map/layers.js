/**
 * Makes the map: its ground, and over it the layers of this server; and keeps both when colours or filters
 * change.
 */
import {imageFor} from './images.js';

const empty = () => ({type: 'FeatureCollection', features: []});

/** West, south, east and north of what the ground shows around Canada. The library takes -180 for 180. */
const REACH = [-179.999, 0, -20, 85];

const dark = matchMedia('(prefers-color-scheme: dark)');
const schemeNow = () => (dark.matches ? 'dark' : 'light');

/** The ground: the operator's style where it can be read, else the tiles of this server. */
async function groundOf(config, scheme) {
  const {source, layers} = config.ground;
  const tiles = source.tiles.map((path) => `${location.origin}${path}`);
  // Without an address of glyphs the library draws names with the fonts of the reader.
  const own = {version: 8, sources: {ground: {...source, tiles}}, layers: layers[scheme]};
  if (!config.basemap) return own;
  try {
    const answer = await fetch(config.basemap);
    const style = await answer.json();
    return answer.ok && style.version === 8 && Array.isArray(style.layers) ? style : own;
  } catch {
    return own;
  }
}

const tiles = (path, query = '') => ({
  type: 'vector',
  tiles: [`${location.origin}${path}${query}`],
  minzoom: 0,
  maxzoom: 16,
});

/**
 * Draws the map into an element. `filters()` is the query of the permits, `view` where it begins: `bounds`,
 * or `center` and `zoom`. Throws where the browser cannot draw.
 */
export async function openMap(element, config, filters, view) {
  const {maplibregl} = window;
  maplibregl.setWorkerUrl(new URL(config.library, location.href).href);
  maplibregl.setWorkerCount(1);
  const data = {circle: empty(), chosen: empty()};
  let category = '';
  // Without its graphics context the library has no style to change; what is asked for meanwhile comes with it.
  let isLost = false;
  let scheme = schemeNow();
  const map = new maplibregl.Map({
    container: element,
    style: await groundOf(config, scheme),
    ...view,
    maxBounds: REACH,
    minZoom: 1.5,
    maxZoom: 19,
    renderWorldCopies: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    attributionControl: {compact: false},
    locale: {'Map.Title': config.texts.region},
    fadeDuration: 0,
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new maplibregl.ScaleControl({maxWidth: 120}), 'bottom-right');

  const addOverlay = () => {
    // A graphics context that comes back brings what was drawn with it.
    if (map.getSource('permits')) return;
    map.addSource('zoning', tiles(config.tiles.zoning));
    map.addSource('permits', tiles(config.tiles.permits, query(filters())));
    for (const name of Object.keys(data)) map.addSource(name, {type: 'geojson', data: data[name]});
    for (const layer of config.overlay[scheme]) map.addLayer(layer);
    // The operator's style has names of its own.
    const {names, names_below} = config.ground;
    if (map.getSource('ground')) for (const layer of names[scheme]) map.addLayer(layer, names_below);
    filterZones();
  };
  const filterZones = () => {
    if (isLost) return;
    const filter = category === '' ? null : ['==', ['get', 'category'], category];
    for (const name of ['zones', 'zone-borders']) if (map.getLayer(name)) map.setFilter(name, filter);
  };
  map.on('style.load', addOverlay);
  map.on('styleimagemissing', ({id}) => {
    const drawn = map.hasImage(id) ? null : imageFor(id, config, scheme);
    if (drawn) map.addImage(id, drawn.image, {pixelRatio: drawn.ratio});
  });
  const redraw = async () => {
    scheme = schemeNow();
    const ground = await groundOf(config, scheme);
    if (!isLost) map.setStyle(ground, {diff: false});
  };
  dark.addEventListener('change', redraw);
  map.on('webglcontextlost', () => {
    isLost = true;
  });
  map.on('webglcontextrestored', () => {
    isLost = false;
    redraw();
  });

  return {
    map,
    /** Draws the permits of the filters. */
    refresh() {
      if (!isLost) map.getSource('permits')?.setTiles(tiles(config.tiles.permits, query(filters())).tiles);
    },
    /** What is drawn within a box of pixels in some layers. */
    within(box, names) {
      if (isLost) return [];
      return map.queryRenderedFeatures(box, {layers: names.filter((name) => map.getLayer(name))});
    },
    /** Draws the zones of a category alone, or all of an empty one. */
    showZones(chosen) {
      category = chosen;
      filterZones();
    },
    /** Draws features into `circle` or `chosen`. */
    draw(name, features) {
      data[name] = {type: 'FeatureCollection', features};
      if (!isLost) map.getSource(name)?.setData(data[name]);
    },
  };
}

const query = (pairs) => (pairs.size === 0 ? '' : `?${pairs}`);
