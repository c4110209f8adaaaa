/** The quirks of the zoning layers: those of shapes at every city, those of codes at one. */
import {type Quirk, quirk} from '../quirk.ts';

const SHAPES = {
  street_network: quirk(1, 'one zone of streets over the whole city, with very many vertices'),
  gap: quirk(20, 'block without a zone'),
  hole: quirk(25, 'zone with a hole, which no zone fills', 200),
  island: quirk(25, 'zone with a hole that another zone fills exactly', 200),
  nested: quirk(25, 'zone wholly inside a larger one', 250),
  sliver: quirk(30, 'strip of some centimetres that overlaps a zone', 500),
  two_parts: quirk(25, 'zone of two parts', 60),
  touches_itself: quirk(30, 'ring that touches itself in a vertex', 300),
  crosses_itself: quirk(30, 'ring that crosses itself', 900),
  open_ring: quirk(35, 'ring without its first vertex at the end', 4_000),
  repeated_vertex: quirk(30, 'vertex twice in a row', 700),
  heights: quirk(35, 'coordinates with heights', 3_000),
  turned: quirk(30, 'ring in the other direction', 500),
  duplicate: quirk(30, 'zone twice, its ring begun elsewhere', 2_000),
  twin_code: quirk(35, 'one shape under two codes', 2_500),
  unknown_code: quirk(30, 'code that no rule knows', 1_500),
  no_geometry: quirk(35, 'no geometry', 2_500),
  collapsed: quirk(35, 'ring of fewer than four positions', 6_000),
  line: quirk(35, 'line instead of an area', 9_000),
  metres: quirk(35, 'coordinates in metres of a projection', 9_000),
  no_code: quirk(35, 'no code', 5_000),
} as const satisfies Record<string, Quirk>;

export type ShapeQuirk = keyof typeof SHAPES;

const city = (help: string) => ({...SHAPES, column_blank: quirk(15, help, 90)});

export const ZONING_QUIRKS = {
  toronto_zoning: city('no label, the symbol only'),
  calgary_zoning: city('no label, the district only'),
  edmonton_zoning: city('no description'),
  vancouver_zoning: city('no class'),
  winnipeg_zoning: city('no colour on the map, so that the code tells the category'),
  ottawa_zoning: city('no name'),
  mississauga_zoning: city('no description'),
  kitchener_zoning: city('no description'),
  hamilton_zoning: city('no community'),
  quebec_city_zoning: city('no area'),
} as const satisfies Record<string, Record<string, Quirk>>;
