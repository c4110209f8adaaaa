/** Colours and marks of the map, behind its drawing and its legend. */
import type {PERMIT_TYPES} from '../../../datasets/permits/enums.ts';
import type {ZONE_CATEGORIES} from '../../../datasets/zoning/enums.ts';

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];

interface TypeLook {
  colours: Readonly<Record<Scheme, string>>;
  /** Strokes in a square of 14: types are told apart by more than their colour. */
  mark: string;
}

/** After Okabe and Ito, darkened or lightened until the mark has a contrast of 4.5 to 1 with its ground. */
export const TYPE_LOOKS: Readonly<Record<(typeof PERMIT_TYPES)[number], TypeLook>> = {
  new_construction: {colours: {light: '#00669f', dark: '#7cc4f0'}, mark: 'M7 4v6M4 7h6'},
  renovation: {colours: {light: '#9a5200', dark: '#f0b45c'}, mark: 'M4.7 9.3l4.6-4.6'},
  addition: {colours: {light: '#00735a', dark: '#5cd0b0'}, mark: 'M4 8.6l3-3.2 3 3.2'},
  demolition: {colours: {light: '#a5222f', dark: '#ff9aa2'}, mark: 'M4.8 4.8l4.4 4.4M9.2 4.8l-4.4 4.4'},
  change_of_use: {colours: {light: '#83407a', dark: '#dfa3d4'}, mark: 'M4.2 5.6h5.6M4.2 8.4h5.6'},
  other: {colours: {light: '#55615d', dark: '#b4c0bb'}, mark: 'M7 6.95v.1'},
};

/** Tints under everything else, quieter than permits: drawn at TINT_OPACITY, with a border of the same colour. */
export const CATEGORY_TINTS: Readonly<Record<(typeof ZONE_CATEGORIES)[number], string>> = {
  residential: '#e3b94a',
  commercial: '#d2605c',
  mixed_use: '#e08a3c',
  industrial: '#8c7bc0',
  institutional: '#4f8fc4',
  open_space: '#63a659',
  agricultural: '#a89b3a',
  transportation_utility: '#7f898d',
  direct_control: '#c0749c',
  other: '#b3a99c',
};

/** Zones whose category is not known. */
export const UNKNOWN_TINT = '#b3a99c';

export const TINT_OPACITY: Readonly<Record<Scheme, number>> = {light: 0.15, dark: 0.15};

interface Ground {
  water: string;
  /** Lines of rivers, which are thinner than lakes. */
  river: string;
  land: string;
  /** Parks and woods. */
  green: string;
  road: string;
  border: string;
  coverage: string;
  cell: string;
  /** Numbers on cells, and marks on points. */
  on_cell: string;
  text: string;
  /** Names of provinces, of streets, and of waters. */
  soft_text: string;
  water_text: string;
  circle: string;
}

export const GROUND: Readonly<Record<Scheme, Ground>> = {
  light: {
    water: '#d3e0e6',
    river: '#bfd2db',
    land: '#f7f7f3',
    green: '#e9efe2',
    road: '#dcdcd6',
    border: '#9ba5a1',
    coverage: '#8fb5ad',
    cell: '#1f5d54',
    on_cell: '#ffffff',
    text: '#1c2422',
    soft_text: '#5b6662',
    water_text: '#3f6071',
    circle: '#a5222f',
  },
  dark: {
    water: '#0f171b',
    river: '#24343b',
    land: '#1f2625',
    green: '#222c26',
    road: '#333d3b',
    border: '#5b6966',
    coverage: '#37655c',
    cell: '#7fd0c1',
    on_cell: '#10201d',
    text: '#e7ecea',
    soft_text: '#a3afab',
    water_text: '#86a6b5',
    circle: '#ff9aa2',
  },
};
