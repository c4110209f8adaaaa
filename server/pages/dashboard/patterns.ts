/** Colours and patterns of chart groups: either alone distinguishes them. */
import {html, raw} from 'hono/html';
import type {Html} from '../layout.ts';

const SIZE = 8;

/** Lines drawn over the colour, by group index; colours are in the style sheet as `.group-<index>`. */
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

const idOf = (index: number): string => `mark-${index}`;

/** Value for `fill`. */
export const patternFill = (index: number): string => `url(#${idOf(index)})`;

/** The pattern definitions, once per page. */
export const patternDefs = (indexes: readonly number[]): Html =>
  html`<defs>${indexes.map(
    (
      index,
    ) => html`<pattern id="${idOf(index)}" width="${SIZE}" height="${SIZE}" patternUnits="userSpaceOnUse">
<rect class="group-${index % LINES.length}" width="${SIZE}" height="${SIZE}"/>
<path class="stripe" d="${raw(LINES[index % LINES.length]!)}"/></pattern>`,
  )}</defs>`;

/** A small swatch for the legend. */
export const swatch = (index: number): Html =>
  html`<svg class="swatch" width="20" height="20" aria-hidden="true"><rect width="20" height="20" fill="${patternFill(index)}"/></svg>`;
