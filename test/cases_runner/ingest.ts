/** Runs the cases of whole ingests: politicians, officials, registrations of communications, clients. */
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {parse} from 'csv-parse/sync';
import {dataPaths, inBuild} from '../../builds/artefacts.ts';
import {literal} from '../../datasets/rules/sql.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import {ingest} from '../helpers/ingest.ts';
import {type Case, CaseError, type Got, NOTHING, type Truth} from './case.ts';
import {groupsIn, labels, type Part, partIn, readJson} from './read.ts';

/** A row of a publisher's file, by column. */
type Line = Readonly<Record<string, string>>;

/** What an ingest of a mirror made, and the files that decide which of it a case means. */
interface Ingested {
  /** Slug by the person's number, `H<number>` at the House, `L<number>` at the Library of Parliament. */
  politicians: ReadonlyMap<string, string>;
  /** By the number of the communication. */
  links: ReadonlyMap<string, {reg_id: Json; officials: readonly {slug: Json; rule: Json; text: string}[]}>;
  /** Client by folded name. */
  clients: ReadonlyMap<string, string>;
  communications: readonly Line[];
  registrations: readonly Line[];
}

export interface IngestCase extends Case {
  got: Got;
}

/** An entry of a list, and where it stands in it. */
interface Entry {
  part: Part;
  at: number;
  path: string;
}

type Told = Pick<Case, 'truth'> & {got: Got};

const TRUTH: Truth = {records: [], money: null, sum: null, fields: {}};

/** Runs all cases below a folder: lists of cases beside the mirrors that they speak of. */
export async function runIngestCases(folder: string): Promise<IngestCase[]> {
  const data = await mkdtemp(join(tmpdir(), 'cases-ingest-'));
  const ingested = new Map<string, Ingested>();
  const cases: IngestCase[] = [];
  try {
    for (const [kind, judge] of Object.entries(KINDS)) {
      const path = join(folder, `${kind}.json`);
      if (!(await readdir(folder)).includes(`${kind}.json`)) continue;
      const list = await readJson(path);
      if (!Array.isArray(list)) throw new CaseError(path, 'it is no list', 'make it a list of cases');
      const entries = list.map((one, at) => ({part: partIn(one, path, 'a case'), at, path}));
      for (const entry of entries) {
        const {part} = entry;
        const mirror = `mirror${/\d*$/.exec(String(part['d'] ?? ''))![0]}`;
        if (!ingested.has(mirror))
          ingested.set(mirror, await ingestMirror(join(folder, mirror), join(data, mirror)));
        const about = labels({evidence: part['why'] ?? 'C', ...part}, path);
        cases.push({source: kind, path, ...about, ...judge(entry, ingested.get(mirror)!, entries)});
      }
    }
    return cases;
  } finally {
    await rm(data, {recursive: true, force: true});
  }
}

/** Ingests a mirror and reads what the cases ask for. */
async function ingestMirror(mirror: string, dataDir: string): Promise<Ingested> {
  const {code, stdout, stderr} = await ingest({DATA_DIR: dataDir, MIRROR: mirror});
  if (code !== 0)
    throw new CaseError(
      mirror,
      `its ingest ends with ${code} (${stderr || stdout.slice(-500)})`,
      'correct it',
    );
  const build = dataPaths(dataDir).current;
  const instance = await DuckDBInstance.create(':memory:', {threads: '1'});
  const db = await instance.connect();
  try {
    const derived = (name: string) => join(build, inBuild.derived(name));
    const people = await readRows(db, 'house_id, library_id, slug', derived('politicians'));
    const links = await readRows(db, 'com_id, reg_id, dpohs, rules', derived('communication_links'));
    const names = await readRows(db, 'known, entity', join(build, inBuild.names('clients')));
    return {
      politicians: new Map(
        people.flatMap(({house_id, library_id, slug}) => [
          [`H${house_id}`, String(slug)],
          [`L${library_id}`, String(slug)],
        ]),
      ),
      links: new Map(links.map((row) => [String(row['com_id']), linkOf(row)])),
      clients: new Map(names.map(({known, entity}) => [String(known), String(entity)])),
      communications: await linesOf(join(mirror, 'lobbying_communications/Communication_PrimaryExport.csv')),
      registrations: await linesOf(join(mirror, 'lobbying_registrations/Registration_PrimaryExport.csv')),
    };
  } finally {
    db.closeSync();
    instance.closeSync();
  }
}

async function readRows(
  db: DuckDBConnection,
  columns: string,
  path: string,
): Promise<Record<string, Json>[]> {
  const reader = await db.runAndReadAll(`SELECT ${columns} FROM read_parquet(${literal(path)})`);
  return reader.getRowObjectsJson() as Record<string, Json>[];
}

function linkOf({reg_id = null, dpohs, rules}: Record<string, Json>) {
  const officials = (dpohs as Record<string, Json>[]).map(
    ({name, title, institution, politician_slug}, at) => ({
      slug: politician_slug ?? null,
      rule: (rules as Json[])[at] ?? null,
      text: [name, title, institution].join(', '),
    }),
  );
  return {reg_id, officials};
}

