/** What came since the build before, as a table on the home page. */

import {datasetLabels} from '../../../datasets/labels/index.ts';
import {formatNumber, formatTime} from '../format.ts';
import type {Markup} from '../html.tsx';
import type {BuildChange, DatasetChange} from '../load/changes.ts';
import {inLanguage, LISTS, withQuery} from '../paths.ts';
import type {Child, View} from './types.ts';

const row = (view: View, {dataset, added, changed, removed, filters, newest}: DatasetChange): Markup => {
  const {t, language} = view;
  const {path} = LISTS.get(dataset)!;
  const title = t(datasetLabels(dataset).title);
  const isAny = filters !== null && added + changed > 0;
  return (
    <tr>
      <th scope="row">
        <a href={inLanguage(isAny ? withQuery(path, filters) : path, language)}>{title}</a>
      </th>
      {[added, changed, removed].map((count) => (
        <td class="figure">{formatNumber(count, language)}</td>
      ))}
      <td>
        {newest.map(
          ({label, path: to}, i): Child => [
            i > 0 ? <br /> : null,
            <a href={inLanguage(to, language)}>{label}</a>,
          ],
        )}
      </td>
    </tr>
  );
};

/** Null in the first build. */
export const changesSection = (view: View, change: BuildChange | null): Markup | null => {
  if (!change) return null;
  const {t, language} = view;
  const heads = [
    'changes.dataset',
    'changes.added',
    'changes.changed',
    'changes.removed',
    'changes.newest',
  ] as const;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">{t('changes.title')}</h2>
      <p class="prose soft">{t('changes.lead', {time: formatTime(change.since, language)})}</p>
      {change.datasets.length === 0 ? (
        <p>{t('changes.none')}</p>
      ) : (
        <div class="scroll" tabindex={0} role="group" aria-label={t('changes.title')}>
          <table class="changes">
            <caption class="sr">{t('changes.title')}</caption>
            <thead>
              <tr>
                {heads.map((head, i) => (
                  <th scope="col" class={i > 0 && i < 4 ? 'figure' : undefined}>
                    {t(head)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{change.datasets.map((one) => row(view, one))}</tbody>
          </table>
        </div>
      )}
    </section>
  );
};
