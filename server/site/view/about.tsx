/** The page about the data: sources, licences, freshness, and what the data cannot say. */

import {PAGES} from '../../../datasets/labels/pages.ts';
import type {Row} from '../../../engine/types.ts';
import type {Markup} from '../html.tsx';
import {municipalityLinks} from './municipality.tsx';
import {sourcesTable} from './sources_table.tsx';
import type {View} from './types.ts';

const LIMITS = [
  'about.limit_values',
  'about.limit_names',
  'about.limit_recipients',
  'about.limit_people',
  'about.limit_permits',
  'about.limit_cause',
] as const;

/** The content of the page. `sources` are the rows of the API's sources. */
export const aboutPage = (view: View, sources: readonly Row[]): Markup => {
  const {t} = view;
  return (
    <div class="about">
      <h1>{t(PAGES['/about'].title)}</h1>
      <p class="lead">{t('about.lead')}</p>
      <section aria-labelledby="limits">
        <h2 id="limits">{t('about.limits')}</h2>
        <ul class="prose">
          {LIMITS.map((limit) => (
            <li>{t(limit)}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="people">
        <h2 id="people">{t('about.private')}</h2>
        <p class="prose">{t('about.private_why')}</p>
      </section>
      <section aria-labelledby="municipalities">
        <h2 id="municipalities">{t('municipality.all')}</h2>
        {municipalityLinks(view)}
      </section>
      <section aria-labelledby="sources">
        <h2 id="sources">{t('about.sources')}</h2>
        <p class="prose">{t('about.sources_lead')}</p>
        {sourcesTable(view, sources)}
      </section>
    </div>
  );
};
