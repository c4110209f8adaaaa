/** Atom (RFC 4287): a page of a list as a feed, so that a saved query can be followed by any feed reader. */
import {datasetOrEntity, idColumn, loggedAs} from '../../../datasets/index.ts';
import type {BuildInfo, Row} from '../../../engine/types.ts';
import {datasetLabels, type Label, parameterLabel} from '../../labels/index.ts';
import {SERVICE} from '../../labels/service.ts';
import {nextTarget, safeTarget} from '../next_link.ts';
import type {PageResult, Removed} from '../operations/result.ts';
import type {Call} from '../request/call.ts';
import {parseTarget} from '../request/target.ts';
import {MEDIA_TYPES} from '../routes/formats.ts';
import {BASE_PATH, SINGLES} from '../routes/index.ts';
import {pathOfId, recordPath} from '../routes/record_path.ts';
import type {ListRoute} from '../routes/types.ts';
import {SYNTHETIC_LABEL} from '../synthetic.ts';
import {feedEntry} from './feed_entry.ts';
import {nameUuid} from './name_uuid.ts';
import {metaHeaders, type Rendered} from './render.ts';
import {emptyElement, textElement} from './xml.ts';

/** Where a feed is: its links are absolute, since readers keep feeds apart from their address. */
export interface FeedAddress {
  /** Public address of the service without a slash at the end. */
  origin: string;
  /** Path and query of the feed as requested. */
  target: string;
  /** Whether records have pages for people. */
  pages: boolean;
}

/** The URI of a name: a `tag:` URI would need a domain that is ours for good, a UUID needs none. */
const idOf = (name: string): string => `urn:uuid:${nameUuid(name)}`;

/** The filters of a feed as given, for its title and for the page with the same list. */
const filtersOf = ({parameters}: ListRoute, target: string): [string, string][] =>
  parseTarget(target).pairs.filter(([name, value]) => parameters[name] !== undefined && value.trim() !== '');

function titleOf({dataset}: ListRoute, filters: readonly [string, string][], language: keyof Label): string {
  const texts = filters.map(([name, value]) => `${parameterLabel(dataset, name)[language]}: ${value}`);
  return [datasetLabels(dataset).title[language], ...texts].join(' · ');
}

/** Links of a record: its page, its JSON, and where the publisher has it. */
function linksOf(route: ListRoute, row: Row, language: keyof Label, {origin, pages}: FeedAddress): string[] {
  const path = recordPath(route.dataset, row);
  const source = row['source_url'];
  const link = (rel: string, type: string | null, href: string) => emptyElement('link', {rel, type, href});
  return [
    ...(pages ? [link('alternate', 'text/html', `${origin}/${language}${path}`)] : []),
    link('alternate', MEDIA_TYPES.json, `${origin}${BASE_PATH}${path}`),
    ...(typeof source === 'string' && /^https?:\/\//i.test(source) ? [link('via', null, source)] : []),
  ];
}

/**
 * A record and its view in another list are one entry: its name is the path in the list of all. Of records that
 * another one shows, several share its path: their name has their id.
 */
function entryName({dataset, path}: ListRoute, row: Row): string {
  const declaration = datasetOrEntity(dataset);
  if (!SINGLES.has(dataset)) return `${path}/${row[idColumn(declaration)]}`;
  const name = recordPath(('view' in declaration && declaration.view?.table) || dataset, row);
  if (name === null) throw new Error(`${path} is a feed of records that no operation shows`);
  return name;
}

function entry(call: Call, route: ListRoute, row: Row, info: BuildInfo, address: FeedAddress) {
  const language = call.lang === 'fr' ? 'fr' : 'en';
  const {title, summary, updated, published} = feedEntry(call, route.dataset, row, info.data_as_of);
  const elements = [
    textElement('id', idOf(entryName(route, row))),
    textElement('title', title),
    textElement('updated', updated),
    ...(published === null ? [] : [textElement('published', published)]),
    ...linksOf(route, row, language, address),
    textElement('summary', summary),
  ];
  return {updated, xml: `<entry>${elements.join('')}</entry>`};
}

/** A page of rows, of the first page with records that are gone. */
interface FeedPage extends Pick<PageResult, 'meta' | 'removed'> {
  items: readonly Row[];
}

const TOMBSTONES = ' xmlns:at="http://purl.org/atompub/tombstones/1.0"';

/** A record that is gone (RFC 6721): readers drop the entry of that name, if they ever had it. */
function deletedEntry({dataset}: ListRoute, {record_id, at, why}: Removed, language: keyof Label): string {
  const name = pathOfId(loggedAs(dataset), record_id);
  if (name === null) throw new Error(`no operation shows single records of ${dataset}`);
  const comment = textElement('at:comment', why[language]);
  return `<at:deleted-entry ref="${idOf(name)}" when="${at}">${comment}</at:deleted-entry>`;
}

/** Links of the feed: itself, the page with the same list, and its next page. */
function feedLinks(
  route: ListRoute,
  filters: readonly [string, string][],
  next: string | null,
  language: keyof Label,
  {origin, target, pages}: FeedAddress,
): string[] {
  const query = filters.length === 0 ? '' : `?${new URLSearchParams([...filters])}`;
  const link = (rel: string, type: string, href: string) => emptyElement('link', {rel, type, href});
  return [
    link('self', MEDIA_TYPES.atom, origin + safeTarget(target)),
    ...(pages ? [link('alternate', 'text/html', `${origin}/${language}${route.path}${query}`)] : []),
    ...(next === null ? [] : [link('next', MEDIA_TYPES.atom, origin + nextTarget(target, next))]),
  ];
}

/**
 * Renders a page of a list as an Atom feed. Ids depend on the query and on the records alone: they are the
 * same in every build and on every server. `items` are rows of the engine, with the fields of single records
 * where `hasDetails` says so.
 */
export function renderFeed(
  call: Call,
  {items, meta, removed = []}: FeedPage,
  info: BuildInfo,
  address: FeedAddress,
): Rendered {
  const {route, lang, fingerprint} = call;
  if (route.kind !== 'list') throw new Error(`${route.path} is no list: only lists are feeds`);
  const language = lang === 'fr' ? 'fr' : 'en';
  const entries = items.map((row) => entry(call, route, row, info, address));
  const filters = filtersOf(route, address.target);
  const subtitle = [datasetLabels(route.dataset).sentence, ...(info.synthetic ? [SYNTHETIC_LABEL] : [])];
  // Times in UTC of one form: the latest one is the greatest text.
  const times = [...entries.map(({updated}) => updated), ...removed.map(({at}) => at)];
  const updated = times.reduce((latest, one) => (one > latest ? one : latest), '');
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom"${removed.length > 0 ? TOMBSTONES : ''} xml:lang="${language}">`,
    textElement('id', idOf(`feed ${route.path} ${fingerprint} ${lang}`)),
    textElement('title', titleOf(route, filters, language)),
    textElement('subtitle', subtitle.map((text) => text[language]).join(' ')),
    textElement('updated', updated || `${info.data_as_of}Z`),
    `<author>${textElement('name', SERVICE[language])}</author>`,
    ...feedLinks(route, filters, meta.next_cursor, language, address),
    ...removed.map((one) => deletedEntry(route, one, language)),
    ...entries.map(({xml}) => xml),
    '</feed>\n',
  ];
  const type = `${MEDIA_TYPES.atom}; charset=utf-8`;
  return {type, body: Buffer.from(lines.join('\n')), headers: metaHeaders(meta), next: meta.next_cursor};
}
