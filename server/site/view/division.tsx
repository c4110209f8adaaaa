/** The page of a division: totals, bill, how parties voted, and the ballot of every member. */

import {PROVINCE_CODES} from '../../../datasets/codes/provinces.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Row} from '../../../engine/types.ts';
import {formatNumber} from '../format.ts';
import {addressIn} from '../french_sources.ts';
import {linkOf} from '../links.ts';
import {given, inLanguage, type Pairs} from '../paths.ts';
import {againstBadge, countedBallots, voteMark} from './ballots.tsx';
import {Strip} from './chart_parts.tsx';
import {external, Field, link, options, Section, type Shown, sentence, Table, Terms} from './kit.tsx';
import {readable, worded} from './readable.ts';
import {rowsOf} from './steps.tsx';
import type {Child, Markup, View} from './types.ts';
import {labelOf} from './value.tsx';

const VOTES = ['Yea', 'Nay', 'Paired'] as const;

const textOf = (row: Row, field: string): string => String(row[field] ?? '');

/** The page of the division at the House. */
const houseLink = (view: View, row: Row): Markup =>
  external(addressIn(view.language, textOf(row, 'source_url')), view.t('votes.house_page'));

/** Totals as the House publishes them; one leads to its ballots where all of them are loaded. */
const totals = (view: View, row: Row, members: readonly Row[]): Child => {
  const [yea, nay] = [Number(row['yea_total']), Number(row['nay_total'])];
  const all = yea + nay || 1;
  return [
    <Terms
      class="figures"
      of={(['yea_total', 'nay_total', 'paired_total'] as const).map((name, i) => {
        const [total, vote] = [Number(row[name]), VOTES[i]!];
        const loaded = members.filter((one) => one['vote'] === vote).length;
        return {
          term: labelOf(view, 'votes', name),
          value:
            loaded === total
              ? countedBallots(view, total, {vote_id: textOf(row, 'vote_id'), vote})
              : formatNumber(total, view.language),
        };
      })}
    />,
    <Strip
      class="ballot"
      height={18}
      parts={{yea: yea / all, nay: nay / all}}
      label={view.t('record.yea_nay', {yea, nay})}
    />,
  ];
};

/** What the division was about and where the House shows it. */
const about = (view: View, row: Row): Markup => {
  const label = (name: string) => labelOf(view, 'votes', name);
  const linked = (name: string): Child =>
    link(view, linkOf('votes', name, row[name] ?? null, row), textOf(row, name));
  const kind = row['document_type'];
  return (
    <Terms
      class="facts"
      of={[
        typeof row['bill_number'] === 'string' && {term: label('bill_number'), value: linked('bill_number')},
        {term: label('session_id'), value: linked('session_id')},
        {term: label('number'), value: textOf(row, 'number')},
        typeof kind === 'string' && {
          term: label('document_type'),
          value: worded(view, 'document_type', kind),
        },
        {term: view.t('record.original'), value: houseLink(view, row)},
      ].filter((one) => one !== false)}
    />
  );
};

/** How much of the ballots is loaded, where it is not all. */
const loadedNote = (view: View, row: Row, members: readonly Row[]): Markup | null => {
  const all = Number(row['yea_total']) + Number(row['nay_total']);
  const n = members.filter((one) => one['vote'] !== 'Paired').length;
  if (row['ballots_loaded'] === 'none')
    return (
      <p class="warning" id="not-loaded">
        {sentence(view, 'votes.not_loaded', {page: houseLink(view, row)})}
      </p>
    );
  if (row['ballots_loaded'] === 'some') return <p class="warning">{view.t('votes.some', {n, all})}</p>;
  const [paired, listed] = [Number(row['paired_total']), members.length - n];
  const notes = [
    n !== all && view.t('votes.differs', {n, all}),
    paired !== listed && view.t('votes.paired_differs', {n: paired, listed}),
  ].filter((one) => one !== false);
  return notes.length > 0 ? <p class="note">{notes.join(' ')}</p> : null;
};

const partyName = (view: View, row: Row): string =>
  typeof row['party'] === 'string' ? readable(view, 'party', row['party']) : view.t('frame.unknown');

/** Filters of the ballots of a party; null of ballots without a party, which no key finds. */
const ofParty = (row: Row, {party}: Row, more: Record<string, string>): Record<string, string> | null =>
  typeof party === 'string'
    ? {vote_id: textOf(row, 'vote_id'), party_key: encodeURIComponent(party), ...more}
    : null;

const ballotsOf = (party: Row): number =>
  VOTES.reduce((sum, vote) => sum + Number(party[vote.toLowerCase()]), 0);

/** The bar of a party, as long as its ballots are many beside those of the largest. */
const partyBar = (party: Row, most: number): Markup => (
  <Strip
    class="ballot"
    height={14}
    parts={Object.fromEntries(
      VOTES.map((vote) => [vote.toLowerCase(), Number(party[vote.toLowerCase()]) / most]),
    )}
  />
);

const partyColumns = (view: View, row: Row, members: readonly Row[], most: number): Shown<Row>[] => {
  const {t} = view;
  const label = (field: string) => labelOf(view, 'party_votes', field);
  const against = (one: Row) =>
    members.filter((member) => member['party'] === one['party'] && member['against_party'] === true).length;
  const counts = VOTES.map((vote): Shown<Row> => {
    const field = vote.toLowerCase();
    return {
      head: label(field),
      label: label(field),
      kind: 'figure',
      cell: (one) => countedBallots(view, Number(one[field]), ofParty(row, one, {vote})),
    };
  });
  return [
    {head: label('party'), cell: (one) => partyName(view, one)},
    {head: <span class="sr">{t('votes.bar')}</span>, cell: (one) => partyBar(one, most)},
    ...counts,
    {
      head: label('party_vote'),
      label: label('party_vote'),
      cell: ({party_vote: side}) =>
        typeof side === 'string' ? readable(view, 'vote', side) : t('votes.no_side'),
    },
    {
      head: t('votes.against'),
      label: t('votes.against'),
      kind: 'figure',
      cell: (one) => countedBallots(view, against(one), ofParty(row, one, {against_party: 'true'})),
    },
  ];
};

