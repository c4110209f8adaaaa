/** Many distinct values for requests, drawn from a build by hash: the same for the same build and seed. */
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {inBuild} from '../../../builds/artefacts.ts';
import {bodiesMatching, keysOfBodies, namesIn} from '../../../datasets/rules/bodies.ts';
import {literal} from '../../../datasets/rules/sql.ts';
import {fold} from '../../../datasets/rules/text.ts';
import {scaled} from '../effort.ts';
import {drawZoned} from '../zones/layers.ts';

export interface Values {
  /** Records of every measured dataset. */
  records: Record<string, number>;
  vendor_words: string[];
  /** Parts of vendor names that few records have. */
  vendor_narrow: string[];
  department_words: string[];
  recipient_words: string[];
  research_words: string[];
  contract_ids: string[];
  vendors: string[];
  /** Keys of organizations. */
  organizations: string[];
  /** Keys of vendors and of organizations, and names of departments, that contracts have. */
  vendor_keys: string[];
  organization_keys: string[];
  departments: string[];
  client_words: string[];
  client_narrow: string[];
  institution_words: string[];
  official_words: string[];
  /** Words and pairs of words of the names by which records of any dataset are found. */
  found_words: string[];
  /** Words of what permits say. */
  permit_words: string[];
  /** Points of permits. */
  centres: {lat: number; lng: number}[];
  /** Points that belong to a zone; none where the build has no zones. */
  points: {lat: number; lng: number}[];
}

const COUNTED = [
  'contracts',
  'grants',
  'research_grants',
  'lobbying_registrations',
  'lobbying_communications',
  'permits',
];

const MANY = scaled(200, 20);
const IDS = scaled(1000, 20);
/** Most records that a narrow text finds. */
const NARROW = 200;

/**
 * Words of a name column that a person would type part of, each as often as names have it, cut to 4-7
 * letters.
 */
const words = (table: string, column: string) => `
  SELECT DISTINCT left(word, 4 + CAST(hash(word) % 4 AS INTEGER)) AS value FROM (
    SELECT DISTINCT unnest(regexp_extract_all(fold(name), '[a-z]{4,}')) AS word
    FROM (SELECT DISTINCT ${column} AS name FROM ${table})
  )`;

/** The different values of a column. */
const distinct = (table: string, column: string) =>
  `SELECT DISTINCT ${column} AS value FROM ${table} WHERE ${column} <> ''`;

const SAID = 'lobbying_communications';

/** Each point once, as JSON. */
const PLACES = `SELECT DISTINCT '{"lat":' || lat || ',"lng":' || lng || '}' AS value FROM permits WHERE lat IS NOT NULL`;

/** Names of records in each group of the search. */
const FOUND: [table: string, column: string][] = [
  ['contracts', 'vendor'],
  [SAID, 'client'],
  ['grants', 'recipient'],
  ['infrastructure_projects', 'title_en'],
  ['politicians', 'name'],
];

/** Two neighbouring words; only those that some records have, but few. */
const narrow = (table: string, column: string) => `
  SELECT pair AS value FROM (
    SELECT pair, sum(n) AS n FROM (
      SELECT unnest(regexp_extract_all(known, '[a-z]{4,} [a-z]{4,}')) AS pair, n FROM (
        SELECT fold(name) AS known, n FROM (SELECT ${column} AS name, count(*) AS n FROM ${table} GROUP BY 1)
      )
    ) GROUP BY 1
  ) WHERE n BETWEEN 2 AND ${NARROW}`;

/**
 * The words that mean no public body besides those whose names hold them: the databases know no acronyms and
 * former names.
 */
function plain(words: readonly string[], names: readonly string[]): string[] {
  const folded = names.map((name) => ({text: fold(name), own: namesIn(name)}));
  return words.filter((word) => {
    const bodies = new Set(keysOfBodies(bodiesMatching(word)));
    return folded.every(({text, own}) => text.includes(word) || !own.some((name) => bodies.has(name)));
  });
}

/** Draws from the build in `buildDir`; `seed` changes the draw. */
export async function drawValues(buildDir: string, seed: string): Promise<Values> {
  const instance = await DuckDBInstance.create(join(buildDir, inBuild.catalogue), {
    access_mode: 'READ_ONLY',
    memory_limit: '2GB',
    temp_directory: '',
  });
  const db = await instance.connect();
  const texts = async (sql: string): Promise<string[]> => {
    const reader = await db.runAndReadAll(sql);
    return reader.getRows().map(([value]) => String(value));
  };
  const draw = (from: string, n = MANY) =>
    texts(`SELECT value FROM (${from}) ORDER BY hash(value || ${literal(seed)}), value LIMIT ${n}`);
  /** Words of a column of public bodies. */
  const drawBodies = async (table: string, column: string) =>
    plain(
      await draw(words(table, column), 8 * MANY),
      await texts(`SELECT DISTINCT ${column} FROM ${table} WHERE ${column} IS NOT NULL`),
    ).slice(0, MANY);
  const points = await drawZoned(buildDir);
  try {
    await db.run(`SET VARIABLE build = ${literal(buildDir)}`);
    const records: Record<string, number> = {};
    for (const name of COUNTED) {
      records[name] = Number((await texts(`SELECT count(*) FROM ${name}`))[0]);
    }
    const research = ['researcher_name', 'institution', 'program_en', 'keywords'];
    return {
      records,
      points,
      permit_words: await draw(
        ['work_description', 'address'].map((name) => words('permits', name)).join(' UNION '),
      ),
      centres: (await draw(PLACES, IDS)).map((text) => JSON.parse(text)),
      vendor_words: await draw(words('contracts', 'vendor')),
      vendor_narrow: await draw(narrow('contracts', 'vendor')),
      department_words: await drawBodies('contracts', 'department'),
      recipient_words: await draw(words('grants', 'recipient')),
      research_words: await draw(research.map((name) => words('research_grants', name)).join(' UNION ')),
      contract_ids: await draw('SELECT record_id AS value FROM contracts', IDS),
      vendors: await draw('SELECT vendor AS value FROM vendors'),
      organizations: await draw('SELECT organization_key AS value FROM organizations', IDS),
      vendor_keys: await draw(distinct('contracts', 'vendor_key'), IDS),
      organization_keys: await draw(distinct('contracts', 'organization_key'), IDS),
      departments: await draw(distinct('contracts', 'department')),
      client_words: await draw(words(SAID, 'client')),
      client_narrow: await draw(narrow(SAID, 'client')),
      institution_words: await drawBodies(`(SELECT unnest(institutions) AS name FROM ${SAID})`, 'name'),
      official_words: await draw(words(`(SELECT unnest(dpoh_names) AS name FROM ${SAID})`, 'name')),
      found_words: await draw(
        FOUND.flatMap(([table, column]) => [words(table, column), narrow(table, column)]).join(' UNION '),
      ),
    };
  } finally {
    db.closeSync();
    instance.closeSync();
  }
}
