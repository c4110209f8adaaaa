/** What is around a permit: its zone, its neighbours, and the way to the map. */

import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import {isMunicipality} from '../load/municipality.ts';
import type {Place} from '../load/place.ts';
import {zonePath} from '../load/zone.ts';
import {type Pairs, withQuery} from '../paths.ts';
import {link, Section} from './kit.tsx';
import {PlaceMap} from './place_map.tsx';
import type {Child, Markup, View} from './types.ts';

/** Zoom of the map at a single building. */
const ZOOM = 17;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The name of a municipality by its slug. */
export const cityName = (slug: string): string => (isMunicipality(slug) ? MUNICIPALITIES[slug].name : slug);

/** The map at a single building, with filters. */
export const onMapAt = (pairs: Pairs, lat: number, lng: number): string =>
  `${withQuery('/map', pairs)}#${ZOOM}/${lat}/${lng}`;

/** The zone, linked to its page. */
const zoneText = (view: View, {zone, point}: Place): Child => {
  if (!zone || !point) return view.t('map.no_zone');
  const description = text(zone['zone_description']);
  const said = view.t('record.zone', {
    code: text(zone['zone_code']),
    description: description === '' ? '' : `, ${description}`,
    city: cityName(text(zone['municipality'])),
  });
  return link(view, zonePath(point.lat, point.lng), said, {rel: 'nofollow'});
};

/** The section of a permit. */
export const placeSection = (view: View, place: Place, name: string): Markup | null => {
  const {point, address} = place;
  if (!point && !address) return null;
  const list = (pairs: Pairs) => withQuery('/permits', pairs);
  return (
    <Section id="around" class="around" title={view.t('record.around')}>
      {point && point.around.permits.length > 1 ? (
        <PlaceMap view={view} at={point} around={point.around} name={name} />
      ) : null}
      <ul>
        {address ? (
          <li>{link(view, list(address.pairs), view.t('record.at_address', {n: address.total}))}</li>
        ) : null}
        {point
          ? [
              <li>
                {link(
                  view,
                  list(point.near.pairs),
                  view.t('record.near', {n: point.near.total, metres: point.near.metres}),
                )}
              </li>,
              <li>{zoneText(view, place)}</li>,
              <li>{link(view, onMapAt(point.near.pairs, point.lat, point.lng), view.t('record.on_map'))}</li>,
            ]
          : null}
      </ul>
    </Section>
  );
};
