/** What is loaded together: the tables that a kind of query needs, with the rows of a build. */
import {join} from 'node:path';
import {ident, literal} from '../../../datasets/rules/sql.ts';
import {readBuild} from '../../../engine/file/build_files.ts';
import {namesOf} from '../../../engine/file/relations.ts';
import {readRelation} from '../../../engine/sql/read_relation.ts';
import {BASE_PATH, ROUTES} from '../../../server/api/routes/index.ts';
import {organizationTables} from './organizations.ts';
import {SEARCHED, SEARCHED_FIELDS, searchedSelect} from './search.ts';
import {fieldsOf, NAMES, ORGANIZATIONS, selectOf, TABLES} from './tables.ts';
import {LOADED_FIELDS, LOADED_ZONES, loadedSelect} from './zones.ts';

export interface LoadedTable {
  name: string;
  /** Fields with their types. */
  fields: readonly string[];
  /** Rows, over the views of the build's catalogue. */
  select: string;
}

export interface Unit {
  name: string;
  tables: readonly LoadedTable[];
}

const NAME_FIELDS = ['name', 'known', 'entity'];

/** The named units, or all, in the order of the load. */
export async function unitsOf(buildDir: string, names: readonly string[] | null): Promise<Unit[]> {
  const all: Unit[] = [
    ...TABLES.map((table) => ({
      name: table.name,
      tables: [
        {
          name: table.name,
          fields: fieldsOf(table).map(([name, type]) => `${ident(name)} ${type}`),
          select: selectOf(table),
        },
      ],
    })),
    one(SEARCHED, SEARCHED_FIELDS, searchedSelect()),
    one(
      NAMES,
      NAME_FIELDS.map((name) => `${name} text`),
      await namesSelect(buildDir),
    ),
    one(LOADED_ZONES, LOADED_FIELDS, loadedSelect('r.last_updated')),
    {name: ORGANIZATIONS, tables: organizationTables()},
  ];
  return names === null ? all : all.filter(({name}) => names.includes(name));
}

const one = (name: string, fields: readonly string[], select: string): Unit => ({
  name,
  tables: [{name, fields, select}],
});

/** SELECT of the names of vendors, which have no view in the catalogue. */
async function namesSelect(buildDir: string): Promise<string> {
  const {dir, relations} = await readBuild(buildDir);
  const names = relations.find(({name}) => name === namesOf('vendors'));
  if (!names) throw new Error(`${dir} has no names of vendors`);
  const rows = readRelation(names, (path) => literal(join(dir, path)), false);
  return `SELECT ${NAME_FIELDS.join(', ')} FROM (${rows})`;
}

/** What the statements of a dataset need besides its own unit. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  contracts: ['vendors'],
  vendors: ['contracts', NAMES],
  grants: ['recipients'],
  lobbying_communications: ['client_names'],
};

/** The units that answer some targets, paths of the API. */
export function unitsFor(targets: readonly string[]): string[] {
  const names = new Set<string>();
  for (const target of targets) {
    const unit = unitOf(target.slice(BASE_PATH.length).split('?')[0]!);
    for (const name of [unit, ...(BESIDE[unit] ?? [])]) names.add(name);
  }
  return [...names];
}

function unitOf(path: string): string {
  const segments = path.split('/');
  const route = ROUTES.find((one) => {
    const parts = one.path.split('/');
    return (
      parts.length === segments.length &&
      parts.every((part, i) => part.startsWith('{') || part === segments[i])
    );
  });
  if (route?.kind === 'search') return SEARCHED;
  if (route?.kind === 'zone') return LOADED_ZONES;
  if (route?.kind === 'values') return segments[2] ?? '';
  if (route?.kind === 'profile') return route.entity;
  if (route && 'dataset' in route) return route.dataset;
  throw new Error(`no table of the comparison answers ${path}`);
}
