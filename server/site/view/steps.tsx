/** What happened to a record, step by step: versions, readings, votes, elections. */

import type {Columns, Json} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {formatDay, formatMoney, formatPercent, formatQuarter} from '../format.ts';
import {listPath, pathTo} from '../paths.ts';
import {Strip} from './chart_parts.tsx';
import {link, Section} from './kit.tsx';
import {readable} from './readable.ts';
import type {Child, Markup, View} from './types.ts';
import {labelOf, localValue} from './value.tsx';

/** The rows of a field; none where it is blank. */
export const rowsOf = (value: Json | undefined): Row[] => (Array.isArray(value) ? (value as Row[]) : []);

const day = (value: Json | undefined, {language}: View): Markup | null =>
  typeof value === 'string' ? <time datetime={value}>{formatDay(value, language)}</time> : null;

const step = (when: Child, what: Child, detail: Child): Markup => (
  <li>
    <span class="when">{when}</span>
    <strong>{what}</strong> {detail}
  </li>
);

const money = (view: View, value: Json | undefined): string =>
  typeof value === 'number' ? formatMoney(value, view.language) : '';

/** What a published row is: its kind where the publisher says so, else its place among the versions. */
const kindOf = (view: View, version: Row, nth: number): string => {
  if (typeof version['instrument'] === 'string') return readable(view, 'instrument', version['instrument']);
  if (nth === 0) return view.t('record.original_step');
  return view.t('record.amendment', {number: String(version['amendment_number'] ?? nth)});
};

/** Who a published row names and where it was published; why it belongs to the record unfolds. */
const originOf = (view: View, version: Row): Child => {
  const fields = ['vendor', 'recipient', 'reference_number', 'reporting_period'];
  const named = fields.map((field) => version[field]).filter((value) => typeof value === 'string');
  const rule = version['rule'];
  return [
    <span class="origin">{named.join(' · ')}</span>,
    typeof rule === 'string' ? (
      <details class="help">
        <summary>
          {view.t('record.why')}
          <span class="i" aria-hidden="true">
            i
          </span>
        </summary>
        <p>{view.t('record.belongs', {rule: readable(view, 'rule', rule)})}</p>
      </details>
    ) : null,
  ];
};

/**
 * When a published row is of. Rows of the proactive disclosure repeat the day of the contract: of later ones the
 * quarter alone is known in which they were reported.
 */
const whenOf = (view: View, version: Row, first: Row): Child => {
  const {date, reporting_period: period} = version;
  return version !== first && typeof period === 'string' && date === first['date']
    ? formatQuarter(period, view.language)
    : day(date, view);
};

/** Rows that amend a record; where publishers do not say which do, all that came later. */
function amendmentsOf(rows: readonly Row[]): number {
  const kinds = rows.map(({instrument}) => instrument);
  return kinds.some((kind) => typeof kind === 'string')
    ? kinds.filter((kind) => kind === 'A').length
    : Math.max(0, rows.length - 1);
}

/** Whether a record has a line on how its value changed. */
export const hasChange = ({original_value: from, value: to, versions: rows}: Row): boolean =>
  amendmentsOf(rowsOf(rows)) > 0 && typeof from === 'number' && typeof to === 'number';

/** How the value of a record went up or down by its amendments; null of one without. */
export const changeLine = (
  view: View,
  {original_value: from, value: to, versions: rows}: Row,
): Markup | null => {
  const n = amendmentsOf(rowsOf(rows));
  if (n === 0 || typeof from !== 'number' || typeof to !== 'number') return null;
  const [rose, amounts] = [to > from, {from: money(view, from), to: money(view, to), n}];
  if (from === to) return <p class="prose">{view.t('record.unchanged', amounts)}</p>;
  const percent =
    from > 0 ? `${rose ? '+' : '−'}${formatPercent(Math.abs(to - from) / from, view.language)}` : null;
  return (
    <p class="prose" id="change">
      {percent === null
        ? view.t(rose ? 'record.rose_from_nothing' : 'record.fell_from_nothing', amounts)
        : view.t(rose ? 'record.rose' : 'record.fell', {...amounts, percent})}
    </p>
  );
};

/**
 * The published rows of a record, the current one last: the value after each, and why it belongs to the
 * record.
 */
