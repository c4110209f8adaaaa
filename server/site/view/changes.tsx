/** What came since the build before, as a table on the home page. */

import {datasetLabels} from '../../../datasets/labels/index.ts';
import {formatNumber, formatTime} from '../format.ts';
import type {Markup} from '../html.tsx';
import type {BuildChange, DatasetChange} from '../load/changes.ts';
import {LISTS, withQuery} from '../paths.ts';
import {CHANGES} from '../texts/home.ts';
import {joined, link, Section, type Shown, Table} from './kit.tsx';
import type {View} from './types.ts';

const columnsOf = (view: View): Shown<DatasetChange>[] => {
  const {t, language} = view;
  const counts = (['added', 'changed', 'removed'] as const).map(
    (name): Shown<DatasetChange> => ({
      head: t(CHANGES[name]),
      kind: 'figure',
      cell: (change) => formatNumber(change[name], language),
    }),
  );
  return [
    {
      head: t(CHANGES.dataset),
      cell: ({dataset, added, changed, filters}) => {
        const {path} = LISTS.get(dataset)!;
        const isAny = filters !== null && added + changed > 0;
        return link(view, isAny ? withQuery(path, filters) : path, t(datasetLabels(dataset).title));
      },
    },
    ...counts,
    {
      head: t(CHANGES.newest),
      cell: ({newest}) =>
        joined(
          newest.map(({label, path}) => link(view, path, label)),
          <br />,
        ),
    },
  ];
};

/** Null in the first build. */
export const changesSection = (view: View, change: BuildChange | null): Markup | null => {
  if (!change) return null;
  const {t, language} = view;
  return (
    <Section id="changes" title={t(CHANGES.title)}>
      <p class="prose soft">{t(CHANGES.lead, {time: formatTime(change.since, language)})}</p>
      {change.datasets.length === 0 ? (
        <p>{t(CHANGES.none)}</p>
      ) : (
        <Table class="changes" caption={t(CHANGES.title)} columns={columnsOf(view)} rows={change.datasets} />
      )}
    </Section>
  );
};
