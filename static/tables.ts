/** Tables of declarations, routes and labels: the service worker has them as data, in a file beside its code. */
import {relative} from 'node:path';
import type {Plugin} from 'esbuild';
import {Sql} from '../datasets/sql_file.ts';
import type {Dataset, Source} from '../datasets/types.ts';

/** Modules of which some export tables alone. */
const MODULES = /\/(?:datasets|server\/labels|server\/api)\/.+\.ts$/;

/** Says that a module exports what is no table. */
class NoTable extends Error {}

/** Whether a value is an object as JSON has them. */
const isPlain = (value: object): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

/**
 * A value as a table has it: of declarations without checks and SQL, of sources without layouts. Throws
 * NoTable where JSON has no such value.
 */
function served(
  this: Readonly<Record<string, unknown>>,
  key: string,
  value: (Partial<Dataset & Source> & object) | null,
): unknown {
  if (this[key] instanceof Sql) return '';
  if (
    typeof value === 'function' ||
    (typeof value === 'number' && !Number.isFinite(value)) ||
    (value !== null && typeof value === 'object' && !isPlain(value))
  )
    throw new NoTable();
  if (value?.layouts) {
    const {slug, label, dataset, publisher, license, license_url, page} = value;
    return {slug, label, dataset, publisher, license, license_url, page};
  }
  return value?.checks ? {...value, checks: [], doubtful: undefined, versions: undefined} : value;
}

/** The tables of a bundle. */
export class Tables {
  /** Puts calls in the place of tables: what nobody uses is dropped with its call. */
  readonly plugin: Plugin;
  readonly #json = new Map<string, string>();

  constructor(root: string) {
    this.plugin = {
      name: 'tables',
      setup: ({onLoad}) => {
        onLoad({filter: MODULES}, async ({path}) => {
          const exported: Readonly<Record<string, unknown>> = await import(path);
          try {
            const lines = Object.entries(exported).map(([name, value]) => {
              const json = JSON.stringify(value, served);
              if (typeof value !== 'object') return `export const ${name} = ${json};`;
              const table = `${relative(root, path)} ${name}`;
              this.#json.set(table, json);
              return `export const ${name} = /* @__PURE__ */ TABLE("${table}");`;
            });
            return {contents: lines.join('\n')};
          } catch (error) {
            if (error instanceof NoTable) return undefined;
            throw error;
          }
        });
      },
    };
  }

  /** The code of a bundle with numbers for its tables, and the script that has these. */
  taken(text: string): {code: string; data: string} {
    const used: string[] = [];
    const code = text.replace(/\bTABLE\("([^"]+)"\)/g, (_, name: string) => {
      if (!used.includes(name)) used.push(name);
      return `TABLE(${used.indexOf(name)})`;
    });
    const tables = used.map((name) => this.#json.get(name)!).join(',\n');
    return {code, data: `var TABLE=(all=>i=>all[i])([${tables}]);`};
  }
}
