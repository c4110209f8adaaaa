/** The operation that finds the zone of a point as the specification has it, written by hand. */
import {ids, LANG, type Row, type Specified, UPDATED, words} from './shapes.ts';

const MUNICIPALITIES = words(
  'toronto calgary edmonton vancouver winnipeg ottawa mississauga kitchener hamilton quebec_city',
);

const MUNICIPALITY: Row = ['municipality', 'set', 'exact municipality', null, null, null, MUNICIPALITIES];

const ZONE = words(`record_id municipality province zone_code zone_description zone_category source_dataset
  source_url last_updated`);

export const ZONES: Record<string, Specified> = {
  '/zone': {
    parameters: [
      ['lat', 'number', 'geo', null, -90, 90],
      ['lng', 'number', 'geo', null, -180, 180],
      MUNICIPALITY,
      ['format', 'set', null, 'json', null, null, ['json', 'geojson']],
      LANG,
    ],
    fields: [...ZONE, 'match', 'distance_m'],
    missing: 'Zone not found.',
    messages: {
      lat: ['lat and lng are required.', 'lat must be a number.', 'lat must be between -90 and 90.'],
      lng: ['lat and lng are required.', 'lng must be a number.', 'lng must be between -180 and 180.'],
      municipality: [`municipality must be one of: ${MUNICIPALITIES.join(', ')}.`],
      format: ['format must be one of: json, geojson.'],
    },
  },
};

/** Filters of the export of a dataset without a list. */
export const UNLISTED: Record<string, Specified> = {
  '/zoning': {parameters: [MUNICIPALITY, ...UPDATED, ids('record_id')], fields: ZONE},
};
