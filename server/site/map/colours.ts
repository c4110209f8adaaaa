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

export const TINT_OPACITY: Readonly<Record<Scheme, number>> = {light: 0.22, dark: 0.2};

interface Ground {
  /**
   * What lies around the country, sea or land: of other countries nothing is known. No blue, which would say
   * water.
   */
  beyond: string;
  land: string;
  shore: string;
  coverage: string;
  cell: string;
  /** Numbers on cells, and marks on points. */
  on_cell: string;
  text: string;
  circle: string;
}

export const GROUND: Readonly<Record<Scheme, Ground>> = {
  light: {
    beyond: '#e6e6e3',
    land: '#f7f7f3',
    shore: '#b3b8b4',
    coverage: '#8fb5ad',
    cell: '#1f5d54',
    on_cell: '#ffffff',
    text: '#1c2422',
    circle: '#a5222f',
  },
  dark: {
    beyond: '#121413',
    land: '#1c2322',
    shore: '#3e4b49',
    coverage: '#37655c',
    cell: '#7fd0c1',
    on_cell: '#10201d',
    text: '#e7ecea',
    circle: '#ff9aa2',
  },
};
