/** The page about the data: sources, licences, freshness, and what the data cannot say. */

import type {Row} from '../../../engine/types.ts';
import {PAGES} from '../../labels/pages.ts';
import {operatorSection} from './contact.tsx';
import {Section} from './kit.tsx';
import {municipalityLinks} from './municipality.tsx';
import {sourcesTable} from './sources.tsx';
import type {Markup, View} from './types.ts';

const LIMITS = [
  'about.limit_values',
  'about.limit_names',
  'about.limit_recipients',
  'about.limit_people',
  'about.limit_permits',
  'about.limit_cause',
] as const;

/** Parts of the long page, for who looks for one. */
const PARTS = [
  ['operator', 'contact.title'],
  ['limits', 'about.limits'],
  ['people', 'about.private'],
  ['municipalities', 'municipality.all'],
  ['sources', 'about.sources'],
  ['keys', 'about.keys'],
] as const;

const KEYS = ['about.key_search', 'about.key_suggestions', 'about.key_map'] as const;

/** What keys do, and the switch of the one that works alone: a script shows it, and keeps the choice. */
const keys = ({t}: View): Markup => (
  <Section id="keys" title={t('about.keys')}>
    <ul class="prose">
      {KEYS.map((key) => (
        <li>{t(key)}</li>
      ))}
    </ul>
    <p hidden>
      <label>
        <input type="checkbox" id="slash" /> {t('about.key_search_on')}
      </label>
    </p>
  </Section>
);

/** The content of the page. `sources` are the rows of the API's sources. */
export const aboutPage = (view: View, sources: readonly Row[]): Markup => {
  const {t} = view;
  return (
    <div class="about">
      <h1>{t(PAGES['/about'].title)}</h1>
      <p class="lead">{t('about.lead')}</p>
      <nav class="jumps" aria-label={t('about.parts')}>
        {PARTS.map(([id, title]) => (
          <a href={`#${id}`}>{t(title)}</a>
        ))}
      </nav>
      {operatorSection(view)}
      <Section id="limits" title={t('about.limits')}>
        <ul class="prose">
          {LIMITS.map((limit) => (
            <li>{t(limit)}</li>
          ))}
        </ul>
      </Section>
      <Section id="people" title={t('about.private')}>
        <p class="prose">{t('about.private_why')}</p>
      </Section>
      <Section id="municipalities" title={t('municipality.all')}>
        {municipalityLinks(view)}
      </Section>
      <Section id="sources" title={t('about.sources')}>
        <p class="prose">{t('about.sources_lead')}</p>
        {sourcesTable(view, sources)}
      </Section>
      {keys(view)}
    </div>
  );
};
