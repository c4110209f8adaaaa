/**
 * The declarations are well formed: sources, layouts, code tables, columns; every example of a source holds.
 */
import {readdirSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {load} from 'cheerio';
import {describe, expect, test} from 'vitest';
import {departmentSpellings} from '../datasets/codes/department_titles.ts';
import {DATASETS, DERIVED, profileSections, SOURCES} from '../datasets/index.ts';
import {sqlType} from '../datasets/rules/sql_types.ts';
import {fold} from '../datasets/rules/text.ts';
import type {CodeTable, Column, Columns, Json, Layout, Source, SourceFile} from '../datasets/types.ts';
import {columnsOf, usedColumns} from '../datasets/used_columns.ts';
import {parsePath} from '../pipeline/read/documents/path.ts';
import {isRecordLayout} from '../pipeline/read/header.ts';
import {SAMPLED, type Sample, samplesOf} from './corpus/samples.ts';
import {memoryDatabase, selectCells, typeCells, typedValues} from './helpers/pipeline.ts';

const ROOT = fileURLToPath(new URL('../datasets/', import.meta.url));
const HTTPS = /^https:\/\/[^ ]+$/;

/** URL of the portal of a source. */
function addressOf(via: Exclude<SourceFile['via'], {portal: 'local' | 'crawl'}>): string {
  if ('url' in via) return via.url;
  if ('hub' in via) return via.hub;
  if ('layer' in via) return typeof via.layer === 'string' ? via.layer : via.layer.service;
  return via.base;
}

/** Header names as the reader compares them. */
const bare = (name: string): string => fold(name).replace(/[^a-z0-9]/g, '');

const repeated = (list: readonly string[]): string[] => list.filter((one, at) => list.indexOf(one) !== at);

test('every file of a folder of sources or cities declares the source of its name, and no source is declared elsewhere', () => {
  const filesIn = (dataset: string, folder: string): string[] =>
    readdirSync(`${ROOT}${dataset}`).includes(folder)
      ? readdirSync(`${ROOT}${dataset}/${folder}`).filter((file) => file.endsWith('.ts'))
      : [];
  const files = readdirSync(ROOT, {withFileTypes: true})
    .filter((entry) => entry.isDirectory())
    .flatMap(({name}) => [
      ...filesIn(name, 'sources').map((file) => `${name}/${file}`),
      ...filesIn(name, 'cities').map((file) => `${name}/${file.replace('.ts', `_${name}.ts`)}`),
    ]);
  const declared = Object.values(SOURCES).map((source) => `${source.dataset}/${source.slug}.ts`);
  expect(files.sort()).toEqual(declared.sort());
});

test('every file of samples stands beside a source', () => {
  expect([...SAMPLED].sort()).toEqual(Object.keys(SOURCES).sort());
});

test('labels and slugs of sources are unique', () => {
  const all = Object.values(DATASETS).flatMap((dataset) => dataset.sources);
  expect(repeated(all.map((source) => source.slug))).toEqual([]);
  expect(repeated(all.map((source) => source.label))).toEqual([]);
});

describe.each(Object.values(SOURCES))('source $slug', (source) => {
  const dataset = DATASETS[source.dataset];
  const fieldsOf = (layout: Layout) => Object.keys(layout.fields);

  test('names its publisher, licence, page and dataset', () => {
    expect(source.publisher).toMatch(/^\S.+ \| .+\S$/);
    expect(source.license).toMatch(/\S/);
    for (const address of [source.license_url, source.page]) expect(address).toMatch(HTTPS);
    expect(dataset?.sources).toContain(source);
    expect(source.encodings.length).toBeGreaterThan(0);
  });

  test('names its files once, with addresses', () => {
    expect(source.files.length).toBeGreaterThan(0);
    expect(repeated(source.files.map((file) => file.name))).toEqual([]);
    for (const {via} of source.files) {
      for (const {name, url} of via.portal === 'ckan-files' ? via.fallback : []) {
        expect(via.portal === 'ckan-files' && via.resources.exec(name)?.[1], name).toMatch(/^\d{4}$/);
        expect(url).toMatch(HTTPS);
      }
      if (via.portal === 'local') expect(via.path).toMatch(/^[\w-]+\/[\w.-]+$/);
      else if (via.portal === 'crawl') expect(via.pages.length).toBeGreaterThan(0);
      else expect(addressOf(via)).toMatch(HTTPS);
      if ('page' in via) expect(via.page).toBeGreaterThan(0);
    }
  });

  test('its files have the format of their portal', () => {
    for (const {name, format, via} of source.files) {
      const table = ['socrata', 'arcgis', 'ckan-datastore'].includes(via.portal);
      if (table) expect(format, name).toBe('jsonl');
      if (via.portal === 'opendatasoft') expect(format, name).toBe(via.format);
    }
    if (source.unconfirmed !== undefined) expect(source.unconfirmed).toMatch(/\S{3}/);
  });

  test('pages of crawls have addresses, names of their kind, and columns of the layouts that lead to them', () => {
    for (const page of source.files.flatMap(({via}) => (via.portal === 'crawl' ? via.pages : []))) {
      const {kind, name, url, seeds: each, from, changeStamp: stamp} = page;
      expect(url).toMatch(HTTPS);
      expect(name.startsWith(`${kind}/`), name).toBe(true);
      expect((each === undefined) !== (from === undefined), `${name}: each or from`).toBe(true);
      const used = [...`${name} ${url}`.matchAll(/\{([^}]+?)(?::lower)?\}/g)].map(([, column]) => column!);
      for (const values of each ?? []) expect(Object.keys(values)).toEqual(expect.arrayContaining(used));
      if (!from) continue;
      const layout = source.layouts.find((one) => one.name === from.layout);
      expect(layout?.rows, `${name}: layout ${from.layout}`).toBeDefined();
      const taken = Object.values(from.captures ?? {}).map(({column}) => column);
      const tested = [from.when ?? []].flat().map(({column}) => column);
      const columns = [...(layout?.header ?? []), ...Object.keys(from.captures ?? {})];
      expect(columns).toEqual(
        expect.arrayContaining([...used, ...taken, ...tested, ...(stamp ? [stamp] : [])]),
      );
    }
  });

  test('required, key and version fields are fields of the layouts', () => {
    const rule = source.versions;
    const groups = rule ? ('group' in rule ? rule.group : rule.same) : [];
    for (const layout of source.layouts.filter(isRecordLayout)) {
      expect(fieldsOf(layout)).toEqual(
        expect.arrayContaining([...source.required, ...source.key, ...groups]),
      );
    }
    const anywhere = source.layouts.flatMap(fieldsOf);
    const order = rule && 'order' in rule ? rule.order : [];
    const terms = [...order, ...Object.values(rule?.aggregates ?? {})].join(' ');
    const named = [...terms.matchAll(/\bv\.([a-z]\w*)/g)].map((match) => match[1] ?? '');
    // What cities share names columns that some of them lack, and the place of rows whose address is in
    // several columns.
    const shared = [...Object.keys(DATASETS[source.dataset]?.columns ?? {}), 'place'];
    expect([...anywhere, ...shared]).toEqual(expect.arrayContaining(named));
  });

  test('key columns cannot be blank in a kept row', () => {
    expect(source.required).toEqual(expect.arrayContaining([...source.key]));
  });

  test('fields that may be unreadable exist, with a reason', () => {
    for (const layout of source.layouts) {
      for (const [name, reason] of Object.entries(layout.unreadable ?? {})) {
        expect(fieldsOf(layout)).toContain(name);
        expect(reason).toMatch(/\w+ \w+/);
      }
    }
  });

  test('columns on private persons are known, and no layout uses them', () => {
    for (const name of source.personal ?? []) {
      expect(source.layouts.flatMap((layout) => layout.header)).toContain(name);
      expect(source.layouts.flatMap(usedColumns)).not.toContain(name);
    }
  });

  test.each(source.layouts)(
    'layout $name: columns, older spellings and optional columns fit the header',
    (layout) => {
      expect(repeated(layout.header.map(bare))).toEqual([]);
      const read = Object.values(layout.fields).flatMap((field) =>
        field.op === 'address' && field.when ? [...columnsOf(field), field.when.column] : columnsOf(field),
      );
      const plain = read.map((name) => (layout.pivot ? name.replace(/@(en|fr)$/, '') : name));
      expect(layout.header).toEqual(expect.arrayContaining([...plain, ...(layout.pivot?.key ?? [])]));
      if (layout.pivot) {
        expect(read.filter((name) => !/@(en|fr)$/.test(name))).toEqual([]);
        expect(layout.header).toContain(layout.pivot.language);
      }
      expect(layout.header).toEqual(expect.arrayContaining(Object.values(layout.aliases)));
      const now = new Set(layout.header.map(bare));
      expect(Object.keys(layout.aliases).filter((old) => now.has(bare(old)))).toEqual([]);
      expect(layout.header).toEqual(expect.arrayContaining([...layout.optional]));
      expect(repeated(layout.optional)).toEqual([]);
    },
  );

  test.each(source.layouts.filter(({rows, supersededBy}) => rows || supersededBy))(
    'layout $name: rows and columns of documents are paths or selectors',
    ({name, rows, header, aliases, supersededBy}) => {
      const columns = [...header, ...Object.keys(aliases)].filter(
        (one) => !/^document:(name|url)$/.test(one),
      );
      if (rows?.form === 'xml' || rows?.form === 'json') {
        const path = rows.form === 'json' ? rows.path.replace(/^\[\]\/?/, '') : rows.path;
        const kinds = parsePath(path).map((step) => step.kind);
        expect(new Set(kinds).size, rows.path).toBeLessThan(2);
        for (const column of columns) expect(parsePath(column).length, column).toBeGreaterThan(0);
      }
      if (rows?.form === 'html') {
        expect(Object.keys(rows.columns)).toEqual(expect.arrayContaining(columns));
        const $ = load('<html></html>');
        const selectors = Object.values(rows.columns).map((one) =>
          one.replace(/^[\^~]/, '').replace(/@[\w:-]+$/, ''),
        );
        for (const one of [rows.page, rows.path, ...selectors])
          expect(() => $(one || '*').length).not.toThrow();
      }
      if (rows?.form === 'sections') expect(rows.heading.flags).not.toMatch(/[gy]/);
      if (supersededBy === undefined) return;
      const other = source.layouts.find((one) => one.name === supersededBy);
      expect(other?.rows, `${name} is read instead of ${supersededBy}`).toEqual(rows);
    },
  );

  test.each(source.layouts.filter(isRecordLayout))(
    'layout $name: fields of the dataset have its types',
    async (layout) => {
      const {db, close} = await memoryDatabase();
      try {
        const typed = await selectCells(db, {}, [layout], layout, []);
        const select = typed.select(typed.types.keys());
        const made = (await db.runAndReadAll(`DESCRIBE ${select}`)).getRowObjects();
        const types = new Map(made.map((row) => [String(row['column_name']), String(row['column_type'])]));
        for (const [name] of Object.entries(layout.fields)) {
          const column = dataset?.columns[name];
          if (column) expect(`${name} ${types.get(name)}`).toBe(`${name} ${sqlType(column)}`);
        }
      } finally {
        close();
      }
    },
  );

  test('there are samples, and every one is correct', async () => {
    const samples = samplesOf(source);
    expect(samples.length).toBeGreaterThan(0);
    for (const [name, examples] of Map.groupBy(samples, ({layout}) => layout))
      await holds(source, dataset?.columns ?? {}, name, examples);
  });
});

