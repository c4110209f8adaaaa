/** Names of the sections of index files, the metadata beside them, and the sentinels stored in them. */

/** Metadata of the table in the footer of an index file. */
export interface TableMetadata {
  rows: number;
  /** The table that a view selects from; null if the file has its own rows. */
  base: string | null;
  /** Ids are this prefix and 16 hex digits, stored as two numbers; null: arbitrary strings. */
  id_prefix: string | null;
  /** By sort key: rows whose key is not null. They come first in both directions. */
  known: Record<string, number>;
  /** Summed columns whose total may exceed the integers that a double holds exactly. */
  wide_sums: string[];
  /**
   * The summed column over all rows: exact sum in cents, and rows with a value. Null where nothing is summed
   * or the sum is wide.
   */
  whole: {sum: number; values: number} | null;
  /** Polygon tables: layer names, which are the values of the column that may restrict a lookup. */
  layers?: string[];
}

/** Files of stored rows by row id: the fields of list items, and those that a single record adds. */
export type RowFileName = 'items' | 'details';

/** Null in a column of 32-bit integers. */
export const NULL_I32 = -(2 ** 31);

/** No row. */
export const NO_ROW = 2 ** 32 - 1;

/**
 * The token indexes of a search file: of the texts that the search over all datasets finds, or `q` of a table
 * that it does not cover; and of the columns that only `q` searches beside these, or of a column of numbers.
 */
export type TokenFamily = 'found' | 'further';

/** The bucket of an id by the first half of its digits, of which it is the first bits. */
export const bucketOf = (half: number, bits: number): number => (bits === 0 ? 0 : half >>> (32 - bits));

/** Names of sections. Offsets have one element more than what they delimit. */
export const SECTIONS = {
  /** Where the rows of a file begin; see `engine/rows/offsets.ts`. */
  rows: (file: RowFileName) => ({
    blocks: `${file}.blocks`,
    wraps: `${file}.wraps`,
    within: `${file}.at`,
    /** By block of 64 KiB of the file: its CRC-32. */
    checksums: `${file}.sums`,
  }),
  /** By row: the two halves of the 16 hex digits. */
  id_high: 'id.high',
  id_low: 'id.low',
  /** By row, where ids are arbitrary strings. */
  id_text: 'id.text',
  id_offsets: 'id.at',
  /** Rows by id. */
  id_order: 'id.order',
  /** By the first bits of an id: the place in this order of the first that begins so. */
  id_starts: 'id.starts',
  numbers: (column: string) => `column.${column}.numbers`,
  /** By row; the number of values encodes null. Of a multivalue facet, one row's values after the other's. */
  ordinals: (column: string) => `column.${column}.ordinals`,
  /** Of a multivalue facet: by row, where its ordinals begin. */
  ordinal_offsets: (column: string) => `column.${column}.ordinals_at`,
  /** Values by ordinal, as published. */
  values: (column: string) => `column.${column}.values`,
  value_offsets: (column: string) => `column.${column}.values_at`,
  column: (column: string) => `column.${column}`,
  names: 'names',
  /** By name: the first entity it is a spelling of, and the first whose own name it is (or NO_ROW). */
  names_any: 'names.any',
  names_own: 'names.own',
  /** A term dictionary: folded terms in code point order, with the trigrams that find substrings of them. */
  terms: (prefix: string) => ({
    bytes: `${prefix}.folded`,
    offsets: `${prefix}.folded_at`,
    /** Three bytes each, as one number, ascending; the last two of a term are padded with zero bytes. */
    trigrams: `${prefix}.grams`,
    trigram_offsets: `${prefix}.gram_at`,
    /** Ordinals, with the byte of the term at which the trigram occurs in the low bits; see `EntryForm`. */
    trigram_ordinals: `${prefix}.gram_ordinals`,
  }),
  /** Rows by ordinal, ascending within one. */
  postings: (prefix: string) => ({rows: `${prefix}.rows`, offsets: `${prefix}.rows_at`}),
  /** Rows in descending order of a sort key, nulls last, ties by ascending id. */
  order: (key: string) => `order.${key}.rows`,
  group: (group: string) => ({
    ordinals: `group.${group}.ordinals`,
    /** By row, where its ordinals begin; only where a row may have several. */
    ordinal_offsets: `group.${group}.ordinals_at`,
    values: `group.${group}.values`,
    value_offsets: `group.${group}.values_at`,
    /** Aggregates over all records, by ordinal. */
    counts: `group.${group}.counts`,
    sums: `group.${group}.sums`,
    /** Records with a value of the summed column; only where there is one. */
    valued: `group.${group}.valued`,
    /** Ordinals with records, in the order of the statistics. */
    order: `group.${group}.order`,
  }),
  /**
   * The search over all datasets. Its small tables and the labels of rows are in the index file; the large
   * sections they point into stay on disk in the `.found` file. `tokens`, `substrings` and `labels` are term
   * dictionaries.
   */
  search: {
    index: (family: TokenFamily) => ({
      tokens: `${family}.tokens`,
      /** The rows of each token, which come by number of rows; see `engine/text/token_lists.ts`. */
      lists: {
        /** From the first token with several rows on. */
        offsets: `${family}.tokens.rows_at`,
        /** From the first token on whose list is not listed. */
        starts: `${family}.tokens.lists_at`,
        words: `${family}.tokens.lists`,
      },
      /**
       * Substrings that occur in very many rows, in the order of their bytes; by substring, its rows and the
       * bitmap of these.
       */
      substrings: `${family}.substrings`,
      substring_counts: `${family}.substrings.counts`,
      bitmaps: `${family}.substrings.bitmaps`,
    }),
    labels: 'found.labels',
    /** By row; the number of labels for none. */
    label_ordinals: 'found.labels.ordinals',
    label_values: 'found.labels.values',
    label_offsets: 'found.labels.values_at',
    /** See `engine/text/label_words.ts`. */
    label_words: {
      words: 'found.suggested',
      /** Labels by place: in the order of the first row of each. */
      group: (group: string) => ({
        /** By word, where the places of labels that have it begin. */
        offsets: `found.suggested.${group}.places_at`,
        places: `found.suggested.${group}.places`,
        /** By place. */
        labels: `found.suggested.${group}.labels`,
        rows: `found.suggested.${group}.firsts`,
      }),
    },
    /** Bitmap of the rows that belong to a group. */
    group_bitmap: (group: string) => `found.member.${group}`,
    /** By block of 64 KiB of the `.found` file: its CRC-32. */
    checksums: 'found.sums',
  },
  /** A packed R-tree over the points of all rows that have one. */
  points: {
    /** The bytes of a Flatbush up to its boxes. */
    tree: 'points.tree',
    /** Rows by leaf, leaves by row (or NO_ROW). */
    rows: 'points.rows',
    leaves: 'points.leaves',
    /** Ordinals of a filtered column with few values, by leaf. */
    ordinals: (column: string) => `points.ordinals.${column}`,
  },
  /** Polygons, layer by layer; see `engine/geo/polygons/`. */
  areas: {
    /** Rows by precedence. */
    rows: 'areas.rows',
    /** See `LayerData`. */
    layer: (name: string) => ({
      tree: `areas.${name}.tree`,
      precedences: `areas.${name}.precedences`,
      polygons: `areas.${name}.polygons`,
      runs: `areas.${name}.runs`,
      boxes: `areas.${name}.boxes`,
      vertices: `areas.${name}.vertices`,
      outline: `areas.${name}.outline`,
    }),
  },
  view_rows: 'view.rows',
  view_bitmap: 'view.bitmap',
} as const;
