/** The bar chart of usage as an image of lines and fields, drawn here: no script, no style in the page. */
import {html} from 'hono/html';
import {number} from '../figures.ts';
import type {Language} from '../language.ts';
import type {Html} from '../layout.ts';
import type {Say} from '../texts/types.ts';
import {GROUP_TEXTS, USAGE as TEXTS} from '../texts/usage.ts';
import type {Day, Days} from './days.ts';
import {markOf, marks} from './marks.ts';

/** In units of the drawing, which the page scales. */
const [WIDTH, HEIGHT] = [760, 260];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 8, 12, 30];
const GAP = 4;

/** Days between two that are named below the bars. */
const NAMED = 5;

const STEPS = [2, 4, 6, 8, 10];

/** The top of the scale: not below the largest, even, so that its half is a number of requests, too. */
export function scaleTop(largest: number): number {
  let power = 1;
  while (largest > 10 * power) power *= 10;
  return STEPS.map((step) => step * power).find((step) => step >= largest)!;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

interface Drawing {
  say: Say;
  language: Language;
  groups: Days['groups'];
  top: number;
  /** Width of a day. */
  step: number;
}

/** Height of the requests above the base. */
const heightOf = ({top}: Drawing, requests: number): number => (requests / top) * (HEIGHT - TOP - BOTTOM);

function bar(drawing: Drawing, {day, requests}: Day, i: number): Html {
  const {say, language, groups, step} = drawing;
  let below = 0;
  return html`${groups.map(({name, place}, g) => {
    const count = requests[g]!;
    if (count === 0) return null;
    below += count;
    const group = say(GROUP_TEXTS[name] ?? {en: name, fr: name});
    const label = say(TEXTS.bar, {day, group, requests: number(count, language)});
    return html`<rect x="${rounded(LEFT + i * step + GAP / 2)}" y="${rounded(HEIGHT - BOTTOM - heightOf(drawing, below))}"
 width="${rounded(step - GAP)}" height="${rounded(heightOf(drawing, count))}" fill="${markOf(place)}"><title>${label}</title></rect>`;
  })}`;
}

function gridLine(drawing: Drawing, value: number): Html {
  const y = rounded(HEIGHT - BOTTOM - heightOf(drawing, value));
  return html`<path class="grid" d="M${LEFT} ${y}H${WIDTH - RIGHT}"/>
<text x="${LEFT - 8}" y="${y + 4}" text-anchor="end">${number(value, drawing.language)}</text>`;
}

const dayName = ({step}: Drawing, {day}: Day, i: number): Html | null =>
  i % NAMED === NAMED - 1
    ? html`<text x="${rounded(LEFT + (i + 0.5) * step)}" y="${HEIGHT - 8}" text-anchor="middle">${day.slice(5)}</text>`
    : null;

export function chart(say: Say, language: Language, {groups, days, total}: Days): Html {
  const top = scaleTop(Math.max(...days.map((day) => day.total)));
  const drawing = {say, language, groups, top, step: (WIDTH - LEFT - RIGHT) / days.length};
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="chart-name">
<title id="chart-name">${say(TEXTS.chart, {total: number(total, language)})}</title>
${marks(groups.map(({place}) => place))}
${[0, top / 2, top].map((value) => gridLine(drawing, value))}
${days.map((day, i) => bar(drawing, day, i))}
${days.map((day, i) => dayName(drawing, day, i))}
</svg>`;
}
