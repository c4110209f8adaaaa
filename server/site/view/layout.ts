/** The document around every page: head, header, banner, main, footer. */

import {MEDIA_TYPES} from '../../api/routes/formats.ts';
import {assetPath} from '../assets.ts';
import {formatDay} from '../format.ts';
import {dataScript, h, type Markup} from '../html.ts';
import {OTHER} from '../language.ts';
import {ACCOUNT, NAVIGATION} from '../navigation.ts';
import {inLanguage} from '../paths.ts';
import {FRAME} from '../texts/frame.ts';
import type {Page, View} from './types.ts';

/** Where a page is: its path without language, and its query with `?`. */
export interface Place {
  path: string;
  query: string;
}

const head = (view: View, page: Page, {path, query}: Place): Markup => {
  const {language, t, origin} = view;
  const canonical = `${origin}${inLanguage(path, language)}`;
  const title = `${page.title} · ${t(FRAME.service)}`;
  return h(
    'head',
    null,
    h('meta', {charset: 'utf-8'}),
    h('meta', {name: 'viewport', content: 'width=device-width, initial-scale=1'}),
    h('meta', {name: 'color-scheme', content: 'light dark'}),
    h('title', null, title),
    h('meta', {name: 'description', content: page.description}),
    page.indexed && query === '' ? null : h('meta', {name: 'robots', content: 'noindex'}),
    h('link', {rel: 'canonical', href: canonical}),
    (['en', 'fr'] as const).map((one) =>
      h('link', {rel: 'alternate', hreflang: one, href: `${origin}${inLanguage(path, one)}`}),
    ),
    page.feed
      ? h('link', {rel: 'alternate', type: MEDIA_TYPES.atom, title: page.title, href: page.feed})
      : null,
    h('link', {rel: 'icon', href: assetPath('icon.svg'), type: 'image/svg+xml'}),
    h('link', {rel: 'stylesheet', href: assetPath('site.css')}),
    page.assets?.styles.map((name) => h('link', {rel: 'stylesheet', href: assetPath(name)})),
    page.assets?.blocking.map((name) => h('script', {src: assetPath(name)})),
    h('script', {src: assetPath('site.js'), defer: true}),
    page.assets?.scripts.map((name) => h('script', {src: assetPath(name), defer: true})),
    page.assets?.modules.map((name) => h('script', {src: assetPath(name), type: 'module'})),
    (page.marks ?? []).map((mark) => dataScript({type: 'application/ld+json'}, mark)),
  );
};

/** The search box of the header. */
export const searchForm = ({language, t}: View, id: string, value = ''): Markup =>
  h(
    'form',
    {
      class: 'search',
      role: 'search',
      'aria-label': t(id === 'top-search' ? FRAME.search_all : FRAME.search),
      action: inLanguage('/search', language),
      'data-suggest': inLanguage('/suggest', language),
    },
    h('label', {for: id, class: 'sr'}, t(FRAME.search_all)),
    h('input', {
      id,
      name: 'q',
      type: 'search',
      value,
      placeholder: t(FRAME.search_hint),
      autocomplete: 'off',
      maxlength: 200,
      required: true,
    }),
    h('button', {type: 'submit'}, t(FRAME.search_button)),
  );

const bar = (view: View, {path, query}: Place): Markup => {
  const {language, t} = view;
  const other = OTHER[language];
  const links = NAVIGATION.map(({title, href, section}) =>
    h(
      'a',
      {
        href: href(language),
        ...(href(language) === ACCOUNT ? {'data-signed-in': t(FRAME.your_account)} : {}),
        ...(section && (path === section || path.startsWith(`${section}/`)) ? {'aria-current': 'true'} : {}),
      },
      t(title),
    ),
  );
  return h(
    'div',
    {class: 'top'},
    h('p', {class: 'brand'}, h('a', {href: inLanguage('/', language)}, t(FRAME.service))),
    path === '/' || path === '/search' ? null : searchForm(view, 'top-search'),
    h('nav', {'aria-label': t(FRAME.sections), class: 'sections'}, links),
    h(
      'nav',
      {'aria-label': t(FRAME.language), class: 'languages'},
      h(
        'a',
        {href: `${inLanguage(path, other)}${query}`, lang: other, hreflang: other},
        t(FRAME.other_language),
      ),
    ),
  );
};

const footer = ({language, t, build}: View): Markup =>
  h(
    'footer',
    {class: 'bottom'},
    h(
      'p',
      null,
      build ? h('span', null, t(FRAME.as_of, {day: formatDay(build.data_as_of, language)})) : null,
      h('a', {href: inLanguage('/about', language)}, t(FRAME.about)),
      h('a', {href: '/docs'}, t(FRAME.api)),
      h('a', {href: '/account'}, t(FRAME.account)),
    ),
  );

/** The whole document of a page. */
export const document = (view: View, page: Page, place: Place): Markup =>
  h(
    'html',
    {lang: view.language},
    head(view, page, place),
    h(
      'body',
      {'data-build': view.build?.build_id ?? ''},
      h('a', {class: 'skip', href: '#main'}, view.t(FRAME.skip)),
      h(
        'header',
        null,
        bar(view, place),
        view.build?.synthetic ? h('p', {class: 'synthetic', role: 'note'}, view.t(FRAME.synthetic)) : null,
      ),
      h('main', {id: 'main', tabindex: -1}, page.body),
      // What the script shows when the data has changed meanwhile.
      h(
        'template',
        {id: 'newer'},
        h(
          'p',
          {class: 'fresh', role: 'status'},
          h('span', null, view.t(FRAME.newer)),
          h('a', {href: ''}, view.t(FRAME.refresh)),
        ),
      ),
      footer(view),
    ),
  );
