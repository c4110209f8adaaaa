/** What charts are drawn from: round ticks, and coordinates that are short. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {render} from '../../../server/site/html.tsx';
import {Sparkline} from '../../../server/site/view/chart.tsx';
import {Column, Framed, plotOf, Strip, ticksOf} from '../../../server/site/view/chart_parts.tsx';

test('ticks go from zero to at least the largest, at most five of them; those of counts are whole', () => {
  expect(ticksOf(0, true)).toEqual([0]);
  expect(ticksOf(1, true)).toEqual([0, 1]);
  expect(ticksOf(13, true)).toEqual([0, 5, 10, 15]);
  expect(ticksOf(0.5, false)).toEqual([0, 0.2, 0.4, 0.6]);
  const most = fc.oneof(fc.integer({min: 1, max: 2 ** 40}), fc.double({min: 0.01, max: 1e13, noNaN: true}));
  fc.assert(
    fc.property(most, (value) => {
      const isCount = Number.isInteger(value);
      const ticks = ticksOf(value, isCount);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(value);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(5);
      if (isCount) expect(ticks.every(Number.isInteger)).toBe(true);
    }),
  );
});

const COORDINATE = / (?:x|y|x1|x2|y1|y2|width|height)="([^"]*)"/g;

/** The numbers of a picture's coordinates. */
const coordinates = (html: string): string[] => [...html.matchAll(COORDINATE)].map(([, value]) => value!);

test('coordinates have at most two decimals, and bars stay within their picture', () => {
  const counts = fc.array(fc.integer({min: 0, max: 1e9}), {minLength: 1, maxLength: 40});
  fc.assert(
    fc.property(counts, (values) => {
      const most = Math.max(...values);
      const ticks = ticksOf(most, true);
      const plot = plotOf(values.length, 0.24, ticks.at(-1)!, [178, 18]);
      const bars = values.map((count) => ({label: '2020', count, sum: null, path: null}));
      const html = render(
        <div>
          <Framed y={plot.y} ticks={ticks} name={String} label="">
            {values.map((to, at) => (
              <Column class="bar" plot={plot} at={at} to={to} />
            ))}
          </Framed>
          <Sparkline bars={bars} label="" />
          <Strip height={4} parts={{a: 1 / 3, b: values[0]! / (most || 1) / 3}} />
        </div>,
      );
      for (const value of coordinates(html)) {
        expect(value).toMatch(/^\d+(\.\d\d?)?%?$/);
        expect(Number.parseFloat(value)).toBeLessThanOrEqual(value.endsWith('%') ? 100 : 200);
      }
    }),
  );
});

test('what is more than nothing can be seen, and parts stand on each other', () => {
  const plot = plotOf(1, 0, 1000, [100, 0]);
  const column = (from: number, to: number) => render(<Column plot={plot} at={0} from={from} to={to} />);
  expect(column(0, 0)).toBe('<rect x="0%" width="100%" y="100" height="0"></rect>');
  expect(column(0, 1)).toBe('<rect x="0%" width="100%" y="99" height="1"></rect>');
  expect(column(0, -5)).toBe('<rect x="0%" width="100%" y="100" height="0"></rect>');
  expect(column(250, 750)).toBe('<rect x="0%" width="100%" y="25" height="50"></rect>');
});
