/** The page of one solicitation number: tenders, awards and contracts that carry it. */

import type {Row} from '../../../engine/types.ts';
import {displayOf} from '../../labels/display_of.ts';
import {datasetLabels} from '../../labels/index.ts';
import type {RecordData} from '../load/record.ts';
import {recordPath} from '../paths.ts';
import {link, Section} from './kit.tsx';
import type {Markup, View} from './types.ts';
import {isMissing, localValue, plainValue} from './value.tsx';

const KINDS = ['tenders', 'awards', 'contracts'] as const;

/** The content of the page. */
export const lifecyclePage = (view: View, {row, columns}: RecordData): Markup => {
  return (
    <article class="record">
      <p class="kind">{view.t('record.same_solicitation')}</p>
      <h1>{String(row['solicitation_number'])}</h1>
      {KINDS.map((kind) => {
        const rows = row[kind] as Row[];
        const fields = columns[kind]!.fields!;
        return rows.length === 0 ? null : (
          <Section id={kind} title={view.t(datasetLabels(kind).title)}>
            <ol class="steps">
              {rows.map((one) => (
                <li>
                  <span class="when">{plainValue(view, 'date', fields['date']!, one['date'] ?? null)}</span>
                  {link(
                    view,
                    recordPath(kind, one),
                    String(
                      localValue(view, one, displayOf(kind).title[0]!) ?? one['vendor'] ?? one['record_id'],
                    ),
                  )}
                  {['vendor', 'value']
                    .filter((name) => !isMissing(one[name]))
                    .map((name) => ` · ${plainValue(view, name, fields[name]!, one[name]!)}`)}
                </li>
              ))}
            </ol>
          </Section>
        );
      })}
    </article>
  );
};
