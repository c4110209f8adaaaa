/** What a reader takes from a list: files, and its query as curl and as SQL. */

import {datasetOrEntity} from '../../../datasets/index.ts';
import {BASE_PATH} from '../../api/routes/index.ts';
import {DOWNLOADS, downloadedPairs, feedPath, MOST_DOWNLOADED} from '../downloads.ts';
import {formatNumber} from '../format.ts';
import {h, type Markup} from '../html.ts';
import type {ListData, ListPage} from '../load/list.ts';
import {inLanguage, type Pairs, withQuery} from '../paths.ts';
import {listSql, parquetName} from '../sql.ts';
import {FRAME} from '../texts/frame.ts';
import {LIST} from '../texts/list.ts';
import type {View} from './types.ts';

/** A text between single quotes of a shell. */
const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Parameters that the API has. */
const ofApi = (pairs: Pairs): Pairs => pairs.filter(([name]) => name !== 'chart' && name !== 'cursor');

/** A command that asks the API for the same list. */
export const curlOf = ({origin}: View, path: string, pairs: Pairs): string =>
  `curl -H 'X-API-Key: YOUR_KEY' ${shell(`${origin}${BASE_PATH}${withQuery(path, ofApi(pairs))}`)}`;

/** A text to copy: selectable without script, with a button beside it where there is one. */
export const copyable = ({t}: View, id: string, title: string, text: string, hint: string): Markup =>
  h(
    'div',
    {class: 'copyable'},
    h(
      'details',
      null,
      h('summary', null, title),
      h('pre', {id, tabindex: 0}, text),
      h('p', {class: 'note'}, hint),
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'copy',
        'data-copies': id,
        'data-done': t(FRAME.copied),
        'aria-label': `${t(FRAME.copy)}: ${title}`,
      },
      t(FRAME.copy),
    ),
  );

/** Downloads and queries of the list in view. */
export const takeAway = (view: View, data: ListData, page: ListPage): Markup => {
  const {t, language} = view;
  const {route} = data;
  const taken = downloadedPairs(route, data.pairs);
  const feed = feedPath(view, route, data.pairs);
  const isExported = datasetOrEntity(route.dataset).published === true;
  const asOf = (view.build?.data_as_of ?? '').slice(0, 10);
  const sql = isExported ? listSql(page.call, parquetName(route.dataset), asOf) : null;
  return h(
    'section',
    {class: 'take', 'aria-labelledby': 'take'},
    h('h2', {id: 'take'}, t(LIST.take)),
    h(
      'ul',
      {class: 'files'},
      DOWNLOADS.filter(({fits}) => fits(route)).map(({extension, title, extra}) =>
        h(
          'li',
          null,
          h(
            'a',
            {
              // Named and saved by its headers: what is refused is a page to read.
              href: inLanguage(withQuery(`${route.path}.${extension}`, [...taken, ...extra]), language),
              rel: 'nofollow',
            },
            t(title),
          ),
        ),
      ),
      feed === null
        ? null
        : h('li', null, h('a', {href: feed, rel: 'nofollow', title: t(LIST.feed_why)}, t(LIST.feed))),
    ),
    h(
      'p',
      {class: 'note'},
      t(LIST.download_limit, {count: formatNumber(MOST_DOWNLOADED, language)}),
      ' ',
      h('a', {href: '/account'}, t(LIST.get_key)),
    ),
    copyable(view, 'curl', t(LIST.curl), curlOf(view, route.path, data.pairs), t(LIST.key_hint)),
    sql === null
      ? null
      : copyable(
          view,
          'sql',
          t(LIST.sql),
          sql,
          t(LIST.sql_hint, {file: `${BASE_PATH}/export/${route.dataset}?format=parquet`}),
        ),
  );
};
