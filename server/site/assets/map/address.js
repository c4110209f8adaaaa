/**
 * The state of the map in its address: filters and circle in the query, as lists have them, and the view
 * behind `#`.
 */

/** Parameters of the circle. */
export const CIRCLE = ['lat', 'lng', 'radius_km'];

/** `#zoom/lat/lng` as a view, or null. */
export function viewOf(hash) {
  const parts = /^#(\d{1,2}(?:\.\d+)?)\/(-?\d{1,2}(?:\.\d+)?)\/(-?\d{1,3}(?:\.\d+)?)$/.exec(hash);
  if (!parts) return null;
  const [zoom, lat, lng] = parts.slice(1).map(Number);
  return zoom <= 22 && Math.abs(lat) <= 85 && Math.abs(lng) <= 180 ? {zoom, center: [lng, lat]} : null;
}

/** A view as `#zoom/lat/lng`, exact to about a pixel. */
export function hashOf(zoom, {lat, lng}) {
  const digits = Math.max(2, Math.ceil(zoom / 4) + 2);
  return `#${zoom.toFixed(2)}/${lat.toFixed(digits)}/${lng.toFixed(digits)}`;
}

/**
 * Latitude and longitude as people write them: `45.5, -73.6`, `45,5; -73,6` or `45.5 -73.6`; null for
 * anything else.
 */
export function coordinatesOf(text) {
  const trimmed = text.trim().replaceAll('−', '-').replaceAll('°', '');
  const separator = /;/.test(trimmed) ? /\s*;\s*/ : /,\s|\s,/.test(trimmed) ? /\s*,\s+|\s+,\s*/ : /\s+/;
  let parts = trimmed.split(separator);
  if (parts.length === 1 && /^[^,]*,[^,]*$/.test(trimmed)) parts = trimmed.split(',');
  if (parts.length !== 2) return null;
  const numbers = parts.map((part) => part.replace(',', '.'));
  if (!numbers.every((part) => /^-?\d{1,3}(\.\d{1,20})?$/.test(part))) return null;
  const [lat, lng] = numbers.map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? {lat, lng} : null;
}

/** What was filled in of a form, in its order; lists of checkboxes become one comma list. */
export function pairsOf(form) {
  const pairs = new Map();
  for (const [name, value] of new FormData(form)) {
    if (value === '') continue;
    pairs.set(name, pairs.has(name) ? `${pairs.get(name)},${value}` : value);
  }
  return new URLSearchParams([...pairs]);
}

/** Puts the values of an address into a form. */
export function fill(form, query) {
  for (const field of form.elements) {
    if (!field.name) continue;
    const value = query.get(field.name) ?? '';
    if (field.type === 'checkbox') field.checked = value.split(',').includes(field.value);
    else field.value = value;
  }
}

/** The circle of an address as parameters, or null unless all are given. */
export function circleOf(query) {
  const circle = new URLSearchParams(
    CIRCLE.filter((name) => query.get(name)).map((name) => [name, query.get(name)]),
  );
  return circle.size === CIRCLE.length ? circle : null;
}

/** The box of a map in degrees, `west,south,east,north`. */
export function boxOf(bounds) {
  const clamp = (degrees, most) => Math.min(most, Math.max(-most, degrees)).toFixed(6);
  return [
    clamp(bounds.getWest(), 180),
    clamp(bounds.getSouth(), 90),
    clamp(bounds.getEast(), 180),
    clamp(bounds.getNorth(), 90),
  ].join(',');
}
