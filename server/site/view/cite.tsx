/** The citation of a page, folded: a text to copy, and files for reference managers. */
import {CITATION_FORMS, type Citation, citationText} from '../citation.ts';
import {filePath} from '../downloads.ts';
import type {Pairs} from '../paths.ts';
import {copyButton} from './copyable.tsx';
import type {Markup, View} from './types.ts';

/** Nothing without a citation. `path` and `pairs` are those of the page below a language. */
export const cite = (
  view: View,
  citation: Citation | null,
  path: string,
  pairs: Pairs = [],
): Markup | null => {
  const {t} = view;
  return citation === null ? null : (
    <div class="copyable">
      <details>
        <summary>{t('record.cite')}</summary>
        <pre id="cite" tabindex={0}>
          {citationText(view, citation)}
        </pre>
        <ul class="files">
          {CITATION_FORMS.map(({extension, name}) => (
            <li>
              <a href={filePath(view, {path, pairs}, extension)} rel="nofollow">
                {name}
              </a>
            </li>
          ))}
        </ul>
        <p class="note">{t('record.cite_hint')}</p>
      </details>
      {copyButton(view, 'cite', t('record.cite'))}
    </div>
  );
};
