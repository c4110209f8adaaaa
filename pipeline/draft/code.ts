/**
 * Declarations as trees that can be printed and evaluated: the file that is written is the one that was
 * tried.
 */
import * as fields from '../../datasets/fields.ts';
import * as permits from '../../datasets/permits/city.ts';
import * as portals from '../../datasets/publishers/portals.ts';
import * as zoning from '../../datasets/zoning/city.ts';

/** What a city file imports, by the path that it names. */
const MODULES: Record<string, Record<string, unknown>> = {
  '../../fields.ts': fields,
  '../../publishers/portals.ts': portals,
  '../city.ts': {...permits, ...zoning},
};

/** A call of a function of these modules. */
export class Call {
  readonly name: string;
  readonly args: readonly unknown[];
  constructor(name: string, ...args: unknown[]) {
    this.name = name;
    this.args = args;
  }
}

/** A property; `...` spreads its value; without a value it is its remark alone. */
export interface Property {
  name: string;
  value?: unknown;
  /** What somebody must decide. */
  todo?: string | undefined;
}

/** An object, a property on each line. */
export class Block {
  readonly properties: readonly Property[];
  constructor(properties: readonly Property[]) {
    this.properties = properties;
  }
}

/** An object as a block. */
const blockOf = (made: object): Block =>
  new Block(Object.entries(made).map(([name, value]) => ({name, value})));

/** The value of a tree. */
export function evaluate(tree: unknown): unknown {
  if (tree instanceof Call) {
    const made = Object.values(MODULES).find((one) => tree.name in one)?.[tree.name];
    return (made as (...args: unknown[]) => unknown)(...tree.args.map(evaluate));
  }
  if (Array.isArray(tree)) return tree.map(evaluate);
  if (!(tree instanceof Block)) return tree;
  const made = tree.properties.map(({name, value}) => {
    if (value === undefined) return {};
    return name === '...' ? evaluate(value) : {[name]: evaluate(value)};
  });
  return Object.assign({}, ...made);
}

/** The text of a file that exports the call of a city, formatted as the linter does. */
export function fileText(about: string, {name, args: [slug, body]}: Call): string {
  const made = `export default ${name}(${flat(slug)}, ${broken(body, '')});`;
  const imports = Object.entries(MODULES).flatMap(([path, module]) => {
    const called = Object.keys(module).filter((one) => new RegExp(`\\b${one}\\(`).test(made));
    return called.length ? `import {${called.sort().join(', ')}} from '${path}';\n` : [];
  });
  return `/** ${about} */\n${imports.join('')}\n${made}\n`;
}

/** Columns of a line. */
const WIDTH = 110;

/** A property as it stands in a file, under its remark. */
export function propertyText({name, value, todo}: Property, indent: string): string {
  const before = `${indent}${name === '...' ? name : `${name}: `}`;
  const line = `${before}${flat(value)},`;
  const long = typeof value === 'string' ? `\n${indent}  ${flat(value)}` : broken(value, indent);
  const fits = !(value instanceof Block) && line.length <= WIDTH;
  const text = fits ? line : `${typeof value === 'string' ? before.trimEnd() : before}${long},`;
  return `${remark(todo, indent)}${value === undefined ? '' : `${text}\n`}`;
}

/**
 * `// TODO(draft): ...` on as many lines as it takes. Line breaks in what a portal says must not end the
 * comment.
 */
function remark(todo: string | undefined, indent: string): string {
  if (todo === undefined) return '';
  const room = WIDTH - indent.length - 3;
  const lines =
    `TODO(draft): ${todo.replace(/\s+/g, ' ')}`.match(new RegExp(`.{1,${room}}(?:\\s|$)|\\S+\\s?`, 'gu')) ??
    [];
  return lines.map((line) => `${indent}// ${line.trimEnd()}\n`).join('');
}

/** A value on several lines. */
function broken(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (value instanceof Call || Array.isArray(value)) {
    const parts = value instanceof Call ? value.args : value;
    const lines = parts.map((part) => {
      const line = `${inner}${flat(part)},\n`;
      return line.length <= WIDTH + 1 ? line : `${inner}${broken(part, inner)},\n`;
    });
    const [open, close] = value instanceof Call ? [`${value.name}(`, ')'] : '[]';
    return `${open}\n${lines.join('')}${indent}${close}`;
  }
  if (typeof value !== 'object') return flat(value);
  const {properties} = value instanceof Block ? value : blockOf(value ?? {});
  return `{\n${properties.map((one) => propertyText(one, inner)).join('')}${indent}}`;
}

/** A value on one line. */
function flat(value: unknown): string {
  if (value instanceof Call) return `${value.name}(${value.args.map(flat).join(', ')})`;
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`;
  if (typeof value !== 'object' || value instanceof RegExp) return String(value);
  const parts = Object.entries(value ?? {}).map(([name, part]) => `${name}: ${flat(part)}`);
  return `{${parts.join(', ')}}`;
}

/** In single quotes, unless it has more of them than of double ones. */
function quoted(text: string): string {
  const double = JSON.stringify(text);
  if (text.split("'").length > text.split('"').length) return double;
  return `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