/** A bar for each party with the numbers beside it. */
const parties = (view: View, row: Row, members: readonly Row[]): Markup => {
  const all = rowsOf(row['party_votes']);
  const title = view.t('votes.parties');
  return (
    <Section id="parties" title={title}>
      <Table
        class="records parties-table"
        caption={title}
        columns={partyColumns(view, row, members, Math.max(...all.map(ballotsOf)))}
        rows={all}
      />
    </Section>
  );
};

/** Names of the filters of members: those of the list of ballots. */
const FILTERS = ['name', 'party', 'province', 'vote', 'against_party'] as const;

/** The ballots that fit what is asked; a filter without a value asks nothing. */
export function chosenMembers(members: readonly Row[], asked: Pairs): Row[] {
  const [name, party, province, vote, against] = FILTERS.map((one) => given(asked, one).trim());
  return members.filter(
    (one) =>
      fold(textOf(one, 'name')).includes(fold(name!)) &&
      (party === '' || one['party'] === party) &&
      (province === '' || one['province'] === province) &&
      (vote === '' || one['vote'] === vote) &&
      (against === '' || String(one['against_party']) === against),
  );
}

const memberForm = (view: View, members: readonly Row[], asked: Pairs, path: string): Markup => {
  const {t} = view;
  const valuesOf = (field: string, all: readonly string[]): [string, string][] =>
    all
      .filter((value) => members.some((one) => one[field] === value))
      .map((value) => [value, readable(view, field, value)]);
  const partyNames = [...new Set(members.map((one) => textOf(one, 'party')))].filter(Boolean);
  const select = (name: string, label: string, values: [string, string][]): Markup => (
    <Field id={`filter-${name}`} label={label}>
      <select id={`filter-${name}`} name={name}>
        {options(values, given(asked, name), t('frame.any'))}
      </select>
    </Field>
  );
  const label = (field: string) => labelOf(view, 'member_votes', field);
  return (
    <form class="filters inline" action={inLanguage(path, view.language)} data-live="">
      <Field id="filter-name" label={label('name')}>
        <input id="filter-name" name="name" value={given(asked, 'name')} autocomplete="off" maxlength={200} />
      </Field>
      {select('party', label('party'), valuesOf('party', partyNames))}
      {select('province', label('province'), valuesOf('province', PROVINCE_CODES))}
      {select('vote', label('vote'), valuesOf('vote', VOTES))}
      {select('against_party', t('votes.line'), [
        ['false', t('votes.with')],
        ['true', t('votes.against')],
      ])}
      <button type="submit">{t('list.show')}</button>
    </form>
  );
};

/** A member with the ballot, marked where it is against the own party. */
const memberItem = (view: View, one: Row): Markup => {
  const vote = textOf(one, 'vote');
  const province = typeof one['province'] === 'string' ? readable(view, 'province', one['province']) : '';
  const place = [textOf(one, 'riding'), province].filter(Boolean).join(', ');
  return (
    <li class={`vote-${vote.toLowerCase()}`}>
      {voteMark(vote)}
      <span>
        {link(view, linkOf('member_votes', 'name', one['name'] ?? null, one), textOf(one, 'name'))}{' '}
        {readable(view, 'vote', vote)} {againstBadge(view, one)}
        <span class="soft">{place}</span>
      </span>
    </li>
  );
};

/** The members of the chosen ballots, by party in the order of the parties. */
const memberGroups = (view: View, row: Row, chosen: readonly Row[]): Child => {
  const groups = Map.groupBy(chosen, (one) => textOf(one, 'party'));
  return rowsOf(row['party_votes']).map((party) => {
    const of = groups.get(textOf(party, 'party'));
    return of === undefined ? null : (
      <>
        <h3>
          {partyName(view, party)} <span class="soft">{formatNumber(of.length, view.language)}</span>
        </h3>
        <ul class="members">{of.map((one) => memberItem(view, one))}</ul>
      </>
    );
  });
};

const memberSection = (view: View, row: Row, members: readonly Row[], asked: Pairs, path: string): Markup => {
  const chosen = chosenMembers(members, asked);
  return (
    <Section id="members" title={labelOf(view, 'votes', 'member_votes')}>
      <p class="note">
        {view.t('votes.rule')} {row['ballots_loaded'] === 'whole' ? view.t('votes.absent') : ''}
      </p>
      {memberForm(view, members, asked, path)}
      <div id="results" tabindex={-1}>
        <p class="total" role="status">
          <strong>{view.t('votes.shown', {n: chosen.length, all: members.length})}</strong>
        </p>
        {chosen.length === 0 ? <p class="empty">{view.t('list.empty')}</p> : memberGroups(view, row, chosen)}
      </div>
    </Section>
  );
};

/** The parts of the page between its head and its origin. `path` is that of the page below a language. */
export const division = (view: View, row: Row, asked: Pairs, path: string): Child => {
  const members = rowsOf(row['member_votes']);
  return [
    totals(view, row, members),
    about(view, row),
    loadedNote(view, row, members),
    members.length === 0
      ? null
      : [parties(view, row, members), memberSection(view, row, members, asked, path)],
  ];
};
