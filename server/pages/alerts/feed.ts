/** Answers the private feed of a saved search, to whoever has its token. */
import type {Context} from 'hono';
import {MOST_RECORDS} from '../../accounts/search_changes.ts';
import {hashSecret} from '../../accounts/secrets.ts';
import {privateFeed} from '../../alerts/feed.ts';
import {FEED_TOKEN} from '../../alerts/feed_address.ts';
import {MEDIA_TYPES} from '../../api/routes/formats.ts';
import {TRANSLATE} from '../../site/messages.ts';
import {ALERTS} from '../../site/navigation.ts';
import type {PageEnv} from '../env.ts';
import {pageHeaders} from '../headers.ts';
import {languageFor} from '../page.ts';
import type {PageServices} from '../page_services.ts';

/** No search engine keeps it, and what it links to is not told its address. */
const HEADERS = {'X-Robots-Tag': 'noindex, nofollow', 'Referrer-Policy': 'no-referrer'};

export function feedResponse(c: Context<PageEnv>, {services, tables}: PageServices): Response {
  for (const [name, value] of Object.entries({...pageHeaders(services), ...HEADERS})) c.header(name, value);
  const none = () =>
    c.text(`${TRANSLATE[languageFor(c)]('alerts.no_feed', {address: services.origin + ALERTS})}\n`, 404);
  const search = tables.searches.byToken(hashSecret(c.req.query(FEED_TOKEN) ?? ''));
  if (!search) return none();
  // While it is paused, others may follow its list.
  const all =
    search.state === 'on' ? tables.searchChanges.latest(search.list, search.told, MOST_RECORDS) : [];
  const {engine, release} = services.context.builds.acquire();
  try {
    const type = `${MEDIA_TYPES.atom}; charset=utf-8`;
    const feed = privateFeed(engine, search, all, services.origin);
    return feed === null ? none() : c.body(feed, 200, {'Content-Type': type});
  } finally {
    release();
  }
}
