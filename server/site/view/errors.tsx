/** Error pages: what happened and what to do. */

import {inLanguage} from '../paths.ts';
import {searchForm} from './layout.tsx';
import type {Page, View} from './types.ts';

/** An error page; `why` is a sentence in the reader's language. */
export const errorPage = (
  view: View,
  status: number,
  title: string,
  why: string,
  headers: Page['headers'] = {},
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
      {searchForm(view, 'search')}
      <p>
        <a href={inLanguage('/', view.language)}>{view.t('errors.home')}</a>
      </p>
    </div>
  ),
});

export const notFound = (view: View): Page =>
  errorPage(view, 404, view.t('errors.not_found'), view.t('errors.not_found_why'));
