/** The circle: its form, its polygon on the map, a handle to drag its centre, and what is in it. */
import {coordinatesOf} from './address.js';
import {openPart} from './panel.js';

const byId = (id) => document.getElementById(id);

/** Bounds of a ring of corners. */
function boundsOf(ring) {
  const [lngs, lats] = [ring.map(([lng]) => lng), ring.map(([, lat]) => lat)];
  return [
    [Math.min(...lngs), Math.min(...lats)],
    [Math.max(...lngs), Math.max(...lats)],
  ];
}

/**
 * `onChange(circle)` is told of every circle the reader asks for, as parameters, or of null; `onShown(said)` of
 * the element that says what is counted in the one that is shown, or of null. `filters()` is the query of the
 * permits.
 */
export function openCircle({map, draw}, config, filters, {onChange, onShown}) {
  const [details, form] = [byId('map-radius'), byId('map-radius-form')];
  const [centre, metres, error] = [byId('map-centre'), byId('map-metres'), byId('map-radius-error')];
  const remove = byId('map-radius-remove');
  const part = openPart(byId('map-circle'), config.texts.failed);
  const knob = document.createElement('div');
  knob.className = 'map-handle';
  knob.setAttribute('role', 'img');
  knob.setAttribute('aria-label', config.texts.radius_move);
  knob.title = config.texts.radius_move;
  const handle = new window.maplibregl.Marker({element: knob, draggable: true});

  /** What the form says, as parameters; null where the centre cannot be read. */
  function asked() {
    const point = coordinatesOf(centre.value);
    error.textContent = point ? '' : config.texts.not_coordinates;
    centre.setAttribute('aria-invalid', String(!point));
    const radius = String(Number((metres.valueAsNumber / 1000).toFixed(6)));
    return point && new URLSearchParams({lat: String(point.lat), lng: String(point.lng), radius_km: radius});
  }

  /** Shows a circle and what is in it, or none. `look`: the map moves to it. */
  async function show(circle, look = false) {
    remove.hidden = !circle;
    error.textContent = '';
    if (!circle) {
      part.clear();
      draw('circle', []);
      handle.remove();
      onShown(null);
      return;
    }
    const [lat, lng, radius] = ['lat', 'lng', 'radius_km'].map((name) => Number(circle.get(name)));
    details.open = true;
    centre.value = `${circle.get('lat')}, ${circle.get('lng')}`;
    metres.value = String(Math.round(radius * 1e6) / 1000);
    try {
      const shown = await part.load(`${config.circle}?${new URLSearchParams([...filters(), ...circle])}`);
      if (!shown) return;
      const ring = JSON.parse(shown.dataset.ring);
      draw('circle', [{type: 'Feature', properties: {}, geometry: {type: 'Polygon', coordinates: [ring]}}]);
      handle.setLngLat([lng, lat]).addTo(map);
      onShown(shown.querySelector('strong'));
      if (look) map.fitBounds(boundsOf(ring), {padding: 40, animate: false});
    } catch (problem) {
      error.textContent = problem.message;
      onShown(null);
    }
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const circle = asked();
    if (!circle) return centre.focus();
    onChange(circle);
    show(circle, true);
  });
  remove.addEventListener('click', () => {
    onChange(null);
    show(null);
    details.querySelector('summary').focus();
  });
  handle.on('dragend', () => {
    const {lat, lng} = handle.getLngLat();
    centre.value = `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
    const circle = asked();
    if (!circle || !metres.checkValidity()) return;
    onChange(circle);
    show(circle);
  });

  return {
    show,
    /** A circle around a point, as large as the form says. */
    around(point) {
      details.open = true;
      centre.value = point;
      form.requestSubmit();
      details.scrollIntoView({block: 'nearest'});
    },
    /** The centre that the form offers while there is no circle. */
    offer({lat, lng}) {
      if (remove.hidden && document.activeElement !== centre)
        centre.value = `${lat.toFixed(5)}, ${lng.toFixed(5)}`;
    },
  };
}