/** Checks the examples of one layout as rows of one table, since planning is most of the cost of typing. */
async function holds(
  source: Source,
  columns: Columns,
  name: string,
  examples: readonly Sample[],
): Promise<void> {
  const layout = source.layouts.find((one) => one.name === name);
  if (!layout) throw new Error(`${source.slug}: an example names layout ${name}, which is not declared`);
  for (const example of examples)
    expect(layout.header).toEqual(expect.arrayContaining(Object.keys(example.in)));
  const {db, close} = await memoryDatabase();
  try {
    const [known, declared] = isRecordLayout(layout)
      ? [columns, source.layouts.filter(isRecordLayout)]
      : [{}, [layout]];
    const typed = await typeCells(
      db,
      known,
      declared,
      layout,
      examples.map((example) => example.in),
    );
    const rows = await typedValues(db, typed);
    expect(rows).toHaveLength(examples.length);
    for (const [at, example] of examples.entries()) {
      for (const [field, value] of Object.entries(example.out)) {
        expect({[field]: rows[at]?.[field]}, `${source.slug}, layout ${name}`).toEqual({[field]: value});
      }
    }
  } finally {
    close();
  }
}

const isCodeTable = (one: unknown): one is CodeTable =>
  typeof one === 'object' && one !== null && 'values' in one && 'ignored' in one;
