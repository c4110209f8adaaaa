/** What machines read of a build: dictionaries of its tables and sums of its files, compared with the files. */
import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Ajv} from 'ajv';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {DICTIONARIES, type Manifest} from '../../builds/artefacts.ts';
import {TABLE_KEYS} from '../../datasets/table_keys.ts';
import {type OracleDatabase, oracleDatabase} from '../helpers/oracle_database.ts';
import {siteReader} from '../helpers/site_reader.ts';
import {manifestOf, sharedData, sharedServer} from '../helpers/stack.ts';

interface Field {
  name: string;
  type: string;
  constraints?: {required?: boolean; enum?: string[]};
  fields?: Field[];
}
interface Resource {
  name: string;
  path: string | string[];
  bytes?: number;
  hash?: string;
  rows: number;
  schema: {
    fields: Field[];
    primaryKey: string[];
    foreignKeys?: {fields: [string]; reference: {resource: string; fields: [string]}}[];
  };
}

let build: string;
let database: OracleDatabase;
let manifest: Manifest;
const read = (name: string) => JSON.parse(readFileSync(join(build, name), 'utf8'));
const resources = (): Resource[] => read(DICTIONARIES.dataPackage).resources;
const filesOf = ({path}: Pick<Resource, 'path'>) =>
  `read_parquet([${[path]
    .flat()
    .map((one) => `'${join(build, one)}'`)
    .join(', ')}])`;
const relation = (name: string) => filesOf(resources().find((one) => one.name === name)!);

beforeAll(async () => {
  const data = await sharedData();
  build = join(data, 'current');
  manifest = await manifestOf(data);
  database = await oracleDatabase();
});
afterAll(() => database?.close());

/** Types of the standard by those of DuckDB. */
function standardType(type: string): string {
  if (type.endsWith('[]')) return 'array';
  if (type.startsWith('STRUCT')) return 'object';
  if (type.startsWith('DECIMAL') || type === 'DOUBLE') return 'number';
  return (
    {BIGINT: 'integer', BOOLEAN: 'boolean', DATE: 'date', 'TIMESTAMP WITH TIME ZONE': 'datetime'}[type] ??
    'string'
  );
}

test('the data package names the columns of every table as its files have them, in their order', async () => {
  expect(resources().length).toBeGreaterThan(30);
  for (const resource of resources()) {
    const columns = await database.rows(`DESCRIBE SELECT * FROM ${filesOf(resource)}`);
    const found = columns.map(({column_name, column_type}) => [
      column_name,
      standardType(String(column_type)),
    ]);
    expect([resource.name, resource.schema.fields.map(({name, type}) => [name, type])]).toEqual([
      resource.name,
      found,
    ]);
  }
});

test('what it requires of a table holds: keys, values that are never null, closed sets', async () => {
  for (const {name, path, rows, schema} of resources()) {
    const [key] = schema.primaryKey;
    const tests = schema.fields.flatMap(({name: column, constraints: {required, enum: values} = {}}) => [
      ...(required ? [`count(*) FILTER ("${column}" IS NULL)`] : []),
      ...(values
        ? [
            `count(*) FILTER ("${column}" NOT IN (${values.map((one) => `'${one.replaceAll("'", "''")}'`).join(', ')}))`,
          ]
        : []),
    ]);
    const [counted] = await database.rows(
      `SELECT count(*)::INTEGER AS rows, count(DISTINCT "${key}")::INTEGER AS keys, (${['0', ...tests].join(' + ')})::INTEGER AS wrong FROM ${filesOf({path})}`,
    );
    expect([name, counted]).toEqual([name, {rows, keys: rows, wrong: 0}]);
  }
});

test('every key leads to one row of its table, and most rows have one', async () => {
  const named = new Set(resources().map(({name}) => name));
  for (const {table, column, to, key} of TABLE_KEYS) {
    expect(named).toContain(table);
    const [counted] = await database.rows(
      `WITH keys AS (SELECT unnest(flatten([[${column}]])) AS key FROM ${relation(table)})
       SELECT count(key)::INTEGER > 0 AS some,
         (count(*) FILTER (key IS NOT NULL AND key NOT IN (SELECT ${key} FROM ${relation(to)})))::INTEGER AS lost FROM keys`.replace(
        `flatten([[${column}]])`,
        (await isList(table, column)) ? column : `[${column}]`,
      ),
    );
    expect([table, column, counted]).toEqual([table, column, {some: true, lost: 0}]);
  }
});

async function isList(table: string, column: string): Promise<boolean> {
  const columns = await database.rows(`DESCRIBE SELECT ${column} FROM ${relation(table)}`);
  return String(columns[0]!['column_type']).endsWith('[]');
}

