/** What came since the build before, as a table on the home page. */

import {datasetLabels} from '../../../datasets/labels/index.ts';
import {formatNumber, formatTime} from '../format.ts';
import {h, type Markup} from '../html.ts';
import type {BuildChange, DatasetChange} from '../load/changes.ts';
import {inLanguage, LISTS, withQuery} from '../paths.ts';
import {CHANGES} from '../texts/home.ts';
import type {Child, View} from './types.ts';

const row = (view: View, {dataset, added, changed, removed, filters, newest}: DatasetChange): Markup => {
  const {t, language} = view;
  const {path} = LISTS.get(dataset)!;
  const title = t(datasetLabels(dataset).title);
  const isAny = filters !== null && added + changed > 0;
  return h(
    'tr',
    null,
    h(
      'th',
      {scope: 'row'},
      h('a', {href: inLanguage(isAny ? withQuery(path, filters) : path, language)}, title),
    ),
    [added, changed, removed].map((count) => h('td', {class: 'figure'}, formatNumber(count, language))),
    h(
      'td',
      null,
      newest.map(
        ({label, path: to}, i): Child => [
          i > 0 ? h('br', null) : null,
          h('a', {href: inLanguage(to, language)}, label),
        ],
      ),
    ),
  );
};

/** Null in the first build. */
export const changesSection = (view: View, change: BuildChange | null): Markup | null => {
  if (!change) return null;
  const {t, language} = view;
  const heads = [CHANGES.dataset, CHANGES.added, CHANGES.changed, CHANGES.removed, CHANGES.newest];
  return h(
    'section',
    {'aria-labelledby': 'changes'},
    h('h2', {id: 'changes'}, t(CHANGES.title)),
    h('p', {class: 'prose soft'}, t(CHANGES.lead, {time: formatTime(change.since, language)})),
    change.datasets.length === 0
      ? h('p', null, t(CHANGES.none))
      : h(
          'div',
          {class: 'scroll', tabindex: 0, role: 'group', 'aria-label': t(CHANGES.title)},
          h(
            'table',
            {class: 'changes'},
            h('caption', {class: 'sr'}, t(CHANGES.title)),
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                heads.map((head, i) =>
                  h('th', {scope: 'col', class: i > 0 && i < 4 ? 'figure' : undefined}, t(head)),
                ),
              ),
            ),
            h(
              'tbody',
              null,
              change.datasets.map((one) => row(view, one)),
            ),
          ),
        ),
  );
};
