/** Sources with licence, freshness and the rows that the build counted. */

import {SOURCES} from '../../../datasets/index.ts';
import {datasetLabels} from '../../../datasets/labels/index.ts';
import type {Row} from '../../../engine/types.ts';
import {DASH, formatDay, formatNumber} from '../format.ts';
import type {Markup} from '../html.tsx';
import {inLanguage, LISTS} from '../paths.ts';
import {blankFields, newestText} from './coverage.tsx';
import type {View} from './types.ts';
import {labelOf, readable} from './value.tsx';

/** Two days, which may stand below each other. */
const period = (first: string, last: string): (Markup | string)[] => [
  <span class="day">{`${first} –`}</span>,
  ' ',
  <span class="day">{last}</span>,
];

const sourceRow = (view: View, row: Row): Markup => {
  const {t, language} = view;
  const source = SOURCES[String(row['slug'])];
  const dataset = String(row['dataset']);
  const list = LISTS.get(dataset);
  const newest = newestText(view, dataset);
  const counts = view.build?.sources?.find(({slug}) => slug === row['slug']);
  const title = t(datasetLabels(dataset).title);
  const blank = blankFields(view, String(row['slug']));
  const day = (name: string) => (row[name] ? formatDay(String(row[name]), language) : DASH);
  const cadence = String(row['refresh_cadence']);
  return (
    <tr>
      <th scope="row">
        <a href={String(row['source_url'])} rel="external noopener">
          {String(row['source_dataset'])}
        </a>
        {blank.length === 0 ? null : <p class="note">{t('coverage.without', {fields: blank.join(', ')})}</p>}
      </th>
      <td>
        {list ? <a href={inLanguage(list.path, language)}>{title}</a> : title}
        {newest === null ? null : <p class="note">{newest}</p>}
      </td>
      <td>{String(row['publisher'])}</td>
      <td>
        {source ? (
          <a href={source.license_url} rel="external noopener">
            {source.license}
          </a>
        ) : (
          String(row['license'])
        )}
      </td>
      <td class="figure">{formatNumber(Number(row['record_count']), language)}</td>
      <td class="figure">{counts ? formatNumber(counts.read, language) : DASH}</td>
      <td class="figure">{counts ? formatNumber(counts.rejected, language) : DASH}</td>
      <td>{row['first_date'] ? period(day('first_date'), day('last_date')) : [DASH]}</td>
      <td class="day">
        {day('last_updated')}
        {counts?.stale_since ? (
          <p class="note">{t('about.stale', {day: formatDay(counts.stale_since, language)})}</p>
        ) : null}
      </td>
      <td>{readable(view, 'refresh_cadence', cadence)}</td>
    </tr>
  );
};

/** A row each. `sources` are rows of the API's sources. */
export const sourcesTable = (view: View, sources: readonly Row[]): Markup => {
  const {t} = view;
  const heads = [
    labelOf(view, 'sources', 'source_dataset'),
    labelOf(view, 'sources', 'dataset'),
    t('record.publisher'),
    t('record.licence'),
    t('about.records'),
    t('about.read'),
    t('about.rejected'),
    t('about.period'),
    t('about.fetched'),
    t('about.renewed'),
  ];
  return (
    <div class="scroll" tabindex={0} role="group" aria-label={t('about.sources')}>
      <table>
        <caption class="sr">{t('about.sources')}</caption>
        <thead>
          <tr>
            {heads.map((head, i) => (
              <th scope="col" class={i >= 4 && i <= 6 ? 'figure' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{sources.map((row) => sourceRow(view, row))}</tbody>
      </table>
    </div>
  );
};
