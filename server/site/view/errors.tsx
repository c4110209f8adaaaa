/** Error pages of the site and of accounts: what happened and what to do. */

import type {Markup} from '../html.tsx';
import {inLanguage} from '../paths.ts';
import {searchForm} from './layout.tsx';
import type {Child, Page, View} from './types.ts';

const toSite = (view: View): Markup[] => [
  searchForm(view, 'search'),
  <p>
    <a href={inLanguage('/', view.language)}>{view.t('errors.home')}</a>
  </p>,
];

/** An error page; `why` is a sentence in the reader's language, `onward` where the reader may go from there. */
export const errorPage = (
  view: View,
  status: number,
  title: string,
  why: string,
  headers: Page['headers'] = {},
  onward: Child = toSite(view),
): Page => ({
  status,
  title,
  description: why,
  indexed: false,
  headers: {'Cache-Control': 'no-store', ...headers},
  body: (
    <div class="error">
      <h1>{title}</h1>
      <p class="lead">{why}</p>
      {onward}
    </div>
  ),
});

export const notFound = (view: View): Page =>
  errorPage(view, 404, view.t('errors.not_found'), view.t('errors.not_found_why'));

/** Says that a build that an address names is gone, and leads to the same page of the current one. */
export const goneBuild = (
  view: View,
  {build, current, day}: {build: string; current: string; day: string},
  page: string,
): Page =>
  errorPage(
    view,
    410,
    view.t('errors.build_gone'),
    view.t('errors.build_gone_why', {build, current, day}),
    {},
    [
      <p>
        <a href={page}>{view.t('errors.build_gone_page')}</a>
      </p>,
      <p class="note">{view.t('errors.build_gone_copies', {build})}</p>,
    ],
  );
