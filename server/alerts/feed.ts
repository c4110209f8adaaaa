/** The private feed of a saved search (Atom, RFC 4287): its newest changes, one entry each. */
import type {Engine} from '../../engine/types.ts';
import {MOST_RECORDS, type StoredChanges} from '../accounts/search_changes.ts';
import type {SavedSearch} from '../accounts/searches.ts';
import {ApiError} from '../api/errors.ts';
import {nameUuid} from '../api/formats/name_uuid.ts';
import {emptyElement, textElement} from '../api/formats/xml.ts';
import {SERVICE} from '../labels/service.ts';
import {TRANSLATE} from '../site/messages.ts';
import {inLanguage} from '../site/paths.ts';
import {recordTeller} from './alert.ts';
import {followedOrError} from './followed.ts';
import {HAPPENED} from './words.ts';

/** A stored time, UTC, as RFC 3339. */
const timeOf = (stored: string): string => `${stored.replace(/Z$/, '')}Z`;

/** `all`: its changes, newest first. Null where its list is none any more. */
export function privateFeed(
  engine: Engine,
  search: SavedSearch,
  all: readonly StoredChanges[],
  origin: string,
): string | null {
  const {id, name, list, language, created_at} = search;
  const t = TRANSLATE[language];
  const asked = followedOrError(list);
  if (asked instanceof ApiError) return null;
  const tell = recordTeller(engine, asked, language);
  const newest = all
    .flatMap(({id: changes, built_at, records}) => records.map((one) => ({changes, built_at, one})))
    .slice(0, MOST_RECORDS);
  const entries = newest.map(({changes, built_at, one: [kind, record]}) => {
    const {title, summary, path} = tell(kind, record);
    const href = origin + inLanguage(path, language);
    return `<entry>${[
      textElement('id', `urn:uuid:${nameUuid(`alert ${id} ${changes} ${record}`)}`),
      textElement('title', t('frame.pair', {name: t(HAPPENED[kind]), value: title})),
      textElement('updated', timeOf(built_at)),
      emptyElement('link', {rel: 'alternate', type: 'text/html', href}),
      textElement('summary', summary),
    ].join('')}</entry>`;
  });
  const [latest] = newest;
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    textElement('id', `urn:uuid:${nameUuid(`alerts ${id}`)}`),
    textElement('title', t('alerts.feed_title', {name})),
    textElement('updated', timeOf(latest?.built_at ?? created_at)),
    `<author>${textElement('name', SERVICE[language])}</author>`,
    emptyElement('link', {rel: 'alternate', type: 'text/html', href: origin + inLanguage(list, language)}),
    ...entries,
    '</feed>\n',
  ].join('\n');
}
