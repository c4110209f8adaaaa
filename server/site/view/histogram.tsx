/** A histogram above the two boxes of a range. With script two handles choose from it (`assets/brush.js`). */

import {greatest} from 'd3-array';
import {parameterLabel} from '../../labels/index.ts';
import {formatCompactMoney, formatDay} from '../format.ts';
import type {Histogram, Slice} from '../load/histograms.ts';
import type {ListData} from '../load/list.ts';
import {given} from '../paths.ts';
import {Column, plotOf} from './chart_parts.tsx';
import {readable} from './readable.ts';
import type {Markup, View} from './types.ts';

const HEIGHT = 48;

/** A slice as people read it: a size, a year, or a month by its first day's name. */
const nameOf = (view: View, {group}: Slice): string => {
  if (/^\d{4}-\d\d$/.test(group)) return formatDay(`${group}-01`, view.language).replace(/^\S+ /, '');
  return /^\d{4}$/.test(group) ? group : readable(view, 'bucket', group);
};

/** The outer ends of the picture, short: of sizes the bound alone. */
const endsOf = (view: View, slices: readonly Slice[]): string[] => {
  const [first, last] = [slices[0]!, slices.at(-1)!];
  const short = ({group}: Slice, at: number): string | null => {
    const bounds = group.match(/-?\d+/g);
    return group.includes(' to ') ? formatCompactMoney(Number(bounds?.at(at)), view.language) : null;
  };
  return [short(first, 0) ?? nameOf(view, first), short(last, -1) ?? nameOf(view, last)];
};

/** Whether a slice lies within what the filters select; dates and numbers compare as what they are. */
function isInside(slice: Slice, from: string, to: string, isNumber: boolean): boolean {
  const above = (a: string, b: string) => (isNumber ? Number(a) > Number(b) : a > b);
  const isBelow = from !== '' && slice.max !== '' && above(from, slice.max);
  const isAbove = to !== '' && slice.min !== '' && above(slice.min, to);
  return !isBelow && !isAbove;
}

/** The picture, its bounds in words below it, and what the script needs to make it move. */
export const histogram = (
  view: View,
  data: Pick<ListData, 'route' | 'pairs'>,
  {min, max, slices}: Histogram,
): Markup => {
  const {t} = view;
  const {route, pairs} = data;
  const isNumber = route.parameters[min]!.type === 'number';
  const most = greatest(slices, ({count}) => count)!;
  const plot = plotOf(slices.length, 0.12, most.count, [HEIGHT - 1, 1]);
  const label = t('histogram.summary', {
    from: nameOf(view, slices[0]!),
    to: nameOf(view, slices.at(-1)!),
    most: nameOf(view, most),
    n: most.count,
  });
  return (
    <div
      class="histogram"
      data-min={min}
      data-max={max}
      data-min-label={t(parameterLabel(route.dataset, min))}
      data-max-label={t(parameterLabel(route.dataset, max))}
    >
      <svg width="100%" height={HEIGHT} role="img" aria-label={label}>
        {slices.map((slice, i) => {
          const name = nameOf(view, slice);
          return (
            <Column
              class={isInside(slice, given(pairs, min), given(pairs, max), isNumber) ? 'bar' : 'bar out'}
              plot={plot}
              at={i}
              to={slice.count}
              data-min={slice.min}
              data-max={slice.max}
              data-name={name}
              data-count={slice.count}
            >
              <title>{view.t('frame.pair', {name, value: slice.count})}</title>
            </Column>
          );
        })}
        <line class="zero" x1={0} x2="100%" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      </svg>
      <p class="ends" aria-hidden="true">
        {endsOf(view, slices).map((end) => (
          <span>{end}</span>
        ))}
      </p>
    </div>
  );
};
