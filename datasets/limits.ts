/** How much one run may change of a source: the one table of limits. */

/** Beyond `warn` the closing words say so; beyond `error` the old part stays. */
interface Limit {
  warn: number;
  error: number;
}

export const LIMITS = {
  /** Rows rejected, as a share of those read: judged in every run, the first one included. */
  rejected: {warn: 0.05, error: 0.2},
  /** Records fewer and more than in the build before, as a share of those. */
  fewer: {warn: 0.02, error: 0.2},
  more: {warn: 0.3, error: 1},
  /** Records fewer of one year; the newest year is still filling. Yearly files vanish one by one. */
  year: {warn: 0.02, error: 0.2},
  /** Rows fewer of one file, by name. */
  file: {warn: 0.2, error: 0.5},
  /** Ids of the build before that are gone: a key that was given anew ends every permalink. */
  gone: {warn: 0.05, error: 0.3},
  /** The same of the records that one file had. The others may be right: a warning. */
  goneOfFile: {warn: 0.2, error: 1},
  /**
   * Cells of one column that differ in records of both builds. Where one file of fifteen is bad, a fifteenth
   * of them do.
   */
  changed: {warn: 0.05, error: 0.6},
  /** The same of the records of one file, which may be few: a file gone wrong differs in most of them. */
  changedInFile: {warn: 0.05, error: 1},
  /**
   * Records of both builds in which a list of one column only grew: one misread column adds an element to
   * each.
   */
  grown: {warn: 0.3, error: 1},
  /** Loss of the share of cells of one column that are not blank. */
  filled: {warn: 0.1, error: 0.5},
  /** Factor by which sum or median of a column of money moves, either way, signs and zeros aside. */
  money: {warn: 1.5, error: 4},
  /**
   * Factor by which the number of different texts of a column moves, either way, beside that of the records.
   */
  distinct: {warn: 2, error: 5},
  /** Days by which the newest date goes back; dates after the day of the fetch do not count. */
  older: {warn: 7, error: 90},
} satisfies Record<string, Limit>;

export type LimitName = keyof typeof LIMITS;

/**
 * Fewer records, rows or cells than this are not judged: they may be single errors, which the report lists.
 */
export const LEAST_JUDGED = 5;
