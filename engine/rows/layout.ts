/**
 * The bytes of stored rows.
 *
 * A row has two parts, each in a file of its own: the head has the fields of the list item, the rest those
 * that a single record adds. A part begins with one bit for each of its columns, set where the value is the
 * predicted one and takes no bytes. The other values follow in the order of the columns, each as a code: 0
 * for a literal text behind it, else 1 more than the number of an entry of the column's dictionary. Codes and
 * lengths are numbers in groups of seven bits, the lowest first.
 *
 * An id of hex digits is eight bytes; where its bit is set, it is a literal.
 *
 * A literal is its length in bytes and its tokens: a byte below `short` is a token, RAW is followed by a
 * length and as many bytes, another byte and the one behind it are a token of the rest of the table.
 *
 * The values file has what all rows share, as the decoder reads it from memory: a header, a record for each
 * column, then the texts. Its offsets are bytes from its beginning; those of texts have one more for the end
 * of the last text.
 */

/** Words of 32 bits of the header. */
export const HEADER = {
  columns: 0,
  /** Columns of the head. */
  inHead: 1,
  tokenOffsets: 2,
  /** Tokens of one byte. */
  short: 3,
  /** Longest rendered item and row, with their line feeds. */
  largestItem: 4,
  largestRow: 5,
} as const;
export const HEADER_WORDS = 16;

/** Words of the record of a column. */
export const COLUMN = {
  /** What stands before the value; of an id with its prefix. */
  label: 0,
  labelLength: 1,
  /** Where the offsets of the entries lie. */
  entryOffsets: 2,
  /** The column by whose code the value is predicted, or NO_PARENT. */
  parent: 3,
  /** Without a parent the predicted code, else the offset of one by code of the parent. */
  predicted: 4,
  /** Of an id the bytes of the label without the prefix, else 0. */
  idLabelLength: 5,
  /** 1 where the entries begin with the label. */
  labelled: 6,
} as const;
export const COLUMN_WORDS = 8;

export const NO_PARENT = -1;

/** The byte before a run of literal bytes, which are 255 at most. */
export const RAW = 0xff;

/** Longest token. */
export const MAX_TOKEN = 24;

/**
 * Texts are copied eight bytes at a time: as many must follow what is read, and may be written behind a text.
 */
export const SLACK = 8;

/** What is rendered from memory lies in so many bytes at most. */
export const MAX_IN_MEMORY = 2 ** 31 - 1;

/** Largest number of bytes of a code or length. */
export const MAX_VARINT = 5;
