/** The page of one solicitation number: tenders, awards and contracts that carry it. */

import {displayOf} from '../../../datasets/display.ts';
import {datasetLabels} from '../../../datasets/labels/index.ts';
import type {Row} from '../../../engine/types.ts';
import {h, type Markup} from '../html.ts';
import type {RecordData} from '../load/record.ts';
import {inLanguage, recordPath} from '../paths.ts';
import {RECORD} from '../texts/pages.ts';
import type {View} from './types.ts';
import {isMissing, localValue, plainValue} from './value.ts';

const KINDS = ['tenders', 'awards', 'contracts'] as const;

/** The content of the page. */
export const lifecyclePage = (view: View, {row, columns}: RecordData): Markup => {
  const {t, language} = view;
  return h(
    'article',
    {class: 'record'},
    h('p', {class: 'kind'}, t(RECORD.same_solicitation)),
    h('h1', null, String(row['solicitation_number'])),
    KINDS.map((kind) => {
      const rows = row[kind] as Row[];
      const fields = columns[kind]!.fields!;
      return rows.length === 0
        ? null
        : h(
            'section',
            {'aria-labelledby': kind},
            h('h2', {id: kind}, t(datasetLabels(kind).title)),
            h(
              'ol',
              {class: 'steps'},
              rows.map((one) =>
                h(
                  'li',
                  null,
                  h('span', {class: 'when'}, plainValue(view, 'date', fields['date']!, one['date'] ?? null)),
                  h(
                    'a',
                    {href: inLanguage(recordPath(kind, one)!, language)},
                    String(
                      localValue(view, one, displayOf(kind).title[0]!) ?? one['vendor'] ?? one['record_id'],
                    ),
                  ),
                  ['vendor', 'value']
                    .filter((name) => !isMissing(one[name]))
                    .map((name) => ` · ${plainValue(view, name, fields[name]!, one[name]!)}`),
                ),
              ),
            ),
          );
    }),
  );
};
