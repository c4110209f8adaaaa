/** How departments type amounts and texts in the registries: each cell in one of several forms. */
import {type Cents, dollars, onePlace, shortest} from '../money.ts';
import type {Schedule} from '../quirks.ts';
import {doubled, trailing} from '../vocabulary/texts.ts';

interface Typed {
  /** An amount as the shortest number, with one place more, or with a dollar sign and commas. */
  money(cents: Cents): string;
  /** A text as it is, with trailing blanks, or with doubled ones. */
  text(plain: string): string;
}

/** Writes amounts and texts in the forms that are due. */
export const typed = (
  quirks: Schedule<'money_dollars' | 'money_one_place' | 'trailing_blanks' | 'doubled_blanks'>,
): Typed => ({
  money: (cents) => {
    if (quirks.due('money_dollars')) return dollars(cents);
    return quirks.due('money_one_place') ? onePlace(cents) : shortest(cents);
  },
  text: (plain) => {
    if (plain !== '' && quirks.due('trailing_blanks')) return trailing(plain);
    return plain.includes(' ') && quirks.due('doubled_blanks') ? doubled(plain) : plain;
  },
});