const PROFILES = process.env['DATAPACKAGE_PROFILES'] ?? '';
test.skipIf(PROFILES === '')('it follows the profiles of Data Package 2.0 in DATAPACKAGE_PROFILES', () => {
  const profile = (name: string) => JSON.parse(readFileSync(join(PROFILES, `${name}.json`), 'utf8'));
  const ajv = new Ajv({strict: false, validateFormats: false});
  const valid = (name: string) => {
    const check = ajv.compile(profile(name));
    return (value: unknown) => (check(value) ? [] : check.errors);
  };
  expect(valid('datapackage')(read(DICTIONARIES.dataPackage))).toEqual([]);
  const [resource, schema] = [valid('dataresource'), valid('tableschema')];
  for (const one of resources()) {
    expect([one.name, resource(one)]).toEqual([one.name, []]);
    expect([one.name, schema(one.schema)]).toEqual([one.name, []]);
  }
});

test('sha256sum finds every file of the build as listed, but for those made for one place', () => {
  const said = execFileSync('sha256sum', ['--check', '--strict', DICTIONARIES.sums], {
    cwd: build,
    encoding: 'utf8',
  });
  const lines = said.trimEnd().split('\n');
  expect(lines.every((line) => line.endsWith(': OK'))).toBe(true);
  expect(lines).toContain('export/contracts.parquet: OK');
  expect(lines).toContain(`${DICTIONARIES.dataPackage}: OK`);
  expect(lines.length).toBeGreaterThan(200);
});

describe('Croissant', () => {
  interface CroissantField {
    '@id': string;
    source?: {fileObject: {'@id': string}; extract: {column: string}};
    subField?: CroissantField[];
    references?: {field: {'@id': string}};
  }
  interface RecordSet {
    '@id': string;
    key: {'@id': string};
    field: CroissantField[];
  }

  test('every field names a column of a file that is listed, and keys name fields', () => {
    const {distribution, recordSet} = read(DICTIONARIES.croissant) as {
      distribution: {'@id': string; sha256: string}[];
      recordSet: RecordSet[];
    };
    const files = new Map(distribution.map((file) => [file['@id'], file.sha256]));
    const ids = new Set(recordSet.flatMap(({field}) => field.map((one) => one['@id'])));
    for (const [path, sha256] of files) expect([path, manifestHash(path)]).toEqual([path, sha256]);
    const visit = ({source, subField, references}: CroissantField): void => {
      if (subField) for (const inner of subField) visit(inner);
      else expect(files.has(source!.fileObject['@id'])).toBe(true);
      if (references) expect(ids).toContain(references.field['@id']);
    };
    for (const set of recordSet) {
      expect(ids).toContain(set.key['@id']);
      for (const field of set.field) visit(field);
    }
    expect(recordSet.map((set) => set['@id'])).toContain('contracts');
  });
});

const manifestHash = (path: string): string | undefined =>
  [
    ...Object.values(manifest.datasets).flatMap(({files}) => files),
    ...Object.values(manifest.index).flatMap(({whole}) => whole ?? []),
  ].find((file) => file.path === path)?.sha256;

/** A statement of RDF: subject, predicate and object, as N-Quads write them. */
type Statement = readonly [subject: string, predicate: string, object: string];

const BASE = 'https://data.example.org/data/3f9a1c0b27d84e65/';

/** What a document says as N-Quads, by another implementation. It fails for a term without a meaning. */
async function quads(name: string): Promise<string> {
  // It has no types.
  const {default: jsonld} = (await import('jsonld' as string)) as {
    default: {toRDF(document: unknown, options: object): Promise<string>};
  };
  const documentLoader = (url: string) => Promise.reject(new Error(`${name} asks for ${url}`));
  const options = {format: 'application/n-quads', base: BASE, safe: true, documentLoader};
  return jsonld.toRDF(read(name), options);
}

async function statements(name: string): Promise<Statement[]> {
  const all = await quads(name);
  return all
    .split('\n')
    .filter(Boolean)
    .map((line) => /^(\S+) <(\S+)> (.*) \.$/.exec(line)!.slice(1, 4) as unknown as Statement);
}

/** What a validator of SHACL finds wrong in the catalogue, of RDF as N-Quads: the shape, its node and the value. */
async function faultsOf(catalogue: string): Promise<string[]> {
  // Neither has types.
  const {Parser, Store} = await import('n3' as string);
  const {default: Validator} = await import('rdf-validate-shacl' as string);
  const storeOf = (text: string) => new Store(new Parser().parse(text));
  const shapes = readFileSync(new URL('dcat_shapes.ttl', import.meta.url), 'utf8');
  const {results} = await new Validator(storeOf(shapes)).validate(storeOf(catalogue));
  return results.map(
    ({path, focusNode, value}: Record<string, {value: string} | null>) =>
      `${path?.value} of ${focusNode?.value}: ${value?.value ?? 'none'}`,
  );
}

