/**
 * A picture that travels without its page: title, filters, figures and chart, with source, day, licence and
 * address, as one SVG without style sheets.
 */
import type {SVGAttributes} from 'preact';
import {inXml} from '../../api/formats/xml.ts';
import {render} from '../html.tsx';
import {amountOf, type ChartData, long, MOST_BARS, short} from './chart_data.ts';
import type {Frame} from './chart_parts.tsx';
import {cutTo, HEIGHT, linesOf, WIDTH, widthOf} from './picture_text.ts';
import {DrawnTimeBars} from './time_bars.tsx';
import type {Child, Markup, View} from './types.ts';

/** What a picture says. */
export interface Picture {
  /** What the title is one of. */
  kind: string;
  title: string;
  /** Filters, or what the record says, as sentences; empty: nothing. */
  about: string;
  figures: readonly {value: string; term: string}[];
  chart: ChartData | null;
  /** What the picture stands on: source, day, licence. */
  notes: readonly string[];
  /** Where the picture is from. */
  address: string;
  /** What stands on every page while the data is made up; null: it is not. */
  synthetic: string | null;
  service: string;
}

const EDGE = 56;
const ROOM = WIDTH - 2 * EDGE;

/** Colours on paper, as in `assets/tokens.css`. */
export const COLOURS = {
  ground: '#ffffff',
  text: '#1c2422',
  soft: '#55615d',
  line: '#d9dfdc',
  field: '#76827d',
  accent: '#1f5d54',
  warn: '#6b4e00',
  bar: '#566b78',
  'part-0': '#0b5c8f',
  'part-1': '#d55e00',
  'part-2': '#009e73',
  'part-3': '#a8568a',
  'part-4': '#8a6d00',
} as const;

type Attributes = Readonly<Record<string, string | number>>;

/** What the classes of charts look like, which style sheets say on a page. */
const LOOKS: Readonly<Record<string, Attributes>> = {
  bar: {fill: COLOURS.bar},
  zero: {stroke: COLOURS.field},
  grid: {stroke: COLOURS.line},
  direct: {fill: COLOURS.text, 'font-weight': 600},
  over: {fill: 'none'},
  part: {stroke: COLOURS.ground, 'stroke-width': 1},
  'part-0': {fill: COLOURS['part-0']},
  'part-1': {fill: COLOURS['part-1']},
  'part-2': {fill: COLOURS['part-2']},
  'part-3': {fill: COLOURS['part-3']},
  'part-4': {fill: COLOURS['part-4']},
  'part-5': {fill: COLOURS.field},
  'hatch-clear': {fill: 'none'},
  'hatch-over': {fill: COLOURS.ground},
  'hatch-ground': {fill: COLOURS.ground},
  'hatch-line': {fill: COLOURS.bar},
};

