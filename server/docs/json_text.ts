/** JSON for people: indented by two spaces, with what fits on a line on one line, and long lists of values and of plain members filled. */
import type {Json} from '../../datasets/types.ts';

const COLUMNS = 120;

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${onOneLine(one)}`);
  return `{${members.join(', ')}}`;
}

/** As many texts on each line as fit, with a comma after all but the last. */
function filled(texts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const [i, text] of texts.entries()) {
    const item = i < texts.length - 1 ? `${text},` : text;
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + item.length <= width)
      lines[lines.length - 1] = `${last} ${item}`;
    else lines.push(item);
  }
  return lines;
}

const isPlain = (value: Json): boolean => typeof value !== 'object' || value === null;

/** Lines of the members of an object: those with plain values that follow each other share lines. */
function membersOf(value: Record<string, Json>, inner: string): string[] {
  const lines: string[] = [];
  const entries = Object.entries(value);
  let wasPlain = false;
  for (const [at, [name, one]] of entries.entries()) {
    const key = `${JSON.stringify(name)}: `;
    const text = key + lay(one, inner, inner.length + key.length) + (at < entries.length - 1 ? ',' : '');
    const last = lines.at(-1);
    const fits = last !== undefined && inner.length + last.length + 1 + text.length <= COLUMNS;
    if (fits && wasPlain && isPlain(one)) lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(text);
    wasPlain = isPlain(one);
  }
  return lines;
}

/** The value as printed after `used` characters of a line that is indented by `indent`. */
function lay(value: Json, indent: string, used: number): string {
  const line = onOneLine(value);
  if (used + line.length < COLUMNS || typeof value !== 'object' || value === null) return line;
  const inner = `${indent}  `;
  const between = (lines: string[], separator: string) =>
    `\n${inner}${lines.join(`${separator}\n${inner}`)}\n${indent}`;
  if (!Array.isArray(value)) {
    return `{${between(membersOf(value, inner), '')}}`;
  }
  if (value.some((one) => typeof one === 'object' && one !== null))
    return `[${between(
      value.map((one) => lay(one, inner, inner.length)),
      ',',
    )}]`;
  return `[${between(filled(value.map(onOneLine), COLUMNS - inner.length), '')}]`;
}

/** The text of a JSON file. */
export const jsonText = (value: Json): string => `${lay(value, '', 0)}\n`;
