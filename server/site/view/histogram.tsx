/** A histogram above the two boxes of a range. With script two handles choose from it (`assets/brush.js`). */

import {parameterLabel} from '../../../datasets/labels/index.ts';
import {formatCompactMoney, formatDay, formatNumber} from '../format.ts';
import type {Markup} from '../html.tsx';
import type {Histogram, Slice} from '../load/histograms.ts';
import type {ListData} from '../load/list.ts';
import type {View} from './types.ts';
import {readable} from './value.tsx';

const HEIGHT = 48;

const percent = (share: number): string => `${Math.round(share * 1e4) / 100}%`;

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
  const {t, language} = view;
  const {route, pairs} = data;
  const given = (name: string) => pairs.find(([one]) => one === name)?.[1] ?? '';
  const isNumber = route.parameters[min]!.type === 'number';
  const most = Math.max(1, ...slices.map(({count}) => count));
  const slot = 1 / slices.length;
  const label = t('histogram.summary', {
    from: nameOf(view, slices[0]!),
    to: nameOf(view, slices.at(-1)!),
    most: nameOf(
      view,
      slices.reduce((best, one) => (one.count > best.count ? one : best)),
    ),
    n: most,
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
          const height =
            slice.count === 0 ? 0 : Math.max(1.5, Math.round(((HEIGHT - 2) * slice.count * 10) / most) / 10);
          const inside = isInside(slice, given(min), given(max), isNumber);
          return (
            <rect
              class={inside ? 'bar' : 'bar out'}
              x={percent((i + 0.06) * slot)}
              width={percent(slot * 0.88)}
              y={HEIGHT - height}
              height={height}
              data-min={slice.min}
              data-max={slice.max}
              data-name={nameOf(view, slice)}
              data-count={slice.count}
            >
              <title>{`${nameOf(view, slice)}: ${formatNumber(slice.count, language)}`}</title>
            </rect>
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
