/** What the states of saved searches, and what happened to records, are called. */
import type {AlertKind} from '../accounts/search_changes.ts';
import type {Cadence, Channel, SearchState} from '../accounts/searches.ts';
import type {Language} from '../site/language.ts';
import type {MessageKey} from '../site/messages.ts';

type Words<K extends string> = Readonly<Record<K, MessageKey>>;

/** How one is told. */
export const BY: Words<Channel> = {mail: 'alerts.by_mail', hook: 'alerts.by_hook', feed: 'alerts.by_feed'};
export const CHOOSE_CHANNEL: Words<Channel> = {
  mail: 'alerts.choose_mail',
  hook: 'alerts.choose_hook',
  feed: 'alerts.choose_feed',
};

/** How often. */
export const EACH: Words<Cadence> = {
  build: 'alerts.each_build',
  day: 'alerts.each_day',
  week: 'alerts.each_week',
};
export const CHOOSE_CADENCE: Words<Cadence> = {
  build: 'alerts.choose_build',
  day: 'alerts.choose_day',
  week: 'alerts.choose_week',
};

export const IN: Words<Language> = {en: 'alerts.in_en', fr: 'alerts.in_fr'};

export const STATE: Words<SearchState> = {
  on: 'alerts.is_on',
  paused: 'alerts.is_paused',
  failed: 'alerts.is_failed',
};

/** Of one record. */
export const HAPPENED: Words<AlertKind> = {
  added: 'alerts.record_added',
  changed: 'alerts.record_changed',
  removed: 'alerts.record_removed',
  returned: 'alerts.record_returned',
  left: 'alerts.record_left',
};

/** Of so many records. */
export const HAPPENED_TO: Words<AlertKind> = {
  added: 'alerts.n_added',
  changed: 'alerts.n_changed',
  removed: 'alerts.n_removed',
  returned: 'alerts.n_returned',
  left: 'alerts.n_left',
};
