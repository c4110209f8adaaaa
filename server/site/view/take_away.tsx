/** What a reader takes from a list: files, and its query as curl and as SQL. */

import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Row} from '../../../engine/types.ts';
import {BASE_PATH} from '../../api/routes/index.ts';
import {OF_PAGE} from '../chart_address.ts';
import {
  ABOUT_EXTENSION,
  DOWNLOADS,
  downloadedPairs,
  excelIn,
  feedPath,
  MOST_DOWNLOADED,
} from '../downloads.ts';
import {formatBytes, formatNumber} from '../format.ts';
import type {ListData, ListPage} from '../load/list.ts';
import {accountIn} from '../navigation.ts';
import {inLanguage, type Pairs, withoutPlace, withQuery} from '../paths.ts';
import {listSql, parquetName} from '../sql.ts';
import type {Bar} from './chart_data.ts';
import {cite} from './cite.tsx';
import {copyable} from './copyable.tsx';
import {listCitation} from './described.ts';
import {link, Section} from './kit.tsx';
import type {Child, Markup, View} from './types.ts';

/** A text between single quotes of a shell. */
const shell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Parameters that the API has. */
const ofApi = (pairs: Pairs): Pairs => pairs.filter(([name]) => !OF_PAGE.has(name) && name !== 'cursor');

/** A command that asks the API for the same list. */
export const curlOf = ({origin}: View, path: string, pairs: Pairs): string =>
  `curl -H 'X-API-Key: YOUR_KEY' ${shell(`${origin}${BASE_PATH}${withQuery(path, ofApi(pairs))}`)}`;

/** Bytes of a download of all records: those of the rows in view, for as many as there are. */
function bytesOf({rows, total}: ListPage, {columns}: ListData): number {
  const names = Object.keys(columns);
  const ofRow = (row: Row) => names.reduce((sum, name) => sum + String(row[name] ?? '').length + 1, 0);
  return rows.length === 0 ? 0 : (rows.reduce((sum, row) => sum + ofRow(row), 0) / rows.length) * total;
}

/** The files of a list, each with what it holds. */
const fileLinks = (view: View, data: ListData, page: ListPage, taken: Pairs): Child => {
  const {t, language} = view;
  const {route} = data;
  const [first, ...others] = DOWNLOADS.filter(({fits}) => fits(route));
  const file = ({extension, title, extra}: (typeof DOWNLOADS)[number]) =>
    link(view, withQuery(`${route.path}.${extension}`, [...taken, ...(extra?.(language) ?? [])]), t(title), {
      rel: 'nofollow',
    });
  return (
    <>
      <p class="download">
        {file(first!)}{' '}
        <span class="soft">
          {t('list.download_size', {n: page.total, size: formatBytes(bytesOf(page, data), language)})}
        </span>
      </p>
      <details>
        <summary>{t('list.other_files')}</summary>
        <ul class="files">
          {others.map((one) => (
            <li>{file(one)}</li>
          ))}
          <li>
            {link(view, withQuery(`${route.path}.${ABOUT_EXTENSION}`, taken), t('list.about_file'), {
              rel: 'nofollow',
            })}
          </li>
        </ul>
      </details>
    </>
  );
};

/** A list that is too long for one file: what each year has, and who may take all of it. */
const tooLong = (view: View, {route, chart, grouping}: ListData, page: ListPage): Child => {
  const {t, language} = view;
  const years = grouping === 'year' && chart ? chart.bars.filter(({count}) => count > 0) : [];
  const file = (path: string) => path.replace(route.path, `${route.path}.csv`);
  const fits = ({count, path}: Bar) => path !== null && count <= MOST_DOWNLOADED;
  return (
    <>
      <p>{t('list.download_too_long', {n: page.total, limit: MOST_DOWNLOADED})}</p>
      {years.some(fits) ? (
        <ul class="files">
          {years.toReversed().map((bar) => (
            <li>
              {link(view, fits(bar) ? `${file(bar.path!)}&excel=${excelIn(language)}` : null, bar.label, {
                rel: 'nofollow',
              })}
              {` (${formatNumber(bar.count, language)})`}
            </li>
          ))}
        </ul>
      ) : null}
      {view.contact === null ? null : (
        <p class="note">
          {t('list.download_whole')} <a href={accountIn(language)}>{t('list.get_key')}</a>
        </p>
      )}
    </>
  );
};

/** The address of a list without what it does not need to say: defaults, and the page of the walk. */
function shortAddress({origin, language}: View, {route, pairs, chart}: ListData): string {
  const charted = new Set(chart?.list?.pairs.map(([name]) => name));
  const isNeeded = ([name, value]: Pairs[number]): boolean =>
    OF_PAGE.has(name) ? charted.has(name) : value !== String(route.takes[name]?.default ?? '');
  return origin + inLanguage(withQuery(route.path, withoutPlace(pairs).filter(isNeeded)), language);
}

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
      {page.total > MOST_DOWNLOADED ? tooLong(view, data, page) : fileLinks(view, data, page, taken)}
      {feed === null ? null : (
        <p>
          <a href={feed} rel="nofollow">
            {t('list.feed')}
          </a>{' '}
          <span class="soft">{t('list.feed_why')}</span>
        </p>
      )}
      {copyable(view, 'address', t('picture.address'), shortAddress(view, data), t('picture.address_hint'))}
      <details class="programs">
        <summary>{t('list.for_programs')}</summary>
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
      </details>
      {cite(view, listCitation(view, data), route.path, taken)}
    </Section>
  );
};