/** Attributes in place of classes. A partial bar has its hatching already. */
function looked(_: string, classes: string): string {
  const names = classes.split(' ');
  const own = names.filter((name) => !names.includes('partial') || (name !== 'bar' && name !== 'over'));
  return own
    .flatMap((name) => Object.entries(LOOKS[name] ?? {}))
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

const FONTS = "Inter, system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/** Lines of text below each other, the first at `y`. */
const Lines = ({
  lines,
  y,
  size,
  ...look
}: {lines: readonly string[]; y: number; size: number} & SVGAttributes<SVGTextElement>): Child =>
  lines.map((line, i) => (
    <text x={EDGE} y={y + Math.round(i * size * 1.3)} font-size={size} {...look}>
      {line}
    </text>
  ));

/** Names of parts beside each other, the uppermost first, as many rows as they need. */
function keyOf(names: readonly string[], top: number): {drawn: Child; bottom: number} {
  const size = 17;
  let [x, y] = [EDGE, top];
  const drawn = names.toReversed().map((whole, i) => {
    const part = names.length - 1 - i;
    const name = cutTo(whole, size, 330);
    const width = 24 + widthOf(name, size) + 22;
    if (x + width > EDGE + ROOM) [x, y] = [EDGE, y + 26];
    const at = x;
    x += width;
    return (
      <g>
        <rect class={`part part-${part}`} x={at} y={y - 13} width={15} height={15} />
        <text x={at + 23} y={y} font-size={size}>
          {name}
        </text>
      </g>
    );
  });
  return {drawn, bottom: y + 14};
}

/** Bars below each other between two heights: name, bar, value. */
function sortedBars(view: View, data: ChartData, top: number, bottom: number): Child {
  const step = Math.min(44, (bottom - top) / data.bars.length);
  const size = Math.min(18, step * 0.62);
  const [from, to] = [EDGE + 430, EDGE + ROOM - 130];
  const most = Math.max(...data.bars.map((bar) => amountOf(data, bar) ?? 0)) || 1;
  return data.bars.map((bar, i) => {
    const value = amountOf(data, bar);
    const middle = Math.round((top + (i + 0.5) * step) * 10) / 10;
    const baseline = middle + size / 3;
    const width = Math.round(((to - from) * Math.max(0, value ?? 0)) / most);
    return (
      <g font-size={size}>
        <text x={EDGE} y={baseline} fill={COLOURS.text}>
          {cutTo(bar.label, size, from - EDGE - 20)}
        </text>
        <rect class="bar" x={from} y={middle - step * 0.3} width={width} height={step * 0.6} />
        <text x={EDGE + ROOM} y={baseline} text-anchor="end">
          {value === null ? long(view, data, value) : short(view, data, value)}
        </text>
      </g>
    );
  });
}

/** The chart between two heights. */
function chartBetween(view: View, data: ChartData, top: number, bottom: number): Child {
  const key = data.parts ? keyOf(data.parts, top + 14) : {drawn: null, bottom: top};
  const height = bottom - key.bottom;
  if (!data.chronological) return sortedBars(view, data, top, bottom);
  const names = 92;
  const frame: Frame & {width: number} = {
    width: ROOM - names,
    height,
    edges: [height - 30, 28],
    names,
    text: 17,
  };
  // A picture leads nowhere.
  const bars = data.bars.slice(-MOST_BARS).map((bar) => ({...bar, path: null}));
  return (
    <>
      {key.drawn}
      <g transform={`translate(${EDGE} ${key.bottom})`} font-size={17}>
        <DrawnTimeBars drawn={{view, data: {...data, bars}}} frame={frame} />
      </g>
    </>
  );
}

/** The smallest figure: longer ones are cut. */
const SMALLEST = 22;

/** Figures beside each other, each above what it is; the longest says how large they are, `most` at most. */
function figuresAt(figures: Picture['figures'], y: number, most: number): Child {
  const width = Math.round(ROOM / Math.max(most > 40 ? 2 : 3, figures.length));
  const longest = Math.max(...figures.map(({value}) => widthOf(value, 1)));
  const size = Math.floor(Math.max(SMALLEST, Math.min(most, (width - 16) / longest)));
  const small = Math.max(17, size * 0.4);
  return figures.map(({value, term}, i) => (
    <g>
      <text x={EDGE + i * width} y={y} font-size={size} font-weight={600} fill={COLOURS.text}>
        {cutTo(value, size, width - 16)}
      </text>
      <text x={EDGE + i * width} y={y + 8 + small} font-size={small}>
        {cutTo(term, small, width - 16)}
      </text>
    </g>
  ));
}

/** Pixels between the first and the last of some lines. */
const spanOf = (lines: readonly string[], size: number): number =>
  Math.round(Math.max(0, lines.length - 1) * size * 1.3);

const FOOT = 16;

/** Source, day and licence at the foot, the address being last. Returns where it begins, too. */
function footOf({notes, address}: Picture): {drawn: Child; top: number} {
  const said = notes.flatMap((note) => (note === '' ? [] : linesOf(note, FOOT, ROOM, 2)));
  const where = linesOf(address, FOOT, ROOM, 2);
  const last = HEIGHT - 30 - spanOf(where, FOOT);
  const first = last - 24 - spanOf(said, FOOT);
  return {
    top: first - 40,
    drawn: (
      <>
        <line x1={EDGE} x2={EDGE + ROOM} y1={first - 26} y2={first - 26} stroke={COLOURS.line} />
        <Lines lines={said} y={first} size={FOOT} />
        <Lines lines={where} y={last} size={FOOT} fill={COLOURS.accent} />
      </>
    ),
  };
}

/** Kind, title, sentences and figures at the head. Returns where it ends, too. */
function headOf({kind, title, about, figures, chart, synthetic, service}: Picture) {
  const size = chart ? 19 : 26;
  const heading = linesOf(title, 34, ROOM, 2);
  const said = about === '' ? [] : linesOf(about, size, ROOM, chart ? 2 : 6);
  const top = synthetic === null ? 56 : 82;
  const titleY = top + 48;
  const saidY = titleY + spanOf(heading, 34) + (chart ? 33 : 50);
  const saidEnd = said.length === 0 ? titleY + spanOf(heading, 34) : saidY + spanOf(said, size);
  const figureY = saidEnd + (chart ? 48 : 100);
  return {
    bottom: figures.length === 0 ? saidEnd + 24 : figureY + 42,
    drawn: (
      <>
        {synthetic === null ? null : (
          <Lines lines={[cutTo(synthetic, 17, ROOM)]} y={40} size={17} fill={COLOURS.warn} />
        )}
        <Lines lines={[cutTo(`${service} · ${kind}`, 19, ROOM)]} y={top} size={19} fill={COLOURS.accent} />
        <Lines lines={heading} y={titleY} size={34} font-weight={600} fill={COLOURS.text} />
        <Lines lines={said} y={saidY} size={size} fill={chart ? COLOURS.soft : COLOURS.text} />
        {figuresAt(figures, figureY, chart ? 32 : figures.length > 2 ? 40 : 54)}
      </>
    ),
  };
}

const drawing = (view: View, picture: Picture): Markup => {
  const {chart, title, about, address} = picture;
  const [head, foot] = [headOf(picture), footOf(picture)];
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      lang={view.language}
      role="img"
      font-family={FONTS}
      fill={COLOURS.soft}
    >
      <title>{title}</title>
      <desc>{[about, ...picture.notes, address].filter((text) => text !== '').join(' ')}</desc>
      <rect width={WIDTH} height={HEIGHT} fill={COLOURS.ground} />
      {head.drawn}
      {chart ? chartBetween(view, chart, head.bottom, foot.top) : null}
      {foot.drawn}
    </svg>
  );
};

/** The picture as an SVG document, WIDTH by HEIGHT. HTML may have `]]>` in a text, XML may not. */
export const pictureSvg = (view: View, picture: Picture): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${inXml(
    render(drawing(view, picture))
      .replace(/ class="([^"]*)"/g, looked)
      .replaceAll(']]>', ']]&gt;'),
  )}\n`;
