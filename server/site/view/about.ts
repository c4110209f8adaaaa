/** The page about the data: sources, licences, freshness, and what the data cannot say. */

import type {Row} from '../../../engine/types.ts';
import {h, type Markup} from '../html.ts';
import {MUNICIPALITY} from '../texts/municipality.ts';
import {ABOUT} from '../texts/pages.ts';
import {municipalityLinks} from './municipality.ts';
import {sourcesTable} from './sources_table.ts';
import type {View} from './types.ts';

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
  return h(
    'div',
    {class: 'about'},
    h('h1', null, t(ABOUT.title)),
    h('p', {class: 'lead'}, t(ABOUT.lead)),
    h(
      'section',
      {'aria-labelledby': 'limits'},
      h('h2', {id: 'limits'}, t(ABOUT.limits)),
      h(
        'ul',
        {class: 'prose'},
        LIMITS.map((limit) => h('li', null, t(limit))),
      ),
    ),
    h(
      'section',
      {'aria-labelledby': 'people'},
      h('h2', {id: 'people'}, t(ABOUT.private)),
      h('p', {class: 'prose'}, t(ABOUT.private_why)),
    ),
    h(
      'section',
      {'aria-labelledby': 'municipalities'},
      h('h2', {id: 'municipalities'}, t(MUNICIPALITY.all)),
      municipalityLinks(view),
    ),
    h(
      'section',
      {'aria-labelledby': 'sources'},
      h('h2', {id: 'sources'}, t(ABOUT.sources)),
      h('p', {class: 'prose'}, t(ABOUT.sources_lead)),
      sourcesTable(view, sources),
    ),
  );
};
