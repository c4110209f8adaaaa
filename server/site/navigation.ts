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

export const NAVIGATION: readonly Entry[] = [
  {title: FRAME.data, href: (language) => `${inLanguage('/', language)}#data`},
  {
    title: FRAME.organizations,
    href: (language) => inLanguage('/organizations', language),
    section: '/organizations',
  },
  {title: MAP.title, href: (language) => inLanguage('/map', language), section: '/map'},
  {title: FRAME.about, href: (language) => inLanguage('/about', language), section: '/about'},
  {title: FRAME.api, href: () => '/docs'},
  {title: FRAME.account, href: () => ACCOUNT},
];
