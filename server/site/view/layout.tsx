/** The document around every page of the site and of accounts: head, header, banner, main, footer. */

import {MEDIA_TYPES} from '../../api/routes/formats.ts';
import {SYNTHETIC_LABEL} from '../../api/synthetic.ts';
import {PAGES} from '../../labels/pages.ts';
import {SERVICE} from '../../labels/service.ts';
import {assetPath} from '../assets.ts';
import {formatDay} from '../format.ts';
import {dataScript, type Markup} from '../html.tsx';
import {LANGUAGES, type Language, OTHER} from '../language.ts';
import {ACCOUNT, accountIn, NAVIGATION} from '../navigation.ts';
import {inLanguage} from '../paths.ts';
import {contactLinks} from './contact.tsx';
import {HEIGHT, WIDTH} from './picture_text.ts';
import type {Child, Page, View} from './types.ts';

/** Where a page is: its path without language, and its query with `?`. */
export interface Place {
  path: string;
  query: string;
  /** Of account pages, which have one address for both languages, and stand where there is no site, too. */
  account?: {
    /** The page in the other language. */
    other: string;
    isSignedIn: boolean;
    hasSite: boolean;
  };
}

/** What other sites show of a link to the page. */
const openGraph = ({t, language, origin}: View, page: Page, address: string | null): Child => [
  Object.entries({
    'og:type': 'website',
    'og:site_name': t(SERVICE),
    'og:title': page.title,
    'og:description': page.description,
    'og:locale': `${language}_CA`,
    ...(address === null ? {} : {'og:url': address}),
    ...(page.picture
      ? {
          'og:image': origin + page.picture,
          'og:image:type': 'image/png',
          'og:image:width': WIDTH,
          'og:image:height': HEIGHT,
          'og:image:alt': page.title,
        }
      : {}),
  }).map(([property, content]) => <meta property={property} content={String(content)} />),
  page.picture ? <meta name="twitter:card" content="summary_large_image" /> : null,
];

const head = (view: View, page: Page, {path, query, account}: Place): Markup => {
  const {language, t, origin} = view;
  const addressOf = (one: Language): string => `${origin}${inLanguage(path, one)}`;
  const title = `${page.title} · ${t(SERVICE)}`;
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{title}</title>
      {page.description === undefined ? null : <meta name="description" content={page.description} />}
      {page.indexed && query === '' ? null : <meta name="robots" content="noindex" />}
      {account
        ? null
        : [
            <link rel="canonical" href={addressOf(language)} />,
            LANGUAGES.map((one) => <link rel="alternate" hreflang={one} href={addressOf(one)} />),
          ]}
      {page.description === undefined
        ? null
        : openGraph(view, page, account ? null : addressOf(language) + query)}
      {page.feed ? (
        <link rel="alternate" type={MEDIA_TYPES.atom} title={page.title} href={page.feed} />
      ) : null}
      <link rel="icon" href={assetPath('icon.svg')} type="image/svg+xml" />
      <link rel="stylesheet" href={assetPath('site.css')} />
      {page.assets?.styles.map((name) => (
        <link rel="stylesheet" href={assetPath(name)} />
      ))}
      {page.assets?.blocking.map((name) => (
        <script src={assetPath(name)} />
      ))}
      <script src={assetPath('site.js')} defer />
      {page.assets?.scripts.map((name) => (
        <script src={assetPath(name)} defer />
      ))}
      {(page.marks ?? []).map((mark) => dataScript({type: 'application/ld+json'}, mark))}
    </head>
  );
};

/** The search box of the header. */
export const searchForm = ({language, t}: View, id: string, value = ''): Markup => (
  <form
    class="search"
    role="search"
    aria-label={t(id === 'top-search' ? 'frame.search_all' : 'frame.search')}
    action={inLanguage('/search', language)}
    data-suggest={inLanguage('/suggest', language)}
  >
    <label for={id} class="sr">
      {t('frame.search_all')}
    </label>
    <input
      id={id}
      name="q"
      type="search"
      value={value}
      placeholder={t('frame.search_hint')}
      autocomplete="off"
      maxlength={200}
      required
    />
    <button type="submit">{t('frame.search_button')}</button>
  </form>
);

const bar = (view: View, {path, query, account}: Place): Markup => {
  const {language, t} = view;
  const other = OTHER[language];
  const hasSite = account?.hasSite ?? true;
  const links = NAVIGATION.map(({title, href, section}) => {
    const isAccount = section === ACCOUNT;
    const isHere = account ? isAccount : section && (path === section || path.startsWith(`${section}/`));
    return (
      <a
        href={href(language)}
        {...(isAccount ? {'data-signed-in': t('frame.your_account')} : {})}
        {...(isHere ? {'aria-current': 'true'} : {})}
      >
        {t(isAccount && account?.isSignedIn ? 'frame.your_account' : title)}
      </a>
    );
  });
  return (
    <div class="top">
      <p class="brand">
        <a href={hasSite ? inLanguage('/', language) : accountIn(language)}>{t(SERVICE)}</a>
      </p>
      {hasSite && path !== '/' && path !== '/search' ? searchForm(view, 'top-search') : null}
      {hasSite ? (
        <nav aria-label={t('frame.sections')} class="sections">
          {links}
        </nav>
      ) : null}
      <nav aria-label={t('frame.language')} class="languages">
        <a href={account?.other ?? `${inLanguage(path, other)}${query}`} lang={other} hreflang={other}>
          {t('frame.other_language')}
        </a>
      </nav>
    </div>
  );
};

const footer = (view: View, {account, path, query}: Place): Markup => {
  const {language, t, build, origin} = view;
  const address = `${origin}${account ? path : inLanguage(path, language)}${query}`;
  return (
    <footer class="bottom">
      <p>
        {build ? <span>{t('frame.as_of', {day: formatDay(build.data_as_of, language)})}</span> : null}
        {account?.hasSite === false ? null : <a href={inLanguage('/about', language)}>{t('frame.about')}</a>}
        <a href={account?.hasSite === false ? '/docs' : inLanguage('/docs', language)}>{t('frame.api')}</a>
        <a href={accountIn(language)}>{t('frame.account')}</a>
        {account?.hasSite === false
          ? null
          : (['/privacy', '/terms'] as const).map((path) => (
              <a href={inLanguage(path, language)}>{t(PAGES[path].title)}</a>
            ))}
        {contactLinks(view, address)}
      </p>
      {account ? null : <p class="paper">{address}</p>}
    </footer>
  );
};

/** The whole document of a page. */
export const document = (view: View, page: Page, place: Place): Markup => (
  <html lang={view.language}>
    {head(view, page, place)}
    <body {...(place.account ? {} : {'data-build': view.build?.build_id ?? ''})}>
      <a class="skip" href="#main">
        {view.t('frame.skip')}
      </a>
      <header>
        {bar(view, place)}
        {view.build?.synthetic ? (
          <p class="synthetic" role="note">
            {view.t(SYNTHETIC_LABEL)}
          </p>
        ) : null}
      </header>
      <main id="main" tabindex={-1}>
        {page.body}
      </main>
      {/* What the script shows when the data has changed meanwhile; accounts show none. */}
      {place.account ? null : (
        <template id="newer">
          <p class="fresh" role="status">
            <span>{view.t('frame.newer')}</span>
            <a href="">{view.t('frame.refresh')}</a>
          </p>
        </template>
      )}
      {footer(view, place)}
    </body>
  </html>
);
