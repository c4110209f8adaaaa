/** The votes on the page of a politician: counts that lead to them, by session, the newest, and a search. */

import type {Row} from '../../../engine/types.ts';
import {formatDay, formatNumber} from '../format.ts';
import {linkOf} from '../links.ts';
import type {MemberVotes} from '../load/member_votes.ts';
import {inLanguage, LISTS, listPath, withQuery} from '../paths.ts';
import {againstBadge, countedBallots, voteText} from './ballots.tsx';
import {Field, hidden, link, options, Section, type Shown, Table, Terms} from './kit.tsx';
import {readable} from './readable.ts';
import type {Child, Markup, View} from './types.ts';
import {labelOf, localValue, missing} from './value.tsx';

const figures = (view: View, votes: MemberVotes): Markup => {
  const {t} = view;
  const own = Object.fromEntries(votes.filter);
  return (
    <Terms
      class="figures"
      of={[
        {term: t('votes.all'), value: countedBallots(view, votes.total, own)},
        {
          term: t('votes.with'),
          value: countedBallots(view, votes.withParty, {...own, against_party: 'false'}),
        },
        {
          term: t('votes.against'),
          value: countedBallots(view, votes.againstParty, {...own, against_party: 'true'}),
        },
      ]}
    />
  );
};

/** Votes by session, with the share of those held in which the member took part, where it can be known. */
const sessions = (view: View, {sessions: rows, filter}: MemberVotes): Markup | null => {
  if (rows.length === 0) return null;
  const {t, language} = view;
  const own = Object.fromEntries(filter);
  const percent = new Intl.NumberFormat(`${language}-CA`, {style: 'percent', maximumFractionDigits: 1});
  const label = (name: string) => labelOf(view, 'voting_records', name);
  const counted = (name: string, more: Record<string, string>): Shown<Row> => ({
    head: label(name),
    label: label(name),
    kind: 'figure',
    cell: (row) =>
      countedBallots(view, Number(row[name]), {...own, session: String(row['session_id']), ...more}),
  });
  const held = (row: Row): Child => {
    if (typeof row['divisions'] !== 'number') return missing(view);
    const [date_from, date_to] = [String(row['first_date']), String(row['last_date'])];
    const days = {session: String(row['session_id']), ballots: 'whole', date_from, date_to};
    return link(view, listPath('votes', days), formatNumber(row['divisions'], language));
  };
  const columns: Shown<Row>[] = [
    {
      head: label('session_id'),
      cell: (row) =>
        link(
          view,
          linkOf('voting_records', 'session_id', row['session_id']!, row),
          String(row['session_id']),
        ),
    },
    counted('votes', {}),
    counted('with_party', {against_party: 'false'}),
    counted('against_party', {against_party: 'true'}),
    {head: label('divisions'), label: label('divisions'), kind: 'figure', cell: held},
    {
      head: label('share_voted'),
      label: label('share_voted'),
      kind: 'figure',
      cell: (row) =>
        typeof row['share_voted'] === 'number' ? percent.format(row['share_voted']) : missing(view),
    },
  ];
  return (
    <>
      <h3>{t('votes.by_session')}</h3>
      <Table class="records" caption={t('votes.by_session')} columns={columns} rows={rows} />
      <p class="note">{t('votes.share_why')}</p>
    </>
  );
};

/** The form leads to the list of the member's ballots, which has pages. */
const searchVotes = (view: View, {filter, sessions: rows}: MemberVotes): Markup => {
  const {t, language} = view;
  const {path, parameters} = LISTS.get('ballots')!;
  const select = (name: string, label: string, values: [string, string][]): Markup => (
    <Field id={`votes-${name}`} label={label}>
      <select id={`votes-${name}`} name={name}>
        {options(values, '', t('frame.any'))}
      </select>
    </Field>
  );
  return (
    <form class="filters inline" action={inLanguage(path, language)}>
      {hidden(filter)}
      <Field id="votes-q" label={t('votes.subject')}>
        <input id="votes-q" name="q" autocomplete="off" maxlength={200} />
      </Field>
      {select(
        'vote',
        labelOf(view, 'ballots', 'vote'),
        parameters['vote']!.values!.map((value) => [value, readable(view, 'vote', value)]),
      )}
      {select('against_party', t('votes.line'), [
        ['false', t('votes.with')],
        ['true', t('votes.against')],
      ])}
      {select(
        'session',
        labelOf(view, 'ballots', 'session_id'),
        rows.map((row) => [String(row['session_id']), String(row['session_id'])]),
      )}
      <button type="submit">{t('votes.find')}</button>
    </form>
  );
};

const newest = (view: View, {newest: rows}: MemberVotes): Markup => {
  const {t, language} = view;
  const label = (name: string) => labelOf(view, 'ballots', name);
  const columns: Shown<Row>[] = [
    {
      head: t('votes.subject'),
      cell: (row) =>
        link(
          view,
          linkOf('ballots', 'description_en', row['description_en'] ?? null, row),
          String(localValue(view, row, 'description_en')),
        ),
    },
    {
      head: label('date'),
      label: label('date'),
      kind: 'day',
      cell: (row) => <time datetime={String(row['date'])}>{formatDay(String(row['date']), language)}</time>,
    },
    {
      head: label('vote'),
      label: label('vote'),
      cell: (row) => [voteText(view, row), ' ', againstBadge(view, row)],
    },
    {
      head: label('result'),
      label: label('result'),
      cell: (row) => readable(view, 'result', String(row['result'])),
    },
  ];
  return (
    <>
      <h3>{t('votes.newest')}</h3>
      <Table class="records" caption={t('votes.newest')} columns={columns} rows={rows} />
    </>
  );
};

/** The section; null where nothing is to be said of votes. */
export const memberVotes = (view: View, votes: MemberVotes | null): Markup | null => {
  if (!votes) return null;
  const {t} = view;
  if (votes.total === 0)
    return (
      <Section id="votes" title={t('votes.title')}>
        <p>{t('votes.none_loaded')}</p>
      </Section>
    );
  const others = votes.total - votes.withParty - votes.againstParty;
  return (
    <Section id="votes" title={t('votes.title')} class="wide">
      {figures(view, votes)}
      <p class="note">
        {others > 0 ? `${t('votes.others', {n: others})} ` : ''}
        {t('votes.rule')}
      </p>
      {sessions(view, votes)}
      {newest(view, votes)}
      {searchVotes(view, votes)}
      <p>
        {link(
          view,
          withQuery(LISTS.get('ballots')!.path, votes.filter),
          t('votes.all_list', {n: votes.total}),
        )}
      </p>
    </Section>
  );
};