const CODES: Record<string, unknown>[] = await Promise.all(
  readdirSync(`${ROOT}codes`).map((file) => import(`${ROOT}codes/${file}`)),
);
/** Code tables of the layouts; those of city files are declared with their layouts. */
const USED = Object.values(SOURCES).flatMap((source) =>
  source.layouts.flatMap((layout) =>
    Object.values(layout.fields).flatMap((field) => (field.op === 'code' ? [field.table] : [])),
  ),
);
const TABLES = [...new Set([...CODES.flatMap((file) => Object.values(file)).filter(isCodeTable), ...USED])];

/** Keys of a rule test that are not conditions. */
const HOW = new Set(['concatenated', 'after', 'maxLength', 'negated']);

/** Fields of the layouts that come of rules, with the values of their column. */
const RULED = Object.values(SOURCES).flatMap((source) =>
  source.layouts.flatMap(({fields}) =>
    Object.entries(fields).flatMap(([name, field]) =>
      field.op === 'rules'
        ? [
            {
              name: field.rules.name,
              rules: field.rules,
              values: DATASETS[source.dataset]?.columns[name]?.values,
            },
          ]
        : [],
    ),
  ),
);

test.each(RULED)(
  'rules $name give values of their column, and ask something in every rule',
  ({rules, values}) => {
    const given = [...rules.rules.map(({value}) => value), rules.otherwise].filter((one) => one !== null);
    if (values) expect(values).toEqual(expect.arrayContaining([...new Set(given)]));
    for (const {when} of rules.rules) {
      expect(when.length).toBeGreaterThan(0);
      for (const {from, ...condition} of when) {
        expect(from.length).toBeGreaterThan(0);
        expect(
          Object.keys(condition).filter((one) => !HOW.has(one)),
          from.join(),
        ).not.toEqual([]);
      }
    }
  },
);

