/** The page about the data: sources, licences, freshness, and what the data cannot say. */

import type {Row} from '../../../engine/types.ts';
import {MUNICIPALITY} from '../texts/municipality.ts';
import {ABOUT} from '../texts/pages.ts';
import {Section} from './kit.tsx';
import {municipalityLinks} from './municipality.tsx';
import {sourcesTable} from './sources.tsx';
import type {Markup, View} from './types.ts';

const LIMITS = [
  ABOUT.limit_values,
  ABOUT.limit_names,
  ABOUT.limit_recipients,
  ABOUT.limit_people,
  ABOUT.limit_permits,
  ABOUT.limit_cause,
];

/** The content of the page. `sources` are the rows of the API's sources. */
export const aboutPage = (view: View, sources: readonly Row[]): Markup => {
  const {t} = view;
  return (
    <div class="about">
      <h1>{t(ABOUT.title)}</h1>
      <p class="lead">{t(ABOUT.lead)}</p>
      <Section id="limits" title={t(ABOUT.limits)}>
        <ul class="prose">
          {LIMITS.map((limit) => (
            <li>{t(limit)}</li>
          ))}
        </ul>
      </Section>
      <Section id="people" title={t(ABOUT.private)}>
        <p class="prose">{t(ABOUT.private_why)}</p>
      </Section>
      <Section id="municipalities" title={t(MUNICIPALITY.all)}>
        {municipalityLinks(view)}
      </Section>
      <Section id="sources" title={t(ABOUT.sources)}>
        <p class="prose">{t(ABOUT.sources_lead)}</p>
        {sourcesTable(view, sources)}
      </Section>
    </div>
  );
};
