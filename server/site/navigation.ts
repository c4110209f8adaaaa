/** The links of the header, one row each. */
import {PAGES} from '../../datasets/labels/pages.ts';
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

export const NAVIGATION: readonly Entry[] = [
  {title: 'frame.data', href: (language) => `${inLanguage('/', language)}#data`},
  {
    title: 'frame.organizations',
    href: (language) => inLanguage('/organizations', language),
    section: '/organizations',
  },
  {title: PAGES['/map'].title, href: (language) => inLanguage('/map', language), section: '/map'},
  {title: 'frame.about', href: (language) => inLanguage('/about', language), section: '/about'},
  {title: 'frame.api', href: () => '/docs'},
  {title: 'frame.account', href: () => ACCOUNT},
];
