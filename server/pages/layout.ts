/** The frame of every page, and the one way to answer with one. */
import type {Context} from 'hono';
import {html} from 'hono/html';
import type {ContentfulStatusCode} from 'hono/utils/http-status';
import type {Site} from './account_services.ts';
import {assetPath} from './assets.ts';
import type {Known} from './env.ts';
import {isHttps, pageHeaders} from './headers.ts';
import {addressIn, type Language, languageOf, rememberLanguage} from './language.ts';
import {FORM_TEXTS} from './texts/forms.ts';
import {FRAME} from './texts/frame.ts';
import {type Say, speaker, type Text} from './texts/types.ts';

/** What `html` of hono makes: every value in it is escaped. */
export type Html = ReturnType<typeof html>;

export interface Page {
  title: Text;
  /** What stands in `main`, its `h1` first. */
  body: (say: Say, language: Language) => Html;
  /** Whether it tells of a form that failed: its title says so first. */
  failed?: boolean;
  /** 200 unless told. */
  status?: ContentfulStatusCode;
  /** Beside those of every page. */
  headers?: Readonly<Record<string, string>>;
  /** Origins that a form of the page may lead to by a redirect, beside this one. */
  formTargets?: readonly string[];
}

const OTHER = {en: 'fr', fr: 'en'} as const;

/** Answers with a page in the language of the visitor; never to be kept by a cache. */
export async function page(
  c: Context<Known>,
  site: Site,
  {title, body, failed = false, status = 200, headers = {}, formTargets = []}: Page,
): Promise<Response> {
  rememberLanguage(c, isHttps(site));
  const language = languageOf(c);
  const other = OTHER[language];
  const say = speaker(language);
  const document = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${failed ? say(FORM_TEXTS.error, {what: say(title)}) : say(title)} · ${say(FRAME.service)}</title>
<link rel="icon" href="${assetPath('icon.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${assetPath('style.css')}">
<script src="${assetPath('copy.js')}" defer></script>
</head>
<body>
<a class="skip" href="#main">${say(FRAME.skip)}</a>
<header class="top">
<p class="brand"><a href="/account">${say(FRAME.service)}</a></p>
<nav aria-label="${say(FRAME.language)}">
<a href="${addressIn(c, other)}" lang="${other}" hreflang="${other}">${say(FRAME.other_language)}</a>
</nav>
</header>
<main id="main" tabindex="-1">
${body(say, language)}
</main>
<footer class="bottom"><p><a href="${site.api}/docs">${say(FRAME.docs)}</a></p></footer>
</body>
</html>
`;
  for (const [name, value] of Object.entries({...pageHeaders(site, formTargets), ...headers})) {
    c.header(name, value);
  }
  return c.html(document, status);
}
