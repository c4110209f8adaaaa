/** What an index file says of its table besides its sections, and how sections are named. */

export interface TableMetadata {
  rows: number;
  /** The table whose rows these are part of; null where the file has rows of its own. */
  base: string | null;
  /** Ids are this and 16 hex digits, kept as two numbers; null: any texts. */
  id_prefix: string | null;
  /** By sort key: rows whose key is not null. They stand first in both directions. */
  known: Record<string, number>;
  /** Summed columns whose values may add up to more than a number holds exactly. */
  wide_sums: string[];
  /** Where rows are areas: names of their layers, values of the column that may restrict a lookup. */
  layers?: string[];
}

/** Files of lines: list items and single records by rank, and list items by the place of their point. */
export type RowFileName = 'items' | 'details' | 'placed';

/** A part of one to three bytes as a number, ordered by length, then bytes. */
export function substringKey(bytes: Uint8Array): number {
  let number = bytes.length;
  for (let i = 0; i < 3; i++) number = number * 256 + (bytes[i] ?? 0);
  return number;
}

/** Stands for null among whole numbers of 32 bits. */
export const NULL_I32 = -(2 ** 31);

/** Stands for a place too far behind to be kept. */
export const FAR_OFFSET = 255;

/**
 * Bits for the place of a gram where code and place are one number of 32 bits, of so many codes; all of them set stand
 * for a place too far behind.
 */
export const offsetBits = (codes: number): number => Math.min(8, Math.clz32(codes));

/** Labels from one fence to the next. */
export const LABELS_PER_BLOCK = 128;

/** Stands for no rank. */
export const NO_ROW = 2 ** 32 - 1;

/** Names of sections. `lexicon` names folded texts in code point order, with the grams that find their parts. */
export const SECTIONS = {
  /** Byte at which the line of a rank or place begins, modulo 2^32; one more than lines. */
  lines: (file: RowFileName) => `${file}.at`,
  /** Ranks or places at which the byte passes another multiple of 2^32. */
  wraps: (file: RowFileName) => `${file}.wraps`,
  /** By rank, the two halves of the 16 hex digits. */
  id_high: 'id.high',
  id_low: 'id.low',
  /** By rank, where ids are any texts. */
  id_text: 'id.text',
  id_at: 'id.at',
  /** Ranks by id. */
  id_order: 'id.order',
  numbers: (column: string) => `column.${column}.numbers`,
  /** By rank; the number of values stands for null. */
  codes: (column: string) => `column.${column}.codes`,
  /** Values by code, as published; `_at` has one number more than values. */
  values: (column: string) => `column.${column}.values`,
  values_at: (column: string) => `column.${column}.values_at`,
  column: (column: string) => `column.${column}`,
  words: 'words',
  /** Parts of one to three bytes that very many rows have in a word, and these rows as bitsets one after the other. */
  wide: {parts: 'words.wide', counts: 'words.wide_counts', bits: 'words.wide_bits'},
  names: 'names',
  /** By name: best rank of the entities it is a spelling of, and of those whose own name it is (or none: 2^32 - 1). */
  names_any: 'names.any',
  names_own: 'names.own',
  lexicon: (of: string) => ({
    text: `${of}.folded`,
    at: `${of}.folded_at`,
    /** Three bytes each, as one number, ascending; texts end in two zero bytes here. */
    grams: `${of}.grams`,
    gram_at: `${of}.gram_at`,
    gram_codes: `${of}.gram_codes`,
    /** Byte of the text at which the gram first stands; 255 for any byte from there on. */
    gram_places: `${of}.gram_places`,
  }),
  /** Ranks by code, ascending within one. */
  postings: (of: string) => ({ranks: `${of}.ranks`, at: `${of}.ranks_at`}),
  /** Ranks in the descending order of a sort key, nulls last, ties by id ascending. */
  order: (key: string) => `order.${key}.ranks`,
  /** Place of a rank in that order. */
  place: (key: string) => `order.${key}.places`,
  group: (group: string) => ({
    codes: `group.${group}.codes`,
    /** By rank, where its codes begin; only where a row may have several. */
    codes_at: `group.${group}.codes_at`,
    values: `group.${group}.values`,
    at: `group.${group}.values_at`,
    /** All records, by code. */
    counts: `group.${group}.counts`,
    sums: `group.${group}.sums`,
    /** Codes with records, in the order of the statistics. */
    order: `group.${group}.order`,
  }),
  /**
   * The search over all datasets: short tables in the index file, by which the lists in the file beside it are read.
   * `words` and `labels` are lexicons.
   */
  found: {
    words: 'found.words',
    /** Parts of words that very many rows have, a lexicon: by part the number of its bitset, and its rows. */
    parts: 'found.parts',
    part_bits: 'found.parts.bits',
    part_counts: 'found.parts.counts',
    bits: 'found.bits',
    labels: 'found.labels',
    /** Every so many-th label, a lexicon. */
    fences: 'found.fences',
    /** By rank; the number of labels for none. */
    label_codes: 'found.labels.codes',
    label_values: 'found.labels.values',
    label_values_at: 'found.labels.values_at',
    /** Bitset of the rows that count in a group. */
    member: (group: string) => `found.member.${group}`,
  },
  /** A packed tree over the points of all rows that have one, the rows by their places in it, and places by rank. */
  points: {
    tree: 'points.tree',
    ranks: 'points.ranks',
    places: 'points.places',
    /** Codes of a filtered column with few values, by place. */
    codes: (column: string) => `points.codes.${column}`,
  },
  /** Areas in the order that decides between them, and what finds them, layer by layer; see `engine/geo/polygons/`. */
  areas: {
    /** Ranks in that order. */
    ranks: 'areas.ranks',
    layer: (name: string) => ({
      grid: `areas.${name}.grid`,
      vertices: `areas.${name}.vertices`,
      places: `areas.${name}.places`,
      cells: `areas.${name}.cells`,
      lists: `areas.${name}.lists`,
    }),
  },
  view_ranks: 'view.ranks',
  view_bits: 'view.bits',
} as const;
