/** What a reader takes from a list: files, and its query as curl and as SQL. */

import {datasetOrEntity} from '../../../datasets/index.ts';
import {BASE_PATH} from '../../api/routes/index.ts';
import {DOWNLOADS, downloadedPairs, feedPath, MOST_DOWNLOADED} from '../downloads.ts';
import type {ListData, ListPage} from '../load/list.ts';
import {type Pairs, withQuery} from '../paths.ts';
import {listSql, parquetName} from '../sql.ts';
import {link, Section} from './kit.tsx';
import type {Markup, View} from './types.ts';

/** A text between single quotes of a shell. */
const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Parameters that the API has. */
const ofApi = (pairs: Pairs): Pairs => pairs.filter(([name]) => name !== 'chart' && name !== 'cursor');

/** A command that asks the API for the same list. */
export const curlOf = ({origin}: View, path: string, pairs: Pairs): string =>
  `curl -H 'X-API-Key: YOUR_KEY' ${shell(`${origin}${BASE_PATH}${withQuery(path, ofApi(pairs))}`)}`;

/** A button that copies the text of an element; shown where a script can. `about` tells it from others. */
export const copyButton = ({t}: View, id: string, about?: string): Markup => (
  <button
    type="button"
    class="copy"
    data-copies={id}
    data-done={t('frame.copied')}
    aria-label={about && `${t('frame.copy')}: ${about}`}
  >
    {t('frame.copy')}
  </button>
);

/** A text to copy: selectable without script, with a button beside it where there is one. */
export const copyable = (view: View, id: string, title: string, text: string, hint: string): Markup => (
  <div class="copyable">
    <details>
      <summary>{title}</summary>
      <pre id={id} tabindex={0}>
        {text}
      </pre>
      <p class="note">{hint}</p>
    </details>
    {copyButton(view, id, title)}
  </div>
);

/** Downloads and queries of the list in view. */
export const takeAway = (view: View, data: ListData, page: ListPage): Markup => {
  const {t} = view;
  const {route} = data;
  const taken = downloadedPairs(route, data.pairs);
  const feed = feedPath(view, route, data.pairs);
  const isExported = datasetOrEntity(route.dataset).published === true;
  const asOf = (view.build?.data_as_of ?? '').slice(0, 10);
  const sql = isExported ? listSql(page.call, parquetName(route.dataset), asOf) : null;
  return (
    <Section class="take" id="take" title={t('list.take')}>
      <ul class="files">
        {DOWNLOADS.filter(({fits}) => fits(route)).map(({extension, title, extra}) => (
          <li>
            {link(view, withQuery(`${route.path}.${extension}`, [...taken, ...extra]), t(title), {
              rel: 'nofollow',
            })}
          </li>
        ))}
        {feed === null ? null : (
          <li>
            <a href={feed} rel="nofollow" title={t('list.feed_why')}>
              {t('list.feed')}
            </a>
          </li>
        )}
      </ul>
      <p class="note">
        {t('list.download_limit', {n: MOST_DOWNLOADED})} <a href="/account">{t('list.get_key')}</a>
      </p>
      {copyable(view, 'curl', t('list.curl'), curlOf(view, route.path, data.pairs), t('list.key_hint'))}
      {sql === null
        ? null
        : copyable(
            view,
            'sql',
            t('list.sql'),
            sql,
            t('list.sql_hint', {file: `${BASE_PATH}/export/${route.dataset}?format=parquet`}),
          )}
    </Section>
  );
};
