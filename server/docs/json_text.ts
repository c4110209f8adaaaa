/**
 * JSON for people: indented by two spaces, with what fits on a line on one line, and long lists of values and
 * of plain members filled.
 */
import type {Json} from '../../datasets/types.ts';

const COLUMNS = 120;

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${onOneLine(one)}`);
  return `{${members.join(', ')}}`;
}

const isPlain = (value: Json): boolean => typeof value !== 'object' || value === null;

/**
 * Objects of one member each around a text or plain members, such as an example of an error: lines of
 * brackets tell nothing.
 */
function isWrapped(value: Json): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const [first = null, ...others] = Object.values(value);
  if (others.length > 0 || Array.isArray(first)) return false;
  return isPlain(first) || Object.values(first as object).every(isPlain) || isWrapped(first);
}

/** Plain values and wrapped ones share lines with others. */
const isShort = (value: Json): boolean => isPlain(value) || isWrapped(value);

/**
 * Lines of members or elements with commas between them: short ones that follow each other share lines of
 * `width`.
 */
function linesOf(items: readonly {text: string; short: boolean}[], width: number): string[] {
  const lines: string[] = [];
  let wasShort = false;
  for (const [at, {text, short}] of items.entries()) {
    const item = at < items.length - 1 ? `${text},` : text;
    const last = lines.at(-1);
    const fits = last !== undefined && last.length + 1 + item.length <= width;
    if (fits && wasShort && short) lines[lines.length - 1] = `${last} ${item}`;
    else lines.push(item);
    wasShort = short;
  }
  return lines;
}

/** The value as printed after `used` characters of a line that is indented by `indent`. */
function lay(value: Json, indent: string, used: number): string {
  const line = onOneLine(value);
  if (used + line.length < COLUMNS || typeof value !== 'object' || value === null || isWrapped(value))
    return line;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((one) => ({text: lay(one, inner, inner.length), short: isShort(one)}))
    : Object.entries(value).map(([name, one]) => {
        const key = `${JSON.stringify(name)}: `;
        return {text: key + lay(one, inner, inner.length + key.length), short: isShort(one)};
      });
  const lines = linesOf(items, COLUMNS - inner.length).join(`\n${inner}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inner}${lines}\n${indent}${close}`;
}

/** The text of a JSON file. */
export const jsonText = (value: Json): string => `${lay(value, '', 0)}\n`;
