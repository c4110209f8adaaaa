/** Pages of plain text: privacy and terms. */

import {PAGES} from '../../labels/pages.ts';
import type {MessageKey} from '../messages.ts';
import {contactText} from './contact.tsx';
import type {Page, View} from './types.ts';

/** The paragraphs of each page. */
const PARAGRAPHS = {
  '/privacy': ['privacy.reading', 'privacy.limits', 'privacy.account', 'privacy.cookies', 'privacy.records'],
  '/terms': ['terms.data', 'terms.computed', 'terms.warranty', 'terms.use'],
} as const satisfies Record<string, readonly MessageKey[]>;

/** The page at a path. */
export function textPage(view: View, path: keyof typeof PARAGRAPHS): Page {
  const {t} = view;
  const title = t(PAGES[path].title);
  return {
    title,
    description: t(PARAGRAPHS[path][0]),
    indexed: true,
    body: (
      <article>
        <h1>{title}</h1>
        {PARAGRAPHS[path].map((key) => (
          <p class="prose">{t(key)}</p>
        ))}
        {contactText(view)}
      </article>
    ),
  };
}
