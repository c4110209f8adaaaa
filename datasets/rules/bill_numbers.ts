/** Numbers of bills as people write them. */
import {fold} from './text.ts';

/**
 * `Bill C-11`, `C11`, `c 11`, `projet de loi C-11`: a letter of a chamber and a number, with nothing else but
 * the word for a bill.
 */
const BILL =
  /^(?:(?:the )?bill |(?:le )?(?:projet de )?loi )?([cs]) ?[-\u2010-\u2015]? ?([1-9]\d{0,3}[a-z]?)$/;

/** The number of a bill that a whole text means, folded as `c-11`; null for any other text. */
export function billNumberIn(text: string): string | null {
  const [, chamber, number] = BILL.exec(fold(text)) ?? [];
  return chamber === undefined ? null : `${chamber}-${number}`;
}