async function linesOf(path: string): Promise<Line[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CaseError(path, `it cannot be read (${error.message})`, 'add it to the mirror');
  });
  return parse(text, {bom: true, columns: true});
}

/** The politicians of numbers at the House and at the Library: those under one slug are one person. */
function judgePoliticians({part, path}: Entry, {politicians}: Ingested): Told {
  const named = Array.isArray(part['truth']) ? part['truth'] : [];
  const ids: string[] = named.flat().map(String);
  const truth = named.map((group: unknown[]) => group.map((id) => ids.indexOf(String(id))));
  const rows = [...ids.keys()].filter((row) => politicians.has(ids[row]!));
  const records = [...Map.groupBy(rows, (row) => politicians.get(ids[row]!)).values()];
  const rules = ids.map((id) => `slug ${politicians.get(id) ?? 'of nobody'}`);
  return {
    truth: {...TRUTH, records: groupsIn(truth, path, `truth of "${part['name']}"`)},
    got: {...NOTHING, rows: ids, records, rules},
  };
}

/** A case of one communication: what it must be linked to. */
function judgeLink(wanted: Json, found: Json, field: string, row: string, rule: Json): Told {
  return {
    truth: {...TRUTH, fields: {0: {[field]: wanted}}},
    got: {...NOTHING, rows: [row], rules: [rule as string | null], fields: {0: {[field]: found}}},
  };
}

const wantedOf = ({part, path}: Entry): Json => {
  const {want, name} = part;
  if (want === null || typeof want === 'string') return want;
  throw new CaseError(path, `"${name}" wants no text and not null`, 'say in `want` what the link must be');
};

/** Communications of officials come last in the file, one for each case, unless the cases name theirs. */
function judgeOfficials(entry: Entry, {links, communications}: Ingested, all: readonly Entry[]): Told {
  const {part, at, path} = entry;
  const id = part['com_id'] ?? communications.at(at - all.length)?.['COMLOG_ID'];
  const official = links.get(String(id))?.officials[0];
  if (!official) throw new CaseError(path, `"${part['name']}" has no communication`, 'name it in `com_id`');
  return judgeLink(wantedOf(entry), official.slug, 'politician_slug', official.text, official.rule);
}

/**
 * Communications whose registration is asked for come first in the file, one for each case, before those with
 * another official than the first has. A further case means the oldest communication.
 */
function judgeRegistrations(entry: Entry, {links, communications}: Ingested): Told {
  const {part, at, path} = entry;
  const officialOf = (one: Line | undefined) => links.get(one?.['COMLOG_ID'] ?? '')?.officials[0]?.text;
  const first = communications.filter((one) => officialOf(one) === officialOf(communications[0]));
  const oldest = communications.reduce((a, b) => (b['COMM_DATE']! < a['COMM_DATE']! ? b : a));
  const id = String(part['com_id'] ?? (first[at] ?? oldest)['COMLOG_ID']);
  const link = links.get(id);
  if (!link) throw new CaseError(path, `"${part['name']}" has no communication ${id}`, 'correct `com_id`');
  const said = communications.find((one) => one['COMLOG_ID'] === id);
  const row = ['COMLOG_ID', 'REGISTRANT_NUM_DECLARANT', 'EN_CLIENT_ORG_CORP_NM_AN', 'COMM_DATE'].map(
    (name) => said?.[name],
  );
  return judgeLink(wantedOf(entry), link.reg_id, 'reg_id', row.join(', '), null);
}

/**
 * Spellings of one client: given by the case, else by the n-th registrant whose communication spells it
 * otherwise.
 */
function judgeClients({part, at, path}: Entry, {clients, communications, registrations}: Ingested): Told {
  const spelled = registrations.flatMap(({RGSTRNT_NUM_DECLARANT: by, EN_CLIENT_ORG_CORP_NM_AN: name}) => {
    const own = registrations.filter((one) => one['RGSTRNT_NUM_DECLARANT'] === by);
    const known = own.map((one) => one['EN_CLIENT_ORG_CORP_NM_AN']);
    const others = communications
      .filter((one) => one['REGISTRANT_NUM_DECLARANT'] === by)
      .map((one) => one['EN_CLIENT_ORG_CORP_NM_AN'])
      .filter((other) => !known.includes(other));
    return others.length ? [[name, ...others].map(String)] : [];
  });
  const names = (part['names'] as string[] | undefined) ?? spelled[at];
  const {want, name} = part;
  if (!names || (want !== 1 && want !== names.length))
    throw new CaseError(
      path,
      `"${name}" says no names that are one or all apart`,
      'give it `names` and `want`',
    );
  const rows = [...names.keys()];
  const keys = names.map((one) => clients.get(fold(one)) ?? null);
  const records = [...Map.groupBy(rows, (row) => keys[row] ?? row).values()];
  const truth = want === 1 ? [rows] : rows.map((row) => [row]);
  return {
    truth: {...TRUTH, records: truth},
    got: {...NOTHING, rows: names, records, rules: keys.map((key) => `client ${key}`)},
  };
}

const KINDS: Record<string, (entry: Entry, ingested: Ingested, all: readonly Entry[]) => Told> = {
  politicians: judgePoliticians,
  officials: judgeOfficials,
  communication_links: judgeRegistrations,
  clients: judgeClients,
};
