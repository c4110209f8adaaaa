/** The page of one solicitation number: tenders, awards and contracts that carry it. */

import {displayOf} from '../../../datasets/display.ts';
import {datasetLabels} from '../../../datasets/labels/index.ts';
import type {Row} from '../../../engine/types.ts';
import type {Markup} from '../html.tsx';
import type {RecordData} from '../load/record.ts';
import {inLanguage, recordPath} from '../paths.ts';
import type {View} from './types.ts';
import {isMissing, localValue, plainValue} from './value.tsx';

const KINDS = ['tenders', 'awards', 'contracts'] as const;

/** The content of the page. */
export const lifecyclePage = (view: View, {row, columns}: RecordData): Markup => {
  const {t, language} = view;
  return (
    <article class="record">
      <p class="kind">{t('record.same_solicitation')}</p>
      <h1>{String(row['solicitation_number'])}</h1>
      {KINDS.map((kind) => {
        const rows = row[kind] as Row[];
        const fields = columns[kind]!.fields!;
        return rows.length === 0 ? null : (
          <section aria-labelledby={kind}>
            <h2 id={kind}>{t(datasetLabels(kind).title)}</h2>
            <ol class="steps">
              {rows.map((one) => (
                <li>
                  <span class="when">{plainValue(view, 'date', fields['date']!, one['date'] ?? null)}</span>
                  <a href={inLanguage(recordPath(kind, one)!, language)}>
                    {String(
                      localValue(view, one, displayOf(kind).title[0]!) ?? one['vendor'] ?? one['record_id'],
                    )}
                  </a>
                  {['vendor', 'value']
                    .filter((name) => !isMissing(one[name]))
                    .map((name) => ` · ${plainValue(view, name, fields[name]!, one[name]!)}`)}
                </li>
              ))}
            </ol>
          </section>
        );
      })}
    </article>
  );
};
