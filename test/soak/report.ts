/** The report of a soak: figures, and charts over time, as one HTML file without scripts. */
import type {Minute, Sample} from './measure.ts';

export interface SoakResult {
  minutes: number;
  rate: number;
  figures: [name: string, value: string][];
  faults: string[];
  events: {at: number; what: string}[];
  samples: Sample[];
  times: Minute[];
}

/** Room of the numbers on the left, of the upper half of the highest one, and of the minutes below. */
const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [900, 190, 60, 8, 20];
const FLOOR = HEIGHT - BOTTOM;
/** Minutes that are named below a chart. */
const STEPS = 6;
const COLOURS = [
  '#1b6ca8',
  '#c8553d',
  '#588157',
  '#7b2d8b',
  '#b8860b',
  '#2a9d8f',
  '#6c757d',
  '#e07a5f',
  '#3d405b',
  '#81b29a',
  '#000',
];

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface Line {
  name: string;
  points: [x: number, y: number][];
}

function chart(
  title: string,
  lines: readonly Line[],
  seconds: number,
  events: SoakResult['events'],
  isFromZero = true,
): string {
  const all = lines.flatMap(({points}) => points.map(([, y]) => y));
  const top = Math.max(...all, 1e-9) * 1.05;
  const low = isFromZero ? 0 : Math.min(...all) * 0.95;
  const x = (at: number): number => LEFT + (at / seconds) * (WIDTH - LEFT);
  const y = (value: number): number => TOP + (FLOOR - TOP) * (1 - (value - low) / (top - low || 1));
  const marks = events.map(
    ({at, what}) =>
      `<line x1="${x(at).toFixed(1)}" x2="${x(at).toFixed(1)}" y1="${TOP}" y2="${FLOOR}" stroke="#ddd"><title>${escaped(what)}</title></line>`,
  );
  const drawn = lines.map(
    ({points}, at) =>
      `<polyline fill="none" stroke="${COLOURS[at % COLOURS.length]}" points="${points.map(([px, py]) => `${x(px).toFixed(1)},${y(py).toFixed(1)}`).join(' ')}"/>`,
  );
  const scale = [low, (low + top) / 2, top].map(
    (value) =>
      `<text x="${LEFT - 6}" y="${y(value) + 4}" text-anchor="end">${value.toFixed(value < 10 ? 2 : 0)}</text>`,
  );
  const minutes = Array.from({length: STEPS + 1}, (_, step) => {
    const at = (seconds * step) / STEPS;
    const anchor = step === STEPS ? 'end' : 'middle';
    return `<text x="${x(at)}" y="${HEIGHT - 4}" text-anchor="${anchor}">${Math.round(at / 60)} min</text>`;
  });
  const names = lines.map(
    ({name}, at) => `<span style="color:${COLOURS[at % COLOURS.length]}">${escaped(name)}</span>`,
  );
  const legend = names.length > 1 ? `<p>${names.join(' · ')}</p>` : '';
  return `<h2>${escaped(title)}</h2>${legend}<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">${marks.join('')}${drawn.join('')}${scale.join('')}${minutes.join('')}</svg>`;
}

const byGroup = (times: readonly Minute[], name: 'p50' | 'p99'): Line[] =>
  [...new Set(times.map(({group}) => group))].sort().map((group) => ({
    name: group,
    points: times
      .filter((one) => one.group === group)
      .sort((a, b) => a.minute - b.minute)
      .map((one): [number, number] => [one.minute * 60 + 30, one[name]]),
  }));

/** The HTML file. Grey lines are events: builds, faults of Redis, threads that died. */
export function reportOf({minutes, rate, figures, faults, events, samples, times}: SoakResult): string {
  const seconds = minutes * 60;
  const line = (name: 'rssMb' | 'descriptors' | 'threads'): Line[] => [
    {name, points: samples.map((one): [number, number] => [one.at, one[name]])},
  ];
  const light = times.filter(({group}) => group !== 'export' && group !== 'sign-in');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Soak of ${minutes} minutes</title>
<style>body{font:14px sans-serif;margin:2em;max-width:60em}svg{font:11px sans-serif}td{padding:2px 12px 2px 0;vertical-align:top}td:first-child{width:24em}</style>
<h1>Soak of ${minutes} minutes, ${rate} requests a second</h1>
<table>${figures.map(([name, value]) => `<tr><td>${escaped(name)}</td><td>${escaped(value)}</td></tr>`).join('')}</table>
<p>Grey lines: builds that were switched to, faults of Redis, threads that were killed.</p>
${chart('Resident memory, MB', line('rssMb'), seconds, events, false)}
${chart('Open descriptors', line('descriptors'), seconds, events, false)}
${chart('Threads', line('threads'), seconds, events)}
${chart('Median, ms, by minute', byGroup(light, 'p50'), seconds, events)}
${chart('99th percentile, ms, by minute', byGroup(light, 'p99'), seconds, events)}
<h2>What went wrong</h2><ol>${
    faults
      .slice(0, 200)
      .map((fault) => `<li>${escaped(fault)}</li>`)
      .join('') || '<li>Nothing.</li>'
  }</ol></html>
`;
}