describe.each(TABLES)('code table $name', (table) => {
  test('no spelling has two meanings, and none is known and ignored', () => {
    const meanings = new Map<string, string>();
    for (const [value, known] of Object.entries(table.values)) {
      for (const spelling of new Set([value, ...known].map(fold))) {
        expect(meanings.get(spelling) ?? value, `"${spelling}" means two values`).toBe(value);
        meanings.set(spelling, value);
      }
    }
    expect(table.ignored.filter((text) => meanings.has(fold(text)))).toEqual([]);
    for (const [value, starts] of Object.entries(table.prefixes ?? {})) {
      expect(Object.keys(table.values)).toContain(value);
      for (const start of starts) {
        const wrong = [...meanings].filter(
          ([text, other]) => text.startsWith(fold(start)) && other !== value,
        );
        expect(wrong, `spellings that "${start}" would take to another value`).toEqual([]);
      }
    }
  });
});

test('no spelling of an institution means two', () => {
  const titles = new Map<string, string>();
  for (const [spelling, title] of departmentSpellings()) {
    expect(titles.get(fold(spelling)) ?? title, spelling).toBe(title);
    titles.set(fold(spelling), title);
  }
});

const TYPE_OF: Record<Column['type'], (value: Json) => boolean> = {
  text: (value) => typeof value === 'string',
  integer: Number.isInteger,
  money: (value) => typeof value === 'number' && Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  date: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value),
  timestamp: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(value),
  'text[]': (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
  rows: Array.isArray,
  object: (value) => typeof value === 'object' && !Array.isArray(value),
  geometry: (value) =>
    typeof value === 'object' && value !== null && 'type' in value && 'coordinates' in value,
  wkb: (value) => typeof value === 'string' && /^([0-9A-F]{2})+$/.test(value),
};

function wellFormed(name: string, column: Column): void {
  expect(column.help, name).toMatch(/\S/);
  if (column.values) expect(column.type, name).toBe('text');
  if (column.example === null) expect(column.nullable, `${name}: example`).toBe(true);
  else
    expect(TYPE_OF[column.type](column.example), `${name}: example ${JSON.stringify(column.example)}`).toBe(
      true,
    );
  if (column.values && column.example !== null) expect(column.values, name).toContain(column.example);
  if (column.type !== 'rows' && column.type !== 'object') return;
  const fields = Object.entries(column.fields ?? {});
  expect(fields.length, `${name}: fields`).toBeGreaterThan(0);
  for (const [field, declared] of fields) wellFormed(`${name}.${field}`, declared);
  const items = Array.isArray(column.example) ? column.example : [column.example];
  for (const item of items) {
    if (item !== null)
      expect(Object.keys(item as object), `${name}: example`).toEqual(fields.map(([field]) => field));
  }
}

describe.each([...Object.values(DATASETS), ...Object.values(DERIVED)])('columns of $name', (declaration) => {
  test('have help, an example of their type, and values only where they are text', () => {
    for (const [name, column] of Object.entries(declaration.columns))
      wellFormed(`${declaration.name}.${name}`, column);
    if (!('sections' in declaration)) return;
    for (const [name, column] of Object.entries(profileSections(declaration)))
      wellFormed(`${declaration.name}.${name}`, column);
  });

  test('exist for every key of the order', () => {
    expect(Object.keys(declaration.columns)).toEqual(
      expect.arrayContaining(Object.values(declaration.sort.keys)),
    );
    expect(Object.keys(declaration.sort.keys)).toContain(declaration.sort.default);
  });
});
