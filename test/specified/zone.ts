/** The operation that finds the zone of a point as the specification has it, written by hand. */
import {ids, LANG, type Row, type Specified, UPDATED, words} from './shapes.ts';

const MUNICIPALITIES = words(
  'toronto calgary edmonton vancouver winnipeg ottawa mississauga kitchener hamilton quebec_city',
);

const MUNICIPALITY: Row = ['municipality', 'set', 'exact municipality', null, null, null, MUNICIPALITIES];

const ZONE = words(`record_id municipality province zone_code zone_description zone_category source_dataset
  source_url last_updated`);

const POINTS_MESSAGE =
  'points: point <position> must be lat,lng in degrees, lat from -90 to 90 and lng from -180 to 180. Separate points by semicolons.';

const MUNICIPALITY_MESSAGE = `municipality must be one of: ${MUNICIPALITIES.join(', ')}.`;

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
      municipality: [MUNICIPALITY_MESSAGE],
      format: ['format must be one of: json, geojson.'],
    },
  },
  // Added: no part of the original specification.
  '/zones': {
    parameters: [['points', 'points'], MUNICIPALITY, LANG],
    fields: words('lat lng zone reason'),
    messages: {
      points: ['points is required.', POINTS_MESSAGE, 'points takes at most 100 values.'],
      municipality: [MUNICIPALITY_MESSAGE],
    },
    added: true,
  },
};

/** Added: no part of the original specification. */
const CATEGORY: Row = [
  'zone_category',
  'set',
  'exact zone_category',
  null,
  null,
  null,
  words(`residential commercial mixed_use industrial institutional open_space agricultural
    transportation_utility direct_control other`),
];

/** Filters of the export of a dataset without a list. */
export const UNLISTED: Record<string, Specified> = {
  '/zoning': {parameters: [MUNICIPALITY, CATEGORY, ...UPDATED, ids('record_id')], fields: ZONE},
};