export const versions = (view: View, row: Row): Markup => {
  const {t} = view;
  const rows = rowsOf(row['versions']);
  const change = (value: Json | undefined) =>
    typeof value === 'number' && value !== 0 ? (
      <span class="soft">{` (${t('record.change', {value: money(view, value)})})`}</span>
    ) : null;
  return (
    <Section id="versions" title={t('record.timeline')}>
      <ol class="steps">
        {rows.map((version, i) =>
          step(
            whenOf(view, version, rows[0]!),
            `${kindOf(view, version, i)}${i === rows.length - 1 ? ` · ${t('record.now')}` : ''}`,
            [money(view, version['value']), change(version['amendment_value']), originOf(view, version)],
          ),
        )}
      </ol>
    </Section>
  );
};

/** The readings of a bill. */
export const readings = (view: View, row: Row): Markup => (
  <Section id="readings" title={labelOf(view, 'bills', 'readings')}>
    <ol class="steps">
      {rowsOf(row['readings']).map((reading) =>
        step(
          day(reading['date'], view),
          readable(view, 'reading', String(reading['reading'])),
          readable(view, 'chamber', String(reading['chamber'])),
        ),
      )}
    </ol>
  </Section>
);

/** The elections of a politician, the newest first. */
export const elections = (view: View, row: Row): Markup => (
  <Section id="election_history" title={labelOf(view, 'politicians', 'election_history')}>
    <ol class="steps">
      {rowsOf(row['election_history']).map(({election_date, elected, riding, province, party, votes: n}) => {
        const where = typeof province === 'string' ? ` (${readable(view, 'province', province)})` : '';
        const rest = [
          `${String(riding)}${where}`,
          typeof party === 'string' ? readable(view, 'party', party) : '',
          typeof n === 'number' ? view.t('profile.votes', {n}) : '',
        ];
        return step(
          day(election_date, view),
          view.t(elected === true ? 'profile.elected' : 'profile.not_elected'),
          rest.filter((text) => text !== '').join(' · '),
        );
      })}
    </ol>
  </Section>
);

/** Yeas and nays as two bars that fill the width together. */
const ballot = (view: View, yea: number, nay: number): Markup => {
  const all = yea + nay || 1;
  const text = view.t('record.yea_nay', {yea, nay});
  return <Strip class="ballot" height={18} parts={{yea: yea / all, nay: nay / all}} label={text} />;
};

const partyVotes = (view: View, parties: readonly Row[]): Markup | null =>
  parties.length === 0 ? null : (
    <ul class="parties">
      {parties.map((one) => (
        <li class={`vote-${String(one['vote']).toLowerCase()}`}>
          <span class="mark" aria-hidden="true">
            {one['vote'] === 'Yes' ? '✓' : one['vote'] === 'No' ? '✗' : '±'}
          </span>
          {` ${view.t('frame.pair', {
            name: readable(view, 'party', String(one['party'])),
            value: readable(view, 'vote', String(one['vote'])),
          })}`}
        </li>
      ))}
    </ul>
  );

/** The page of a division; null of one that LEGISinfo alone lists. */
const pageOfVote = ({source_url, session_id, number}: Row): string | null =>
  typeof source_url === 'string' ? pathTo('votes', String(session_id), String(number)) : null;

const listOfVotes = ({session_id, number}: Row): string | null =>
  listPath('votes', {session: String(session_id), bill: String(number)});

/** The divisions on a bill, each with its numbers as a picture and the parties' votes. */
export const votes = (view: View, row: Row, columns: Columns): Markup | null => {
  const divisions = rowsOf(row['votes']);
  if (!columns['votes']?.fields?.['yea_total']) return null;
  if (divisions.length === 0)
    return (
      <Section id="votes" title={labelOf(view, 'bills', 'votes')}>
        <p>{view.t('votes.none_on_bill')}</p>
      </Section>
    );
  return (
    <Section id="votes" title={labelOf(view, 'bills', 'votes')}>
      <ol class="divisions">
        {divisions.map((vote) => {
          const [yea, nay] = [Number(vote['yea_total']), Number(vote['nay_total'])];
          return (
            <li>
              <p>
                {day(vote['date'], view)} <strong>{readable(view, 'result', String(vote['result']))}</strong>
              </p>
              <p>{link(view, pageOfVote(vote), String(localValue(view, vote, 'description_en') ?? ''))}</p>
              {ballot(view, yea, nay)}
              <p class="numbers">{view.t('record.yea_nay', {yea, nay})}</p>
              {partyVotes(view, rowsOf(vote['party_votes']))}
            </li>
          );
        })}
      </ol>
      {divisions.some((vote) => pageOfVote(vote) !== null) ? (
        <p>{link(view, listOfVotes(row), view.t('votes.on_bill'))}</p>
      ) : null}
    </Section>
  );
};
