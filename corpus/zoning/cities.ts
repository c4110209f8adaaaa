/** How each city publishes its zones: file, form of geometries, and the columns beside them. */
import type {Json} from '../../datasets/types.ts';
import {iso, REFERENCE_DAY} from '../dates.ts';
import type {Random} from '../prng.ts';
import type {City, Code} from './codes.ts';

/** A zone before it is written; `number` is the publisher's own, which changes with every file. */
export interface Zone {
  number: number;
  /** As published; null where it is blank. */
  code: string | null;
  of: Code;
  /** The description, or another text in its place. */
  description: string | null;
  /** What `CityForm.lacking` says is left out. */
  lacks: boolean;
}

export interface CityForm {
  file: string;
  /** `lines`: an object a line, as read page by page; others are FeatureCollections. */
  form: 'lines' | 'compact' | 'spread' | 'indented';
  /** Column of the geometry where rows are lines. */
  geometry: string;
  /** Geometries of one part are MultiPolygons too. */
  multi: boolean;
  /** Outer rings run clockwise. */
  clockwise: boolean;
  decimals: number;
  /** How far blocks are drawn in, so that streets are free of zones. */
  drawnIn: number;
  /** What zones lack now and then: the label, so that the base code stands alone, the description, or what is not shown. */
  lacking: 'label' | 'description' | 'other';
  code(of: Code, random: Random, number: number): string;
  columns(zone: Zone): Record<string, Json>;
}

const plain = {multi: false, clockwise: false, decimals: 12, drawnIn: 0, lacking: 'description'} as const;
const lines = {...plain, form: 'lines', geometry: 'geometry'} as const;

/** Rows of Socrata leave out what is null, and have numbers of their own. */
function socrata(number: number, columns: Record<string, Json>): Record<string, Json> {
  const given = Object.entries(columns).filter(([, value]) => value !== null);
  const at = `${iso(REFERENCE_DAY - 30)}T09:00:00.000Z`;
  const name = number.toString(36).padStart(4, '0');
  return {':id': `row-${name}~x2k9.s5yn`, ':created_at': at, ':updated_at': at, ...Object.fromEntries(given)};
}

/** A number behind a code, for one zone in three. */
const exception = (random: Random, form: (number: number) => string): string =>
  random.chance(0.34) ? form(1 + random.int(980)) : '';

const NO_NUMBERS = {
  FRONTAGE: -1,
  ZN_AREA: -1,
  UNITS: -1,
  DENSITY: -1,
  COVERAGE: -1,
  FSI_TOTAL: -1,
  PRCNT_COMM: -1,
  PRCNT_RES: -1,
  PRCNT_EMMP: -1,
  PRCNT_OFFC: -1,
};

const HAMILTON_EMPTY = Object.fromEntries(
  ['EXCEPTION', 'HOLDING'].flatMap((kind) =>
    [1, 2, 3].flatMap((at) => ['', '_BYLAW', '_URL'].map((part) => [`${kind}${at}${part}`, null])),
  ),
);

