/** The page of the operator: builds, sources, accounts, messages and alerts. Others are told that there is none. */
import type {Context} from 'hono';
import type {BuildInfo} from '../../engine/types.ts';
import type {BusyAccount} from '../accounts/reports.ts';
import {utcDay} from '../accounts/usage.ts';
import {formatNumber} from '../site/format.ts';
import type {Child, Markup} from '../site/html.tsx';
import type {Text} from '../site/messages.ts';
import type {View} from '../site/view/types.ts';
import type {PageEnv} from './env.ts';
import {errorPage} from './error_pages.tsx';
import {page} from './page.ts';
import type {PageServices} from './page_services.ts';
import {card, facts, table, time} from './parts.tsx';
import {signedInAccount} from './session.ts';

export const OPERATOR = '/operator';

/** Rows of each table of accounts, of messages and of builds. */
const MOST = 20;

const DAYS = 30;
const DAY_MS = 86_400_000;

/** A table under its title, or a sentence where it has no row. */
function listed(
  view: View,
  id: string,
  title: Text,
  heads: readonly Text[],
  rows: readonly Child[][],
): Markup {
  const {t} = view;
  const shown =
    rows.length === 0 ? (
      <p>{t('operator.none')}</p>
    ) : (
      table(
        view,
        t(title),
        heads.map((head) => t(head)),
        rows,
      )
    );
  return card(id, t(title), shown, 'card wide');
}

function buildSection(view: View, info: BuildInfo | null): Markup {
  const {t} = view;
  if (!info) return card('build', t('operator.build'), <p>{t('operator.no_build')}</p>, 'card wide');
  const records = Object.values(info.records).reduce((sum, count) => sum + count, 0);
  const builds = [...(info.log?.builds ?? []), ...(info.log ? [info.log.build] : [])]
    .toReversed()
    .slice(0, MOST);
  return card(
    'build',
    t('operator.build'),
    [
      facts([
        [t('operator.build_id'), <code>{info.build_id}</code>],
        [t('operator.as_of'), time(view, `${info.data_as_of}Z`)],
        [t('operator.records'), formatNumber(records, view.language)],
      ]),
      table(
        view,
        t('operator.builds'),
        [t('operator.build_id'), t('operator.built')],
        builds.map(({build_id, built_at}) => [<code>{build_id}</code>, time(view, `${built_at}Z`)]),
      ),
    ],
    'card wide',
  );
}

/** Sources that could not be renewed come first. */
function sourceSection(view: View, info: BuildInfo | null): Markup {
  const {t} = view;
  const sources = (info?.sources ?? []).toSorted(
    (a, b) => Number(b.stale_since !== null) - Number(a.stale_since !== null) || b.rejected - a.rejected,
  );
  const rows = sources.map(({slug, read, kept, merged, rejected, stale_since}) => [
    slug,
    read,
    kept,
    merged,
    rejected,
    stale_since === null ? t('operator.fresh') : <strong>{t('operator.stale', {day: stale_since})}</strong>,
  ]);
  const heads = ['source', 'read', 'kept', 'merged', 'rejected', 'state'].map(
    (name) => `operator.${name}` as Text,
  );
  return listed(view, 'sources', 'operator.sources', heads, rows);
}

const accountRows = (view: View, accounts: readonly BusyAccount[]): Child[][] =>
  accounts.map(({name, tier, created_at, requests}) => [
    name,
    view.t(`tiers.${tier}_name`),
    time(view, created_at),
    requests,
  ]);

const ACCOUNT_HEADS: readonly Text[] = [
  'operator.account',
  'dashboard.tier',
  'dashboard.created',
  'operator.requests',
];

function accountSections(view: View, {tables}: PageServices, now: number): Markup[] {
  const {t} = view;
  const {reports} = tables;
  const since = utcDay(now - (DAYS - 1) * DAY_MS);
  const tiers = reports
    .tiers(new Date(now))
    .map(({tier, open, keyed, closed}) => [t(`tiers.${tier}_name`), open, keyed, closed]);
  return [
    listed(
      view,
      'accounts',
      'operator.accounts',
      ['dashboard.tier', 'operator.open', 'operator.keyed', 'operator.closed'],
      tiers,
    ),
    listed(
      view,
      'busiest',
      'operator.busiest',
      ACCOUNT_HEADS,
      accountRows(view, reports.busiest(since, MOST)),
    ),
    listed(view, 'newest', 'operator.newest', ACCOUNT_HEADS, accountRows(view, reports.newest(since, MOST))),
  ];
}

function messageSections(view: View, {tables}: PageServices, now: number): Child[] {
  const {mail, reports, searches} = tables;
  const counts = mail.counts().map(({state, messages, unsure}) => [state, messages, unsure]);
  const faults = mail
    .faults(MOST)
    .map(({id, kind, state, tries, due_at, why}) => [
      String(id),
      kind,
      state,
      tries,
      state === 'waiting' ? time(view, due_at) : '',
      why,
    ]);
  const followed = reports.searches().map(({state, channel, searches: count}) => [state, channel, count]);
  const {searches: due, seconds} = searches.waiting(new Date(now));
  return [
    listed(view, 'mail', 'operator.mail', ['operator.state', 'operator.messages', 'operator.twice'], counts),
    listed(
      view,
      'faults',
      'operator.faults',
      [
        'operator.message',
        'operator.kind',
        'operator.state',
        'operator.tries',
        'operator.due',
        'operator.why',
      ],
      faults,
    ),
    listed(
      view,
      'alerts',
      'operator.alerts',
      ['operator.state', 'operator.channel', 'operator.searches'],
      followed,
    ),
    due === 0 ? null : <p>{view.t('operator.alerts_due', {n: due, minutes: Math.floor(seconds / 60)})}</p>,
  ];
}

/** Answers 404 to everybody but accounts that `fpd-admin account operator` named. */
export function operatorPage(c: Context<PageEnv>, pageServices: PageServices): Response | Promise<Response> {
  const {services} = pageServices;
  const session = signedInAccount(c, services);
  if (!session?.person.isOperator) return errorPage(c, services, 'not_found');
  const now = services.context.now();
  const info = services.context.builds.info();
  return page(c, services, (view) => ({
    title: view.t('operator.title'),
    body: (
      <div class="account">
        <h1>{view.t('operator.title')}</h1>
        <p class="lead">{view.t('operator.lead')}</p>
        <div class="pairs">
          {buildSection(view, info)}
          {sourceSection(view, info)}
          {accountSections(view, pageServices, now)}
          {messageSections(view, pageServices, now)}
        </div>
      </div>
    ),
  }));
}
