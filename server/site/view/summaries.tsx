/** The summaries of a bill: in the language of the page first, the other one folded. */

import type {Row} from '../../../engine/types.ts';
import {external, Section} from './kit.tsx';
import {rowsOf} from './steps.tsx';
import type {Markup, View} from './types.ts';
import {labelOf} from './value.tsx';

const paragraphs = (view: View, {language, text, url, kind}: Row): Markup => (
  <div lang={language === view.language ? undefined : String(language)}>
    {kind === 'generated' ? (
      <p class="warning" role="note" lang={view.language}>
        {view.t('record.generated')}
      </p>
    ) : null}
    {String(text)
      .split(/\n+/)
      .map((line) => (
        <p class="prose">{line}</p>
      ))}
    {typeof url === 'string' ? (
      <p lang={view.language}>{external(url, view.t('bill.summary_source'))}</p>
    ) : null}
  </div>
);

/** The section. A bill without a summary in the language of the page shows what there is. */
export const summaries = (view: View, row: Row): Markup => {
  const all = rowsOf(row['summaries']);
  const own = all.filter(({language}) => language === view.language);
  const others = all.filter(({language}) => language !== view.language);
  const shown = own.length > 0 ? own : others;
  return (
    <Section id="summaries" title={labelOf(view, 'bills', 'summaries')}>
      {shown.map((one) => paragraphs(view, one))}
      {own.length > 0 && others.length > 0 ? (
        <details>
          <summary>{view.t('bill.other_language')}</summary>
          {others.map((one) => paragraphs(view, one))}
        </details>
      ) : null}
    </Section>
  );
};
