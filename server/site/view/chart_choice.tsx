/** What the chart of a list shows, by what, and split by what: lines of links. */

import type {ListData} from '../load/list.ts';
import {partsOf} from '../load/stacked.ts';
import {groupingsOf, groupLabel, replaced} from '../load/statistics.ts';
import type {MessageKey} from '../messages.ts';
import {listAddress} from './list_table.tsx';
import type {Child, Markup, View} from './types.ts';

/** A line of links that choose a parameter of the chart. */
const choiceLine = (
  view: View,
  data: ListData,
  title: string,
  choices: readonly {name?: string; chart: string; text: string; isChosen: boolean}[],
): Markup => (
  <p class="choice">
    <span>{title}</span>
    {choices.map(({name = 'chart', chart: value, text, isChosen}) => (
      <a
        href={listAddress(view, data, replaced(data.pairs, [[name, value]]))}
        rel="nofollow"
        aria-current={isChosen ? 'true' : undefined}
      >
        {text}
      </a>
    ))}
  </p>
);

/** The lines below the title of a chart; nothing where there is nothing to choose. */
export const chartChoice = (view: View, data: ListData): Child => {
  const {route, grouping, parted} = data;
  const groupings = groupingsOf(route.dataset);
  const groups = Object.keys(groupings);
  const text = (group: string) => view.t(groupLabel(route.dataset, group));
  if (groups.length < 2 || grouping === null) return null;
  const parts = groupings[grouping]?.chronological ? partsOf(route.dataset) : [];
  const tail = parted === null ? '' : `,${parted}`;
  const by = groups.map((group) => ({
    chart: groupings[group]?.chronological ? group + tail : group,
    text: text(group),
    isChosen: group === grouping,
  }));
  const split = [
    {chart: grouping, text: view.t('chart.whole'), isChosen: parted === null},
    ...parts.map((part) => ({chart: `${grouping},${part}`, text: text(part), isChosen: part === parted})),
  ];
  const measures = data.measures.map((name) => ({
    name: 'measure',
    chart: name,
    text: view.t(`measures.${name}` as MessageKey),
    isChosen: name === data.measure,
  }));
  const shares = [false, true].map((share) => ({
    name: 'share',
    chart: String(share),
    text: view.t(share ? 'chart.as_share' : 'chart.as_amount'),
    isChosen: share === data.share,
  }));
  return [
    measures.length > 1 ? choiceLine(view, data, view.t('chart.show'), measures) : null,
    choiceLine(view, data, view.t('chart.by'), by),
    parts.length > 0 ? choiceLine(view, data, view.t('chart.split'), split) : null,
    parted === null ? null : choiceLine(view, data, view.t('chart.scale'), shares),
  ];
};

/** Groupings that the fold names: more would not fit on a line. */
const NAMED = 4;

/** The groupings that the chart does not show, as many as a line has room for. */
export function otherGroups(view: View, {route, grouping}: ListData): string[] {
  const others = Object.keys(groupingsOf(route.dataset)).filter((group) => group !== grouping);
  const names = others.slice(0, NAMED).map((group) => view.t(groupLabel(route.dataset, group)).toLowerCase());
  return others.length > NAMED ? [...names, '…'] : names;
}
