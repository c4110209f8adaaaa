/**
 * SQL in files of its own. Declarations hold it unread: a file is read where its text is asked for, which the
 * server never does.
 */
import {readFileSync} from 'node:fs';
import {literal, literals} from './rules/sql.ts';

const ROOT = new URL('../', import.meta.url);

/** SQL, read or made when it is first put into a text, or into JSON. */
export class Sql {
  /** Its file below the project; null where it is generated. */
  readonly path: string | null;
  /** SQL that it contains. */
  readonly parts: readonly Sql[];
  readonly #make: () => string;
  #text: string | undefined;

  constructor(make: () => string, path: string | null = null, parts: readonly Sql[] = []) {
    this.#make = make;
    this.path = path;
    this.parts = parts;
  }

  /** Throws where the file cannot be read, or its parameters are not those that are given. */
  toString(): string {
    this.#text ??= this.#make();
    return this.#text;
  }

  /** Keys are hashes of declarations as JSON: they change with the text. */
  toJSON(): string {
    return this.toString();
  }
}

/** A parameter: a value, a list of texts, or SQL. */
export type SqlValue = string | number | boolean | readonly string[] | Sql;

/** Comments, quoted texts and names, parameters, and relations. */
const PIECE = /\/\*[\s\S]*?\*\/|--[^\n]*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w+)|\b((?:FROM|JOIN)\s+)(\w+)\b/gi;

/**
 * The statement in a file, without comments and the last semicolon. The path is relative to the project. Each
 * parameter `$name` is replaced: a value by its literal, generated SQL by its text. A relation that is given
 * as SQL replaces its name after FROM or JOIN.
 */
export function sqlFile(path: string, given: Readonly<Record<string, SqlValue>> = {}): Sql {
  const parts = Object.values(given).filter((value) => value instanceof Sql);
  return new Sql(() => filled(path, given), path, parts);
}

function filled(path: string, given: Readonly<Record<string, SqlValue>>): string {
  const used = new Set<string>();
  const text = readFileSync(new URL(path, ROOT), 'utf8').replaceAll(
    PIECE,
    (piece, parameter: string | undefined, before: string, relation = '') => {
      if (/^(?:--|\/\*)/.test(piece)) return '';
      const name = parameter ?? relation;
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === undefined && parameter) throw new Error(`${path}: no value is given for $${name}`);
      if (value === undefined || !(parameter || value instanceof Sql)) return piece;
      used.add(name);
      return parameter ? written(value) : `${before}(${value})`;
    },
  );
  const unused = Object.keys(given).filter((name) => !used.has(name));
  if (unused.length) throw new Error(`${path}: it reads no ${unused.join(', ')}, which it is given`);
  return text.trim().replace(/;$/, '');
}

function written(value: SqlValue): string {
  if (typeof value === 'string') return literal(value);
  return Array.isArray(value) ? `[${literals(value)}]` : String(value);
}

/** The rows of several statements; in one file, where all are. */
export const unionOf = (all: readonly Sql[]): Sql =>
  new Sql(() => all.join('\nUNION ALL '), all[0]?.path ?? null, all);

/** SQL that is generated: a list of columns, a condition, a relation. */
export const sqlText = (text: string): Sql => new Sql(() => text);

/** Rows of texts as a relation: what a code table holds. */
export const codeTable = (columns: readonly string[], rows: readonly (readonly string[])[]): Sql =>
  sqlText(
    `SELECT * FROM (VALUES ${rows.map((row) => `(${literals(row)})`).join(', ')}) AS t(${columns.join(', ')})`,
  );
