/** The usage bar chart as inline SVG, without script or inline style. */
import {html} from 'hono/html';
import {formatNumber} from '../format.ts';
import type {Language} from '../language.ts';
import type {Html} from '../layout.ts';
import type {Translate} from '../texts/types.ts';
import {GROUP_TEXTS, USAGE as TEXTS} from '../texts/usage.ts';
import type {DailyUsage, Day} from './daily_usage.ts';
import {patternDefs, patternFill} from './patterns.ts';

/** In units of the view box, which the page scales. */
const [WIDTH, HEIGHT] = [760, 260];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 8, 12, 30];
const GAP = 4;

/** Every so many days a label is shown. */
const NAMED = 5;

const STEPS = [2, 4, 6, 8, 10];

/** The top of the scale: at least the maximum, and even, so that half of it is a whole number. */
export function scaleTop(largest: number): number {
  let power = 1;
  while (largest > 10 * power) power *= 10;
  return STEPS.map((step) => step * power).find((step) => step >= largest)!;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

interface Drawing {
  t: Translate;
  language: Language;
  groups: DailyUsage['groups'];
  top: number;
  /** Width of a day. */
  step: number;
}

/** Height of a bar segment. */
const heightOf = ({top}: Drawing, requests: number): number => (requests / top) * (HEIGHT - TOP - BOTTOM);

function bar(drawing: Drawing, {day, requests}: Day, i: number): Html {
  const {t, language, groups, step} = drawing;
  let below = 0;
  return html`${groups.map(({name, index}, g) => {
    const count = requests[g]!;
    if (count === 0) return null;
    below += count;
    const group = t(GROUP_TEXTS[name] ?? {en: name, fr: name});
    const label = t(TEXTS.bar, {day, group, requests: formatNumber(count, language)});
    return html`<rect x="${rounded(LEFT + i * step + GAP / 2)}" y="${rounded(HEIGHT - BOTTOM - heightOf(drawing, below))}"
 width="${rounded(step - GAP)}" height="${rounded(heightOf(drawing, count))}" fill="${patternFill(index)}"><title>${label}</title></rect>`;
  })}`;
}

function gridLine(drawing: Drawing, value: number): Html {
  const y = rounded(HEIGHT - BOTTOM - heightOf(drawing, value));
  return html`<path class="grid" d="M${LEFT} ${y}H${WIDTH - RIGHT}"/>
<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${formatNumber(value, drawing.language)}</text>`;
}

const dayName = ({step}: Drawing, {day}: Day, i: number): Html | null =>
  i % NAMED === NAMED - 1
    ? html`<text x="${rounded(LEFT + (i + 0.5) * step)}" y="${HEIGHT - 8}" text-anchor="middle">${day.slice(5)}</text>`
    : null;

export function chart(t: Translate, language: Language, {groups, days, total}: DailyUsage): Html {
  const top = scaleTop(Math.max(...days.map((day) => day.total)));
  const drawing = {t, language, groups, top, step: (WIDTH - LEFT - RIGHT) / days.length};
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="chart-name">
<title id="chart-name">${t(TEXTS.chart, {total: formatNumber(total, language)})}</title>
${patternDefs(groups.map(({index}) => index))}
${[0, top / 2, top].map((value) => gridLine(drawing, value))}
${days.map((day, i) => bar(drawing, day, i))}
${days.map((day, i) => dayName(drawing, day, i))}
</svg>`;
}
