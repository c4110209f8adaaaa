/** The layout of every page, and the one function that responds with a page. */
import type {Context} from 'hono';
import {html} from 'hono/html';
import type {ContentfulStatusCode} from 'hono/utils/http-status';
import {assetPath} from '../site/assets.ts';
import {TRANSLATE} from '../site/messages.ts';
import {ACCOUNT, NAVIGATION} from '../site/navigation.ts';
import type {AccountServices} from './account_services.ts';
import type {PageEnv} from './env.ts';
import {isHttps, pageHeaders} from './headers.ts';
import {addressIn, type Language, languageOf, rememberLanguage} from './language.ts';
import {seemsSignedIn} from './session.ts';
import {FORM_TEXTS} from './texts/forms.ts';
import {FRAME} from './texts/frame.ts';
import {type Text, type Translate, translator} from './texts/types.ts';

/** Result of hono's `html`, which escapes every value. */
export type Html = ReturnType<typeof html>;

export interface Page {
  title: Text;
  /** The content of `main`, starting with its `h1`. */
  body: (t: Translate, language: Language) => Html;
  /** True if the page reports a failed form: the title says so first. */
  failed?: boolean;
  /** 200 by default. */
  status?: ContentfulStatusCode;
  /** Added to the headers of every page. */
  headers?: Readonly<Record<string, string>>;
  /** Further origins that a form of the page may redirect to. */
  formTargets?: readonly string[];
}

const OTHER = {en: 'fr', fr: 'en'} as const;

/** The links of the site's header; the last of them leads here. */
const siteLinks = (language: Language, isSignedIn: boolean): Html =>
  html`<nav aria-label="${TRANSLATE[language]('frame.sections')}" class="sections">
${NAVIGATION.map(({title, href}) => {
  const to = href(language);
  if (to !== ACCOUNT) return html`<a href="${to}">${TRANSLATE[language](title)}</a>`;
  return html`<a href="${to}" aria-current="page">${TRANSLATE[language](isSignedIn ? 'frame.your_account' : title)}</a>`;
})}
</nav>`;

/** Responds with a page in the visitor's language; never cached. */
export async function page(
  c: Context<PageEnv>,
  services: AccountServices,
  {title, body, failed = false, status = 200, headers = {}, formTargets = []}: Page,
): Promise<Response> {
  rememberLanguage(c, isHttps(services));
  const language = languageOf(c);
  const other = OTHER[language];
  const t = translator(language);
  const document = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${failed ? t(FORM_TEXTS.error, {what: t(title)}) : t(title)} · ${t(FRAME.service)}</title>
<link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath('account.css')}">
<script src="${assetPath('site.js')}" defer></script>
</head>
<body>
<a class="skip" href="#main">${t(FRAME.skip)}</a>
<header class="top">
<p class="brand"><a href="${services.hasSite ? `/${language}/` : ACCOUNT}">${t(FRAME.service)}</a></p>
${services.hasSite ? siteLinks(language, seemsSignedIn(c)) : ''}
<nav aria-label="${t(FRAME.language)}">
<a href="${addressIn(c, other)}" lang="${other}" hreflang="${other}">${t(FRAME.other_language)}</a>
</nav>
</header>
${services.context.builds.info()?.synthetic ? html`<p class="synthetic" role="note">${t(FRAME.synthetic)}</p>` : ''}
<main id="main" tabindex="-1">
${body(t, language)}
</main>
<footer class="bottom"><p><a href="/docs">${t(FRAME.docs)}</a></p></footer>
</body>
</html>
`;
  for (const [name, value] of Object.entries({...pageHeaders(services, formTargets), ...headers})) {
    c.header(name, value);
  }
  return c.html(document, status);
}
