/** Recipients and their profiles of the running service, computed a second time from the files. */
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {folded, groupKey} from '../helpers/oracle.ts';
import type {Values} from '../helpers/oracle_database.ts';
import {type GrantOracle, openGrantOracle} from '../helpers/oracle_grants.ts';
import {makeKey, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let server: Server;
let oracle: GrantOracle;
let api: (target: string) => Promise<Answer>;
let known: Values[];
let vendorKeys: Map<string, string>;

beforeAll(async () => {
  const dataDir = await sharedData();
  [server, oracle] = await Promise.all([sharedServer(), openGrantOracle(join(dataDir, 'current'))]);
  api = apiClient(overHttp(server.base), makeKey(dataDir));
  const rows =
    await oracle.rows(`SELECT name AS recipient, grant_count, total_value, kind AS recipient_kind, first_grant_date,
    last_grant_date, key FROM recipients ORDER BY total_value DESC, recipient`);
  const spelled = await oracle.rows(
    'SELECT name, list(spelling) AS spellings FROM recipient_spellings GROUP BY name',
  );
  const spellings = new Map(spelled.map((row) => [row['name'], row['spellings'] as string[]]));
  known = rows.map(({recipient, key, ...rest}) => ({
    recipient: recipient!,
    recipient_key: encodeURIComponent(String(recipient)),
    ...rest,
    name_variants: spellings.get(recipient!)!.slice(0, 50),
  }));
  vendorKeys = new Map(rows.map(({recipient, key}) => [String(recipient), String(key)]));
});
afterAll(async () => {
  oracle?.close();
});

const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const nameOf = (row: Values) => String(row['recipient']);
/** The name and all spellings, folded. */
const textsOf = (row: Values) => [nameOf(row), ...(row['name_variants'] as string[])].map(folded);
const pick = (row: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
const item = (row: Values) =>
  pick(row, ['recipient', 'recipient_key', 'grant_count', 'total_value', 'recipient_kind']);

/** All rows of a list, page by page. */
async function all(target: string): Promise<Values[]> {
  const rows: Values[] = [];
  for (;;) {
    const page = await api(`${target}&limit=200&offset=${rows.length}`);
    rows.push(...page.rows);
    if (page.rows.length === 0) return rows;
  }
}

test('the browse list: names that contain q, in every order', async () => {
  expect(known.length).toBeGreaterThan(100);
  for (const q of ['e', 'SOCIETE', ' | ', ' inc', 'no such name', folded(nameOf(known[5]!))]) {
    const matches = known.filter((row) => textsOf(row).some((text) => text.includes(folded(q))));
    const target = `/api/v1/grants/recipients?${new URLSearchParams({q})}`;
    expect(await all(target)).toEqual(matches.map(item));
    for (const [key, sign] of [
      ['total_value', 1],
      ['grant_count', 1],
      ['grant_count', -1],
    ] as const) {
      const sorted = matches.toSorted(
        (a, b) => sign * (Number(a[key]) - Number(b[key])) || byText(nameOf(a), nameOf(b)),
      );
      const order = sign === 1 ? 'asc' : 'desc';
      expect(await all(`${target}&sort_by=${key}&sort_order=${order}`)).toEqual(sorted.map(item));
    }
  }
});

test('q is required, and a page has twenty rows', async () => {
  for (const query of ['', '?q=', '?q=%20', '?limit=5', '?q=%CC%81'])
    expect(await api(`/api/v1/grants/recipients${query}`)).toMatchObject({
      status: 400,
      message: 'q is required.',
    });
  expect((await api('/api/v1/grants/recipients?q=e')).meta.limit).toBe(20);
});

/** Other names that hold the text or share the vendor key, richest first. */
function similar(name: string, foldedText: string): Values[] {
  return known
    .filter((row) => nameOf(row) !== name)
    .filter(
      (row) =>
        folded(nameOf(row)).includes(folded(foldedText)) ||
        (vendorKeys.get(name) !== '' && vendorKeys.get(nameOf(row)) === vendorKeys.get(name)),
    )
    .slice(0, 10)
    .map((row) => pick(row, ['recipient', 'grant_count', 'total_value']));
}

async function sections(recipient: string, foldedText: string): Promise<Values> {
  const rows = (sql: string) => oracle.rows(sql, {key: recipient});
  const own = 'record_id IN (SELECT record_id FROM grant_recipients WHERE name = $key)';
  return {
    top_departments:
      await rows(`SELECT department AS name, coalesce(sum(value), 0) AS total_value, count(*) AS grant_count
      FROM grants WHERE ${own} AND department IS NOT NULL GROUP BY department
      ORDER BY total_value DESC, name LIMIT 10`),
    recent_grants: await rows(`SELECT record_id, value, department, date, description FROM grants
      WHERE ${own} ORDER BY date DESC NULLS LAST, record_id LIMIT 10`),
    similar_recipients: similar(recipient, foldedText),
  };
}

test('profiles by their key: every field and section', async () => {
  const busy = known.filter(({grant_count}) => Number(grant_count) > 5);
  for (const row of [...busy.slice(0, 20), ...known.filter((_, i) => i % 9 === 0)].slice(0, 90)) {
    const {data} = await api(`/api/v1/grants/recipients/${row['recipient_key']}`);
    expect(data).toEqual({...row, ...(await sections(nameOf(row), nameOf(row)))});
  }
});

/** Name resolution by a scan; `known` is ordered by total value, then name. */
function resolved(text: string): Values | undefined {
  const foldedText = folded(text);
  return (
    known.find((row) => folded(nameOf(row)) === foldedText) ??
    known.find((row) => textsOf(row).includes(foldedText)) ??
    known.find((row) => textsOf(row).some((one) => one.startsWith(foldedText))) ??
    known.find((row) => textsOf(row).some((one) => one.includes(foldedText)))
  );
}

test('names resolve by name, prefix and substring, with similar recipients', async () => {
  const some = known.filter((_, i) => i % 25 === 0).map(nameOf);
  const texts = some.flatMap((name, i) => {
    const words = name.split(' ');
    return [
      name.toUpperCase(),
      words[0]!,
      words.slice(1).join(' ') || name,
      [...name].slice(0, 3 + (i % 9)).join(''),
      `${groupKey(name)} Corporation Ltd.`,
    ];
  });
  for (const text of [...texts, 'a', 'é', '&', '|', 'no such recipient']) {
    const row = resolved(text);
    const {status, data, message} = await api(
      `/api/v1/grants/recipients/_?${new URLSearchParams({name: text})}`,
    );
    if (!row) {
      expect({text, status, message}).toEqual({
        text,
        status: 404,
        message: 'Recipient not found. Browse names with /api/v1/grants/recipients?q=.',
      });
      continue;
    }
    expect({text, data}).toEqual({text, data: {...row, ...(await sections(nameOf(row), text))}});
  }
});
