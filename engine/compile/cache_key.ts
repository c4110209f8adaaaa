/** Cache keys of compiled tables: the same declarations, code and input files give the same bytes. */
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {INDEX_VERSION, loadsOf} from '../../builds/artefacts.ts';
import {readsAsOf} from '../../datasets/rules/as_of.ts';
import {namedIn} from '../../datasets/rules/sql.ts';
import {Sql} from '../../datasets/sql_file.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import type {Build} from '../file/build_files.ts';
import {namesOf} from '../file/relations.ts';
import {isDerived, tableLayout} from '../file/table_layout.ts';
import {sourceRows} from '../sql/sources.ts';
import {importedFiles} from './imported_files.ts';

const pathOf = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The folder of the project, and the modules that make the bytes of a table. */
const ROOT = pathOf('../..');
const COMPILER = ['families.ts', '../sql/compile_db.ts'].map(pathOf);
/**
 * The module of all declarations. Its imports are left out: the key of a table includes its own declaration.
 */
const DECLARATIONS = pathOf('../../datasets/index.ts');

const hashOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Hash of the code that decides the bytes. */
function codeHash(): string {
  const {files, packages} = importedFiles(COMPILER, new Set([DECLARATIONS]));
  const {dependencies} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const texts = [...files].map(([path, bytes]) => `${relative(ROOT, path)} ${hashOf(bytes)}`);
  return hashOf([...texts, ...packages.map((name) => `${name} ${dependencies[name]}`)].join('\n'));
}

/** All SQL in a declaration. */
function sqlIn(declared: unknown, isSql = false): string[] {
  if (typeof declared === 'string') return isSql ? [declared] : [];
  if (declared instanceof Sql) return [String(declared)];
  if (typeof declared !== 'object' || declared === null || Array.isArray(declared)) return [];
  return Object.entries(declared).flatMap(([key, value]) => sqlIn(value, isSql || SQL_KEYS.has(key)));
}

const SQL_KEYS = new Set(['sql', 'joins', 'view', 'names']);

/** Names of the relations that a table is compiled from: its own, and those that its SQL names. */
function relationsOf(declaration: Dataset | Derived, sql: string, names: readonly string[]): string[] {
  const own = !isDerived(declaration) && declaration.view ? declaration.view.table : declaration.name;
  const named = namedIn(sql);
  return names.filter(
    (name) => name === own || name === loadsOf(own) || name === namesOf(own) || named.has(name),
  );
}

/** The key of each table of a build, by name. */
export function tableKeys(build: Build, tables: readonly (Dataset | Derived)[]): Map<string, string> {
  const own = codeHash();
  const hashInManifest = new Map(
    [
      ...Object.values(build.manifest.datasets).flatMap(({files}) => files),
      ...(build.manifest.others ?? []),
    ].map(({path, sha256}) => [path, sha256]),
  );
  const hashes = new Map<string, string>();
  const hash = (path: string): string => {
    const sha256 =
      hashInManifest.get(path) ?? hashes.get(path) ?? hashOf(readFileSync(join(build.dir, path)));
    hashes.set(path, sha256);
    return sha256;
  };
  const files = new Map(build.relations.map((relation) => [relation.name, relation.files]));
  return new Map(
    tables.map((declaration) => {
      const sql = sqlIn({...declaration, sources: undefined}).join('\n');
      const read = relationsOf(declaration, sql, [...files.keys()]).flatMap((name) =>
        (files.get(name) ?? []).map(hash),
      );
      const day = readsAsOf(sql) ? build.manifest.data_as_of.slice(0, 10) : '';
      const rows = isDerived(declaration) && declaration.sql === 'manifest' ? sourceRows(build.manifest) : '';
      const declared = JSON.stringify([declaration, tableLayout(declaration).globalSearch]);
      return [declaration.name, hashOf([INDEX_VERSION, own, declared, rows, day, ...read].join('\n'))];
    }),
  );
}
