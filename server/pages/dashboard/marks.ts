/** What tells the groups of the chart apart: a colour and a pattern each, so that neither is needed alone. */
import {html, raw} from 'hono/html';
import type {Html} from '../layout.ts';

const SIZE = 8;

/** Lines over the colour, by the place of the group; colours stand in the style sheet as `.group-<place>`. */
const LINES = [
  '',
  'M0 8 8 0M-2 2 2-2M6 10 10 6',
  'M0 4H8',
  'M0 0 8 8M-2 6 2 10M6-2 10 2',
  'M4 0V8',
  'M0 4H8M4 0V8',
  'M0 0 8 8M8 0 0 8',
  'M2 2H5V5H2Z',
  'M0 2 4 6 8 2',
];

const idOf = (place: number): string => `mark-${place}`;

/** For `fill`. */
export const markOf = (place: number): string => `url(#${idOf(place)})`;

/** The patterns, once a page. */
export const marks = (places: readonly number[]): Html =>
  html`<defs>${places.map(
    (
      place,
    ) => html`<pattern id="${idOf(place)}" width="${SIZE}" height="${SIZE}" patternUnits="userSpaceOnUse">
<rect class="group-${place % LINES.length}" width="${SIZE}" height="${SIZE}"/>
<path class="stripe" d="${raw(LINES[place % LINES.length]!)}"/></pattern>`,
  )}</defs>`;

/** A little field with the mark, for the legend. */
export const swatch = (place: number): Html =>
  html`<svg class="swatch" width="20" height="20" aria-hidden="true"><rect width="20" height="20" fill="${markOf(place)}"/></svg>`;
