/** The links of the header, one row each. */
import {PAGES} from '../labels/pages.ts';
import type {Language} from './language.ts';
import type {Text} from './messages.ts';
import {inLanguage} from './paths.ts';

interface Entry {
  title: Text;
  href: (language: Language) => string;
  /** Path of the pages that the entry stands for. */
  section?: string;
}

/** Path of the account page. */
export const ACCOUNT = '/account';

/** Name of the parameter of account pages with their language, and of the cookie that remembers the last one. */
export const ACCOUNT_LANGUAGE = 'lang';

/** Address of an account page in a language: whoever follows a link reads on in the language of the link. */
export const accountIn = (language: Language, path: string = ACCOUNT): string =>
  `${path}?${ACCOUNT_LANGUAGE}=${language}`;

/** Path of the page of saved searches, and of what is done with them. */
export const ALERTS = '/account/alerts';

/** Paths of the account pages that links of messages lead to. */
export const MAIL_PAGES = {
  verify: '/account/confirm',
  change: '/account/confirm',
  reset: '/account/reset',
  unsubscribe: '/account/unsubscribe',
  pause: '/account/unsubscribe',
} as const;

/** Name of their parameter, and of the hidden field of their forms. */
export const MAIL_TOKEN = 'token';

/** One of them with a token, in the language of the message that links to it. */
export const mailPage = (purpose: keyof typeof MAIL_PAGES, token: string, language?: Language): string =>
  `${MAIL_PAGES[purpose]}?${new URLSearchParams({
    [MAIL_TOKEN]: token,
    ...(language && {[ACCOUNT_LANGUAGE]: language}),
  })}`;

/** The entry of a page, and of those below it. */
const pageEntry = (title: Text, section: string): Entry => ({
  title,
  href: (language) => inLanguage(section, language),
  section,
});

export const NAVIGATION: readonly Entry[] = [
  {title: 'frame.data', href: (language) => `${inLanguage('/', language)}#data`},
  pageEntry('frame.organizations', '/organizations'),
  pageEntry(PAGES['/map'].title, '/map'),
  pageEntry('frame.about', '/about'),
  pageEntry('frame.api', '/docs'),
  {title: 'frame.account', href: (language) => accountIn(language), section: ACCOUNT},
];
