/** Error pages: what happened and what to do. */
import {h} from '../html.ts';
import {inLanguage} from '../paths.ts';
import {ERROR_TEXTS as TEXTS} from '../texts/pages.ts';
import {searchForm} from './layout.ts';
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
  body: h(
    'div',
    {class: 'error'},
    h('h1', null, title),
    h('p', {class: 'lead'}, why),
    searchForm(view, 'search'),
    h('p', null, h('a', {href: inLanguage('/', view.language)}, view.t(TEXTS.home))),
  ),
});

export const notFound = (view: View): Page =>
  errorPage(view, 404, view.t(TEXTS.not_found), view.t(TEXTS.not_found_why));
