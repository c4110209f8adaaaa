/**
 * The bytes of stored rows.
 *
 * A row has two parts, each in a file of its own: the head has the fields of the list item, the rest those that a single record
 * adds. A part begins with one bit for each of its columns, set where the value is the predicted one and takes no bytes. The
 * other values follow in the order of the columns, each as a code: 0 for a literal text behind it, else 1 more than the number
 * of an entry of the column's dictionary. Codes and lengths are numbers in groups of seven bits, the lowest first.
 *
 * A literal is its length in bytes and its tokens: a byte below `short` is a token, RAW is followed by a length and as many
 * bytes, another byte and the one behind it are a token of the rest of the table.
 *
 * The values file has what all rows share, as the renderer reads it from memory: a header, a record for each column, large
 * dictionaries and tables of predictions, then all else, which every reader needs. Its offsets are bytes from its beginning.
 * A large dictionary lies in blocks, each with the offsets of its entries and then their texts: where every block begins is known
 * to every reader, so that a code leads to one range.
 */

/** Bytes of the header; its 32-bit words follow. */
export const HEADER_BYTES = 64;
export const HEADER = {
  columns: 0,
  /** Columns of the head. */
  inHead: 1,
  tokenOffsets: 2,
  /** Tokens of one byte. */
  short: 3,
  /** Longest rendered head and row. */
  largestItem: 4,
  largestRow: 5,
  /** Longest stored head and rest. */
  largestHead: 6,
  largestRest: 7,
  /** What every reader needs: all from here on, besides the header and the records. */
  opening: 8,
} as const;

/** Entries of a block of a large dictionary. */
export const ENTRIES_PER_BLOCK = 64;

/** Bytes of the record of a column; its 32-bit words follow. */
export const COLUMN_BYTES = 32;
export const COLUMN = {
  label: 0,
  labelLength: 1,
  /** Where the offsets of the entries lie; of a dictionary in blocks, where the offsets of the blocks do. */
  entryOffsets: 2,
  /** Entries of the dictionary; of a hex id the bytes of the label without the prefix. */
  entries: 3,
  /** The column by whose code the value is predicted, or NO_PARENT. */
  parent: 4,
  /** Without a parent the predicted code, else the offset of one by code of the parent. */
  predicted: 5,
  kind: 6,
  /** 1 where the entries begin with the label. */
  fused: 7,
} as const;

export const NO_PARENT = 2 ** 32 - 1;

/**
 * `dictionary`: as above. `hex`: eight bytes, the digits behind the label; where the bit is set, a literal. `blocks`: a large
 * dictionary.
 */
export const KIND = {dictionary: 0, hex: 1, blocks: 2} as const;

/** The byte before a run of literal bytes, which are 255 at most. */
export const RAW = 0xff;

/** Longest token. */
export const MAX_TOKEN = 24;

/** Texts are copied in pieces of so many bytes: as many must follow each region. */
export const PIECE = 16;

/** Largest number of bytes of a code or length. */
export const MAX_VARINT = 5;
