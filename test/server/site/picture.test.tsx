/** The drawing of a picture: texts that fit, colours of the pages, names that mean harm. */
import {readFileSync} from 'node:fs';
import fc from 'fast-check';
import {SaxesParser} from 'saxes';
import {describe, expect, test} from 'vitest';
import {TRANSLATE} from '../../../server/site/messages.ts';
import type {ChartData} from '../../../server/site/view/chart_data.ts';
import {COLOURS, type Picture, pictureSvg} from '../../../server/site/view/picture.tsx';
import {cutTo, linesOf, widthOf} from '../../../server/site/view/picture_text.ts';
import type {View} from '../../../server/site/view/types.ts';
import {ownGround} from '../../../server/tiles/ground.ts';

const VIEW: View = {
  language: 'en',
  t: TRANSLATE.en,
  build: null,
  origin: 'https://data.example.org',
  basemap: null,
  ground: ownGround(),
  contact: null,
};

const chartOf = (names: readonly string[], more: Partial<ChartData>): ChartData => ({
  title: 'A chart',
  group: 'Vendor',
  bars: names.map((label, i) => ({
    label,
    count: i + 1,
    sum: i * 10.5,
    path: '/contracts',
    ...(more.parts && {parts: [i, 1]}),
  })),
  chronological: false,
  money: false,
  partial: new Map([[names[0]!, 'chart.partial']]),
  source: 'Contracts',
  notes: [],
  list: null,
  ...more,
});

const pictureOf = (text: string, chart: ChartData | null): Picture => ({
  kind: text,
  title: text,
  about: text,
  figures: [{value: text, term: text}],
  chart,
  notes: [text],
  address: text,
  synthetic: text,
  service: text,
});

/** Names of the elements and texts of a document that must be well formed. */
function read(svg: string) {
  const [elements, texts]: [string[], string[]] = [[], []];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({name}) => elements.push(name));
  parser.on('text', (text) => texts.push(text));
  parser.write(svg).close();
  return {elements: new Set(elements), texts};
}

const ALLOWED = new Set(['svg', 'title', 'desc', 'rect', 'text', 'g', 'line', 'defs', 'pattern']);

const HOSTILE = [
  '</text><script>alert(1)</script>',
  '"><image href="https://evil.example"/> class="bar"',
  ']]> <!-- & &amp; &#0; \u0000\u0007\ud800 \ufffe',
  "<!ENTITY x SYSTEM 'file:///etc/passwd'>",
  '\u202eright to left 日本語',
];

describe('a picture', () => {
  test.each(HOSTILE)('with the name %j has only what is drawn', (name) => {
    for (const more of [{}, {chronological: true}, {chronological: true, parts: [name, 'b']}]) {
      const svg = pictureSvg(VIEW, pictureOf(name, chartOf([name, 'b'], more)));
      const {elements} = read(svg);
      expect([...elements].filter((one) => !ALLOWED.has(one))).toEqual([]);
      // A name in a text is escaped, so that no attribute can begin in it.
      expect(svg).not.toMatch(/ class="/);
    }
  });

  test('of any text is well-formed XML', () => {
    fc.assert(
      fc.property(fc.string({unit: 'binary', maxLength: 300}), (text) => {
        read(pictureSvg(VIEW, pictureOf(text, chartOf([text], {chronological: true}))));
      }),
    );
  });

  test('keeps all names of parts and says every bar', () => {
    const names = ['alpha', 'beta'];
    const svg = pictureSvg(
      VIEW,
      pictureOf('x', chartOf(['2020', '2021'], {chronological: true, parts: names})),
    );
    const {texts} = read(svg);
    for (const text of [...names, '2020', '2021']) expect(texts).toContain(text);
  });

  test('has the colours of the pages in daylight', () => {
    const css = readFileSync(new URL('../../../server/site/assets/tokens.css', import.meta.url), 'utf8');
    const light = css.slice(0, css.indexOf('@media'));
    for (const [name, colour] of Object.entries(COLOURS))
      expect([name, colour]).toEqual([name, new RegExp(`--${name}: (#\\w+);`).exec(light)?.[1]]);
  });
});

describe('texts', () => {
  const words = fc
    .array(fc.string({minLength: 1, maxLength: 40}), {maxLength: 60})
    .map((all) => all.join(' '));

  test('have at most as many lines as they may, none wider than its room', () => {
    fc.assert(
      fc.property(
        words,
        fc.integer({min: 60, max: 1000}),
        fc.integer({min: 1, max: 4}),
        (text, width, most) => {
          const lines = linesOf(text, 16, width, most);
          expect(lines.length).toBeLessThanOrEqual(most);
          for (const line of lines) expect(widthOf(line, 16)).toBeLessThanOrEqual(width + 1e-6);
        },
      ),
    );
  });

  test('that fit are whole, and others end with an ellipsis', () => {
    expect(linesOf('What the government buys', 16, 1000, 2)).toEqual(['What the government buys']);
    expect(linesOf('one two three', 16, 70, 2)).toEqual(['one two', 'three']);
    expect(linesOf('one two three four', 16, 70, 2)).toEqual(['one two', 'three f…']);
    expect(cutTo('Ardenwick Surveying', 16, 100)).toBe('Ardenwick…');
  });
});
