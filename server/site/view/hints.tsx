/** Why a list or a search is empty, with links to what there is instead. */
import type {Hint} from '../../api/routes/hints.ts';
import {formatDay} from '../format.ts';
import {joined} from './kit.tsx';
import type {Child, Markup, View} from './types.ts';

/** The page that the hints are of. */
export interface HintedPage {
  /** What is dropped: a filter by its name, a word of the search by itself. */
  label: (filter: string, value: string) => string;
  /** That nothing matches a filter or a word. */
  nothing: (hint: Hint) => string;
  /** How a value of a filter is shown. */
  shown: (filter: string, value: string) => string;
  /** Address without some filters. */
  without: (hint: Hint) => string;
  /** Address with another value. */
  instead: (hint: Hint, value: string) => string;
  /** Whether a filter is a lower bound, an upper one, or none. */
  bound: (filter: string) => 'lower' | 'upper' | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** What is wrong with the filter; null where it only excludes what others match. */
function fault({t, language}: View, page: HintedPage, hint: Hint): string | null {
  const {filter, value, reason, from, to} = hint;
  const what = page.label(filter, value);
  if (reason === 'no_match') return page.nothing(hint);
  if (reason === 'blank') return t('hints.blank', {what});
  if (reason === 'outside_period')
    return t('hints.outside_period', {from: formatDay(from!, language), to: formatDay(to!, language)});
  return null;
}

/** Values that there are, as links; of a bound the day that is nearest. */
function nearest(view: View, page: HintedPage, hint: Hint): Child {
  const {t, language} = view;
  const {filter, nearest: values = []} = hint;
  const bound = page.bound(filter);
  const [first] = values;
  if (first === undefined) return null;
  if (bound !== null && DAY.test(first)) {
    const day = formatDay(first, language);
    return ` ${t(bound === 'lower' ? 'hints.newest_without' : 'hints.oldest_without', {day})}`;
  }
  const links = values.map((value) => <a href={page.instead(hint, value)}>{page.shown(filter, value)}</a>);
  return [` ${t('hints.nearest', {n: values.length})} `, joined(links, ', ')];
}

function line(view: View, page: HintedPage, hint: Hint): Markup {
  const {t} = view;
  const {filter, and, total} = hint;
  const what = page.label(filter, hint.value);
  const text = (n: number) =>
    and === undefined
      ? t('hints.loosen', {what, n})
      : t('hints.loosen_both', {what, other: page.label(and, ''), n});
  const said = fault(view, page, hint);
  const others = nearest(view, page, hint);
  const loosened = total === undefined ? null : <a href={page.without(hint)}>{text(total)}</a>;
  return <li>{said === null ? [loosened, others] : [said, others, loosened && ' ', loosened]}</li>;
}

/** One line for each hint; nothing without hints. */
export const hintList = (view: View, page: HintedPage, hints: readonly Hint[]): Markup | null =>
  hints.length === 0 ? null : <ul>{hints.map((hint) => line(view, page, hint))}</ul>;
