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
  {title: 'frame.account', href: () => ACCOUNT},
];
