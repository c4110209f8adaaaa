/** What divisions and members share: a vote with its mark, a vote against the own party, lists of ballots. */

import type {Row} from '../../../engine/types.ts';
import {formatNumber} from '../format.ts';
import {listPath} from '../paths.ts';
import {link} from './kit.tsx';
import {readable} from './readable.ts';
import type {Child, Markup, View} from './types.ts';

const MARKS: Readonly<Record<string, string>> = {Yea: '✓', Nay: '✗'};

/** The sign of a vote, whose word stands beside it. */
export const voteMark = (vote: string): Markup => (
  <span class="mark" aria-hidden="true">
    {MARKS[vote] ?? '–'}
  </span>
);

/** A vote as a word with its sign. */
export const voteText = (view: View, row: Row): Markup => {
  const vote = String(row['vote']);
  return (
    <span class={`vote-${vote.toLowerCase()}`}>
      {voteMark(vote)} {readable(view, 'vote', vote)}
    </span>
  );
};

/** Said beside a yea or nay against the majority of the own party. */
export const againstBadge = (view: View, row: Row): Markup | null =>
  row['against_party'] === true ? (
    <span class="badge">
      <span class="sr">, </span>
      {view.t('votes.against').toLowerCase()}
    </span>
  ) : null;

/** A number of ballots that leads to them; nothing leads to none, or where no filters find them (null). */
export const countedBallots = (
  view: View,
  n: number,
  filters: Readonly<Record<string, string>> | null,
): Child =>
  link(view, n === 0 || !filters ? null : listPath('ballots', filters), formatNumber(n, view.language));
