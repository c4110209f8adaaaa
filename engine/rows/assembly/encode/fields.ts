/** Record of a field, as offsets of its 32-bit words; `../../encoder_program.ts` names them too. */

/** Record of a field, as offsets of its 32-bit words; `../encoder_program.ts` names them too. */
export const FIELD_BYTES: usize = 96;
/** The label, `,"name":`, and its length. */
export const LABEL: usize = 0;
export const LABEL_LENGTH: usize = 4;
/** What is before the digits of a hex id, and its length; 0 for every other field. */
export const PREFIX: usize = 8;
export const PREFIX_LENGTH: usize = 12;
/** The field by whose code this one is predicted, or NO_PARENT with the code that is predicted always. */
export const PARENT: usize = 16;
export const PREDICTED: usize = 20;
/** Predicted codes by code of the parent: address and number. */
export const TABLE: usize = 24;
export const TABLE_LENGTH: usize = 28;
/** The dictionary: bytes and offsets of its entries, with what is allocated for each, and their number. */
export const BYTES: usize = 32;
export const BYTES_SIZE: usize = 36;
export const OFFSETS: usize = 40;
export const OFFSETS_SIZE: usize = 44;
export const COUNT: usize = 48;
/** A hash table of pairs of code and hash, a power of two of them. */
export const SLOTS: usize = 52;
export const SLOTS_LENGTH: usize = 56;
/** Counters of values without an entry. */
export const COUNTERS: usize = 60;
/**
 * Where the values of a field are collected: a record like that of a field, whose dictionary has every value that occurred; 0 where
 * they are not. Its table has one more than the number of a value by its code in the dictionary of the field, and CODES the
 * code by number, with what is allocated for them.
 */
export const COLLECTOR: usize = 64;
export const CODES: usize = 0;
export const CODES_SIZE: usize = 4;
/** The number of a collected value is written to this place of its row. */
export const PLACE: usize = 68;
/** How often a value was not the predicted one: up with each that was not, down with each that was. */
export const MISSES: usize = 72;
/** Of the value of the row that is encoded: where it begins and ends, and its hash where it was computed ahead. */
export const FROM: usize = 76;
export const TO: usize = 80;
export const HASH: usize = 84;
/** The word of a table that is read next for it; 0 where none is. */
export const NEXT: usize = 88;
export const NO_PARENT: u32 = 0xffffffff;