export const CITY_FORMS: Record<City, CityForm> = {
  toronto: {
    ...plain,
    file: 'synthetic-zoning-area-4326.geojson',
    form: 'spread',
    geometry: 'geometry',
    multi: true,
    decimals: 14,
    lacking: 'label',
    code: ({base}, random) =>
      `${base} (f${5 + random.int(14)}; a${100 * (2 + random.int(9))}; d0.${5 + random.int(40)})${exception(random, (n) => ` (x${n})`)}`,
    columns: ({number, code, of, lacks}) => ({
      _id: number,
      GEN_ZONE: code === null ? -1 : Number(of.extra),
      ZN_ZONE: code === null ? ' ' : of.base,
      ZN_HOLDING: 'N',
      HOLDING_ID: 0,
      ...NO_NUMBERS,
      ZN_EXCPTN: 'N',
      EXCPTN_NO: 0,
      STAND_SET: 0,
      ZN_STATUS: code === null ? 5 : 4,
      ZN_STRING: lacks ? null : (code ?? ' '),
      AREA_UNITS: -1,
      ZBL_CHAPT: null,
      ZBL_SECTN: null,
      ZBL_EXCPTN: null,
    }),
  },
  calgary: {
    ...lines,
    file: 'synthetic-land-use-districts.jsonl',
    geometry: 'multipolygon',
    multi: true,
    lacking: 'label',
    code: ({base}, random) =>
      base === 'DC'
        ? `DC ${exception(random, (n) => `${n}D2031`)}`.trim()
        : base + exception(random, (n) => `f${1 + (n % 5)}.0h${10 + (n % 40)}`),
    columns: ({number, code, of, description, lacks}) =>
      socrata(number, {
        lu_bylaw: '1',
        lu_code: code === null ? null : of.base,
        label: lacks ? null : code,
        description,
        major: of.extra,
        generalize: of.extra,
      }),
  },
  edmonton: {
    ...lines,
    file: 'synthetic-zoning-bylaw.jsonl',
    geometry: 'geometry_multipolygon',
    multi: true,
    code: ({base}, random) =>
      base === 'DC2'
        ? `DC2 (${1 + random.int(1_200)})`
        : base + exception(random, (n) => ` h${8 + (n % 60)}`),
    columns: ({number, code, of, description}) =>
      socrata(number, {
        id: String(number),
        zoning: code,
        description,
        date_ext: `${iso(REFERENCE_DAY)} 02:07:03`,
        url: `https://zoningbylaw.edmonton.ca/part-2-standard-zones-and-overlays/${of.extra}`,
      }),
  },
  vancouver: {
    ...plain,
    file: 'synthetic-zoning-districts-and-labels.geojson',
    form: 'compact',
    geometry: 'geometry',
    clockwise: true,
    decimals: 14,
    code: ({base}, random, number) => (base === 'CD' ? `CD-1 (${number})` : `${base}-${1 + random.int(9)}`),
    columns: ({number, code, of, description}) => ({
      object_id: String(200_000 + number),
      zoning_classification: description,
      zoning_category: of.extra,
      zoning_district: code,
      cd_1_number: of.base === 'CD' && code !== null ? String(number) : null,
      geo_point_2d: {lon: -123.1, lat: 49.25},
    }),
  },
  winnipeg: {
    ...lines,
    file: 'synthetic-zoning-by-law-parcels.jsonl',
    geometry: 'location',
    multi: true,
    drawnIn: 0.06,
    lacking: 'other',
    code: ({base}) => base,
    columns: ({number, code, of, description, lacks}) =>
      socrata(number, {
        id: String(30_000 + number),
        zoning: code,
        short_description: description === null ? null : (description.split(' ')[0] ?? null),
        long_description: description,
        map_colour: lacks ? null : of.extra,
      }),
  },
  ottawa: {
    ...lines,
    file: 'synthetic-zoning-by-law-2026-50.jsonl',
    code: ({base}, random) => base + exception(random, (n) => `[${n}] H(${8 + (n % 30)})`),
    columns: ({number, code, of, description}) => ({
      OBJECTID: number,
      ZN_CODE2: code,
      ZNAME_EN: description,
      ZGROUP_EN: of.extra,
      Z_SUBZONES2: null,
      HEXCODE: '#ffe98a',
      'SHAPE.AREA': 40_000.25,
      'SHAPE.LEN': 812.5,
    }),
  },
  mississauga: {
    ...lines,
    file: 'synthetic-zoning-by-law.jsonl',
    drawnIn: 0.05,
    code: ({base}, random) => base + exception(random, (n) => `-${n}`),
    columns: ({number, code, of, description}) => ({
      OBJECTID: number,
      ZONE_CODE: code,
      ZONE_DESC: description,
      ZONE_CATEGORY: of.extra,
      BASE_ZONE_DESIGNATION: of.base,
      EXCEPTION_ZONE_NUMBER: null,
      GREENLANDS_OVERLAY: number % 9 === 0 ? 'Y' : 'N',
      BYLAW: '0225-2007',
      HOLDING_PROVISION: 'N',
    }),
  },
  kitchener: {
    ...lines,
    file: 'synthetic-zoning.jsonl',
    code: ({base}, random) => base + exception(random, (n) => ` (${n})`),
    columns: ({number, code, description}) => ({
      OBJECTID: number,
      ZONE_CODE: code,
      ZONE_DESC: description,
      Shape__Area: 40_000.25,
      Shape__Length: 812.5,
    }),
  },
  hamilton: {
    ...lines,
    file: 'synthetic-zoning-by-law-boundary.jsonl',
    lacking: 'other',
    code: ({base}, random) => base + exception(random, (n) => `, ${n}`),
    columns: ({number, code, of, description, lacks}) => ({
      OBJECTID: number,
      ZONING_CODE: code,
      ZONING_DESC: description,
      PARENT_BY_LAW_NUMBER: of.extra,
      PARENT_BY_LAW_URL: null,
      BY_LAW_NUMBER: '99-001',
      BY_LAW_URL: null,
      ...HAMILTON_EMPTY,
      COMMUNITY: lacks ? null : 'Elmford',
      ZONING_MAP: String(number % 1_000),
      COUNCIL_APP_DATE: 1_771_909_200_000,
      ZONING_FILE: null,
      OMB_NUMBER: null,
      OMB_CASE_NUMBER: null,
      OPA_NUMBER: null,
      URBAN_RURAL_SETTLE: 'U',
      FINALBINDING_DATE: null,
      'SHAPE.AREA': 41_200.507_12,
      'SHAPE.LEN': 812.257_31,
    }),
  },
  quebec_city: {
    ...plain,
    file: 'synthetic-vdq-zonagemunicipalzones.geojson',
    form: 'indented',
    geometry: 'geometry',
    decimals: 10,
    lacking: 'other',
    code: ({base}, _random, number) => `${String(10_000 + number)}${base}`,
    columns: ({code, lacks}) => ({ID: code, SUPERFICIE: lacks ? null : 40_000.2, PERIMETRE: 812.5}),
  },
};
