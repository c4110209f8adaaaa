/** The links of the header, one row each. */
import type {Label} from '../../datasets/labels/index.ts';
import type {Language} from './language.ts';
import {inLanguage} from './paths.ts';
import {FRAME} from './texts/frame.ts';
import {MAP} from './texts/map.ts';

interface Entry {
  title: Label;
  href: (language: Language) => string;
  /** Path of the pages that the entry stands for. */
  section?: string;
}

/** Path of the account page. */
export const ACCOUNT = '/account';

/** The entry of a page, and of those below it. */
const pageEntry = (title: Label, section: string): Entry => ({
  title,
  href: (language) => inLanguage(section, language),
  section,
});

export const NAVIGATION: readonly Entry[] = [
  {title: FRAME.data, href: (language) => `${inLanguage('/', language)}#data`},
  pageEntry(FRAME.organizations, '/organizations'),
  pageEntry(MAP.title, '/map'),
  pageEntry(FRAME.about, '/about'),
  {title: FRAME.api, href: () => '/docs'},
  {title: FRAME.account, href: () => ACCOUNT},
];
