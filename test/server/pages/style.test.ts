/** The colours of the style sheet are far enough apart, in both schemes (WCAG 2.2: 1.4.3 and 1.4.11, AA). */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {USAGE_GROUPS} from '../../../server/accounts/usage.ts';

const css = ['tokens', 'account']
  .map((part) => readFileSync(new URL(`../../../server/site/assets/${part}.css`, import.meta.url), 'utf8'))
  .join('');

/** Colours by name, of the light scheme and of the dark one. */
const [LIGHT, DARK] = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, block]) =>
  Object.fromEntries(
    [...block!.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, colour]) => [name!, colour!]),
  ),
);

const BARS = [...css.matchAll(/\.group-(\d) \{\s*fill: (#\w{6});/g)].map(([, position, colour]) => ({
  position: Number(position),
  colour: colour!,
}));

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light! + 0.05) / (dark! + 0.05);
}

/** Text on grounds. */
const TEXTS: Record<string, string[]> = {
  text: ['ground', 'shade', 'tint'],
  soft: ['ground', 'shade'],
  accent: ['ground', 'tint'],
  'on-accent': ['accent'],
  danger: ['ground', 'danger-ground'],
  warn: ['warn-ground'],
};

const SCHEMES = {light: LIGHT!, dark: DARK!};

test.each(Object.entries(SCHEMES))('in the %s scheme text has a contrast of 4.5 to 1', (_, colours) => {
  for (const [text, grounds] of Object.entries(TEXTS)) {
    for (const ground of grounds) {
      expect(contrast(colours[text]!, colours[ground]!), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test.each(Object.entries(SCHEMES))(
  'in the %s scheme fields and bars have a contrast of 3 to 1',
  (_, colours) => {
    expect(contrast(colours['field']!, colours['ground']!)).toBeGreaterThanOrEqual(3);
    for (const {position, colour} of BARS) {
      expect(contrast(colour, colours['ground']!), `group ${position}`).toBeGreaterThanOrEqual(3);
    }
  },
);

test('every usage group has its own colour', () => {
  expect(BARS.map(({position}) => position)).toEqual(USAGE_GROUPS.map((_, position) => position));
  expect(new Set(BARS.map(({colour}) => colour)).size).toBe(USAGE_GROUPS.length);
});