test('the catalogue fits the shapes of DCAT, and one with faults does not', async () => {
  const catalogue = await quads(DICTIONARIES.dcat);
  expect(await faultsOf(catalogue)).toEqual([]);
  const broken = catalogue
    .replaceAll('#nonNegativeInteger>', '#string>')
    .replaceAll('<http://www.w3.org/ns/dcat#accessURL>', '<urn:none>');
  const faults = await faultsOf(broken);
  const files = resources().flatMap(({path}) => path).length;
  expect(faults.filter((one) => one.includes('#byteSize of'))).toHaveLength(files);
  expect(faults.filter((one) => /#accessURL of .*: none$/.test(one))).toHaveLength(files);
  expect(faults).toHaveLength(2 * files);
});

test('as RDF, both dictionaries name every file of theirs by its address, and nothing without a meaning', async () => {
  const objects = (all: readonly Statement[], predicate: string) =>
    new Set(all.filter(([, one]) => one === predicate).map(([, , object]) => object));
  const dcat = await statements(DICTIONARIES.dcat);
  const files = resources().flatMap(({path}) => [path].flat());
  expect(objects(dcat, 'http://www.w3.org/ns/dcat#downloadURL')).toEqual(
    new Set(files.map((path) => `<${BASE}${path}>`)),
  );
  const licences = objects(dcat, 'http://purl.org/dc/terms/license');
  expect(licences).toContain('<https://www.ourcommons.ca/en/important-notices>');
  const rights = objects(dcat, 'http://www.w3.org/2000/01/rdf-schema#label');
  expect([...rights].filter((text) => text.endsWith('@en')).length).toBeGreaterThan(3);
  expect([...rights].filter((text) => text.endsWith('@fr')).length).toBeGreaterThan(3);
  expect(objects(dcat, 'http://purl.org/dc/terms/identifier')).toContain(`"${manifest.build_id}"`);
  const croissant = await statements(DICTIONARIES.croissant);
  const types = croissant.filter(([, predicate]) => predicate.endsWith('#type'));
  const count = (type: string) => types.filter(([, , object]) => object === `<${type}>`).length;
  const {distribution, recordSet} = read(DICTIONARIES.croissant);
  expect(count('http://mlcommons.org/croissant/FileObject')).toBe(distribution.length);
  expect(count('http://mlcommons.org/croissant/RecordSet')).toBe(recordSet.length);
  expect(objects(croissant, 'https://schema.org/version')).toEqual(new Set([`"${manifest.build_id}"@en`]));
});

interface DcatDataset {
  '@id': string;
  'dct:identifier': string;
  'dct:publisher': unknown[];
  'dct:license': unknown[];
  'dct:temporal'?: {'dcat:startDate': {'@value': string}};
  'dcat:distribution': {'dcat:downloadURL': {'@id': string}}[];
}

test('DCAT has every table with a licence of each publisher, and addresses that are files of the build', () => {
  const {'dcat:dataset': datasets} = read(DICTIONARIES.dcat) as {'dcat:dataset': DcatDataset[]};
  for (const dataset of datasets) {
    for (const one of dataset['dcat:distribution'])
      expect([dataset['@id'], existsSync(join(build, one['dcat:downloadURL']['@id']))]).toEqual([
        dataset['@id'],
        true,
      ]);
    if (dataset['dct:publisher'].length > 0) expect(dataset['dct:license'].length).toBeGreaterThan(0);
  }
  const contracts = datasets.find((one) => one['dct:identifier'] === 'contracts')!;
  expect(contracts['dct:publisher'].length).toBe(2);
  expect(contracts['dct:temporal']?.['dcat:startDate']['@value']).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('a list tells search engines its publishers, licences and columns, and its files are what it says', async () => {
  const {page} = await siteReader();
  const {base} = await sharedServer();
  const {$} = await page('/fr/contracts');
  const marks = JSON.parse($('script[type="application/ld+json"]').text());
  expect(marks.creator.map(({name}: {name: string}) => name)).toEqual([
    'Secrétariat du Conseil du Trésor du Canada',
    'Services publics et Approvisionnement Canada',
  ]);
  expect(marks.license).toEqual(['https://ouvert.canada.ca/fr/licence-du-gouvernement-ouvert-canada']);
  expect(marks.version).toBe(manifest.build_id);
  expect(marks.variableMeasured).toContainEqual({
    '@type': 'PropertyValue',
    name: 'Valeur',
    alternateName: 'value',
    unitText: 'CAD',
  });
  expect(marks.distribution.length).toBeGreaterThan(1);
  for (const {contentUrl, encodingFormat} of marks.distribution) {
    const answer = await fetch(new URL(new URL(contentUrl).pathname, base));
    expect([contentUrl, answer.status, answer.headers.get('content-type')?.split(';')[0]]).toEqual([
      contentUrl,
      200,
      encodingFormat,
    ]);
    await answer.body?.cancel();
  }
});
