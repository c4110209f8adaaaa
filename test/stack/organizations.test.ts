/**
 * Organizations of the running service, computed a second time from the files by loops over their records.
 */
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {folded} from '../helpers/oracle.ts';
import {type OracleDatabase, oracleDatabase, type Values} from '../helpers/oracle_database.ts';
import {makeKey, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let server: Server;
let database: OracleDatabase;
let api: (target: string) => Promise<Answer>;
let key: string;

/** A record and the name in it, with what leads to its organization. */
interface Mention {
  dataset: string;
  role: string;
  id: string;
  organization: string;
  date: string | null;
  year: string | null;
  cents: bigint | null;
  department: string | null;
}

let mentions: Mention[];
let links: Values[];
const byOrganization = new Map<string, Mention[]>();

/**
 * By dataset and role: SELECT of `id`, `name`, `number`, `province`, `date`, `year`, `value`, `department`.
 */
const READ: [dataset: string, role: string, select: string][] = [
  ['contracts', 'vendor', "record_id, vendor, '', '', date, NULL, value, department FROM contracts"],
  ['awards', 'vendor', "record_id, vendor, '', '', date, NULL, value, NULL FROM awards"],
  [
    'grants',
    'recipient',
    `record_id, recipient, coalesce(recipient_business_number, ''), coalesce(recipient_province, ''), date, NULL, value, department
     FROM grants WHERE coalesce(recipient_type, '') <> 'Individual or sole proprietorship'`,
  ],
  [
    'research_grants',
    'institution',
    "record_id, institution, '', coalesce(province, ''), left(fiscal_year, 4) || '-04-01', fiscal_year, award_amount, NULL FROM research_grants",
  ],
  [
    'infrastructure_projects',
    'recipient',
    "record_id, recipient_name, '', coalesce(province, ''), approved_date, NULL, federal_contribution, NULL FROM infrastructure_projects",
  ],
  [
    'lobbying_registrations',
    'client',
    "reg_id, client, '', '', effective_date, NULL, NULL, NULL FROM lobbying_registrations",
  ],
  [
    'lobbying_registrations',
    'beneficiary',
    "reg_id, unnest(beneficiaries).name, '', '', effective_date, NULL, NULL, NULL FROM lobbying_registrations",
  ],
  [
    'lobbying_communications',
    'client',
    "com_id, client, '', '', date, NULL, NULL, NULL FROM lobbying_communications",
  ],
  [
    'permits',
    'applicant',
    "record_id, applicant_name, '', province, date, NULL, estimated_cost, NULL FROM permits",
  ],
  [
    'permits',
    'contractor',
    "record_id, contractor_name, '', province, date, NULL, estimated_cost, NULL FROM permits",
  ],
];

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);
const linkOf = (dataset: string, role: string, name: unknown, number: unknown, province: unknown): string =>
  [dataset, role, number ?? '', province ?? '', name].join('/');

async function readMentions(): Promise<Mention[]> {
  const keys = new Map(links.map((one) => [String(one['link_id']), textOf(one['organization_key'])]));
  const all = new Map<string, Mention>();
  for (const [dataset, role, select] of READ) {
    const rows = await database.rows(
      `SELECT * FROM (SELECT ${select}) AS t(id, name, number, province, date, year, amount, department)`,
    );
    for (const {id, name, number, province, date, year, amount, department} of rows) {
      const organization = keys.get(linkOf(dataset, role, name, number, province));
      if (name === null || !organization) continue;
      const day = textOf(date);
      // One record counts once for a role, in however many spellings it names the organization.
      all.set([dataset, role, id, organization].join('\n'), {
        dataset,
        role,
        id: String(id),
        organization,
        date: day,
        year: textOf(year) ?? day?.slice(0, 4) ?? null,
        cents: amount === null ? null : BigInt(Math.round(Number(amount) * 100)),
        department: textOf(department),
      });
    }
  }
  return [...all.values()];
}

beforeAll(async () => {
  const dataDir = await sharedData();
  [server, database] = await Promise.all([
    sharedServer(),
    oracleDatabase(join(dataDir, 'current', 'catalogue.duckdb')),
  ]);
  key = makeKey(dataDir);
  api = apiClient(overHttp(server.base), key);
  links = await database.rows('SELECT * FROM organization_links');
  mentions = await readMentions();
  for (const one of mentions) {
    const own = byOrganization.get(one.organization) ?? [];
    own.push(one);
    byOrganization.set(one.organization, own);
  }
});
afterAll(() => database?.close());

const byText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const sum = (of: readonly Mention[]): number =>
  Number(of.reduce((all, {cents}) => all + (cents ?? 0n), 0n)) / 100;
/** Null where no record has an amount. */
const sumOrNull = (of: readonly Mention[]): number | null =>
  of.some(({cents}) => cents !== null) ? sum(of) : null;
const isReceived = ({dataset}: Mention): boolean => dataset === 'contracts' || dataset === 'grants';
const days = (of: readonly Mention[]): string[] => of.flatMap(({date}) => date ?? []).sort();

interface Item {
  organization_key: string;
  name: string;
  total_value: number;
  record_count: number;
  last_activity: string | null;
  datasets: string[];
}

function items(): Item[] {
  const names = new Map(
    links
      .filter(({rule}) => rule === 'own name')
      .map((one) => [String(one['organization_key']), String(one['name'])]),
  );
  const all = [...byOrganization].map(([organization_key, of]) => ({
    organization_key,
    name: names.get(organization_key)!,
    total_value: sum(of.filter(isReceived)),
    record_count: of.length,
    last_activity: days(of).at(-1) ?? null,
    datasets: [...new Set(of.map(({dataset}) => dataset))].sort(),
  }));
  return all.sort((a, b) => b.total_value - a.total_value || byText(a.organization_key, b.organization_key));
}

async function all(target: string): Promise<Values[]> {
  const rows: Values[] = [];
  for (;;) {
    const page = await api(`/api/v1/organizations?${target}&limit=200&offset=${rows.length}`);
    rows.push(...page.rows);
    if (page.rows.length === 0) return rows;
  }
}

test('the list: totals, counts, dates and datasets, in every order', async () => {
  const known = items();
  expect(known.length).toBeGreaterThan(300);
  expect(await all('')).toEqual(known);
  const counted = known.toSorted(
    (a, b) => b.record_count - a.record_count || byText(a.organization_key, b.organization_key),
  );
  expect(await all('sort_by=record_count')).toEqual(counted);
  const dated = known.toSorted(
    (a, b) =>
      byText(b.last_activity ?? '', a.last_activity ?? '') || byText(a.organization_key, b.organization_key),
  );
  expect(await all('sort_by=last_activity')).toEqual(dated);
});

test('the list: q finds any spelling, dataset those that it names, min_value bounds the total', async () => {
  const spellings = Map.groupBy(links, (one) => String(one['organization_key']));
  for (const [q, dataset, min] of [
    ['inc', '', ''],
    ['SOCIETE', 'grants', ''],
    ['', 'lobbying_communications', '100000'],
    ['surveying', 'permits', ''],
    ['no such organization', '', ''],
  ] as const) {
    const expected = items()
      .filter((one) =>
        spellings.get(one.organization_key)!.some(({name}) => folded(String(name)).includes(folded(q))),
      )
      .filter((one) => dataset === '' || one.datasets.includes(dataset))
      .filter((one) => min === '' || one.total_value >= Number(min));
    expect(await all(String(new URLSearchParams({q, dataset, min_value: min})))).toEqual(expected);
  }
});

const grouped = (of: readonly Mention[], by: (one: Mention) => unknown) => [
  ...Map.groupBy(of, (one) => JSON.stringify(by(one))),
];

function totals(of: readonly Mention[]): Values[] {
  return grouped(of, ({dataset, role}) => ({dataset, role}))
    .map(([group, own]) => ({
      ...(JSON.parse(group) as {dataset: string; role: string}),
      record_count: own.length,
      total_value: sumOrNull(own),
      first_date: days(own)[0] ?? null,
      last_date: days(own).at(-1) ?? null,
    }))
    .sort((a, b) => byText(a.dataset, b.dataset) || byText(a.role, b.role));
}

function years(of: readonly Mention[]): Values[] {
  return grouped(of, ({year, dataset, role}) => ({year, dataset, role}))
    .map(([group, own]) => ({
      ...(JSON.parse(group) as {year: string | null; dataset: string; role: string}),
      record_count: own.length,
      total_value: sumOrNull(own),
    }))
    .sort(
      (a, b) => byText(b.year ?? '', a.year ?? '') || byText(a.dataset, b.dataset) || byText(a.role, b.role),
    );
}

function quarters(of: readonly Mention[]): Values[] {
  const counted = of.filter(
    (one) => one.date !== null && (isReceived(one) || one.dataset === 'lobbying_communications'),
  );
  return grouped(counted, ({date}) => `${date!.slice(0, 4)}-Q${Math.ceil(Number(date!.slice(5, 7)) / 3)}`)
    .map(([group, own]) => ({
      quarter: JSON.parse(group) as string,
      contract_value: sum(own.filter(({dataset}) => dataset === 'contracts')),
      grant_value: sum(own.filter(({dataset}) => dataset === 'grants')),
      received_value: sum(own.filter(isReceived)),
      communications: own.filter(({dataset}) => dataset === 'lobbying_communications').length,
    }))
    .sort((a, b) => byText(b.quarter, a.quarter));
}

function topDepartments(of: readonly Mention[]): Values[] {
  const paid = of.filter((one) => isReceived(one) && one.department !== null);
  return grouped(paid, ({department}) => department)
    .map(([group, own]) => ({
      name: JSON.parse(group) as string,
      total_value: sum(own),
      contract_count: own.filter(({dataset}) => dataset === 'contracts').length,
      grant_count: own.filter(({dataset}) => dataset === 'grants').length,
    }))
    .sort((a, b) => b.total_value - a.total_value || byText(a.name, b.name))
    .slice(0, 10);
}

/** Organizations with many records, those of several datasets, and every twentieth. */
const sample = (): [string, Mention[]][] => {
  const of = [...byOrganization].sort(([a, x], [b, y]) => y.length - x.length || byText(a, b));
  return of.filter(
    ([, own], i) => i < 15 || i % 20 === 0 || new Set(own.map(({dataset}) => dataset)).size > 5,
  );
};

test('profiles: totals, years, departments and quarters', async () => {
  for (const [organization, of] of sample()) {
    const {status, data} = await api(`/api/v1/organizations/${encodeURIComponent(organization)}`);
    expect({organization, status}).toEqual({organization, status: 200});
    expect(data).toMatchObject({
      organization_key: organization,
      first_activity: days(of)[0] ?? null,
      totals: totals(of),
      years: years(of),
      top_departments: topDepartments(of),
      quarters: quarters(of),
    });
  }
});

test('profiles: what an organization lobbies, and whom', async () => {
  const filed = await database.rows('SELECT com_id, institutions, subject_list FROM lobbying_communications');
  const byId = new Map(filed.map((one) => [String(one['com_id']), one]));
  const top = (lists: string[][]) => {
    const counts = new Map<string, number>();
    for (const list of lists) for (const one of new Set(list)) counts.set(one, (counts.get(one) ?? 0) + 1);
    return [...counts].sort(([a, x], [b, y]) => y - x || byText(a, b)).slice(0, 10);
  };
  const lobbying = sample().filter(([, of]) => of.some(({dataset}) => dataset === 'lobbying_communications'));
  expect(lobbying.length).toBeGreaterThan(10);
  for (const [organization, of] of lobbying) {
    const own = of.filter(({dataset}) => dataset === 'lobbying_communications').map(({id}) => byId.get(id)!);
    const {data} = await api(`/api/v1/organizations/${encodeURIComponent(organization)}`);
    expect(data['top_institutions']).toEqual(
      top(own.map(({institutions}) => institutions as string[])).map(([institution, count]) => ({
        institution,
        count,
      })),
    );
    expect(data['top_subjects']).toEqual(
      top(own.map(({subject_list}) => subject_list as string[])).map(([subject, count]) => ({
        subject,
        count,
      })),
    );
  }
});

test('profiles: names with their rules, and lists that hold their records', async () => {
  for (const [organization] of sample().slice(0, 12)) {
    const {data} = await api(`/api/v1/organizations/${encodeURIComponent(organization)}`);
    const names = data['names'] as Values[];
    const own = links.filter((one) => one['organization_key'] === organization);
    const total = (of: readonly Values[]) => of.reduce((all, one) => all + Number(one['record_count']), 0);
    if (names.length < 50) expect(total(names)).toBe(total(own));
    for (const {name, dataset, role, rule, url, record_count} of names) {
      const same = own.filter(
        (one) => one['name'] === name && one['dataset'] === dataset && one['role'] === role,
      );
      expect(same.map((one) => one['rule'])).toContain(rule);
      expect(url === null).toBe(role === 'beneficiary' || [...String(name)].length > 200);
      if (url === null) continue;
      const page = await api(`${url}&limit=1`);
      expect({url, status: page.status}).toEqual({url, status: 200});
      expect(page.meta.total).toBeGreaterThanOrEqual(Number(record_count));
    }
  }
});

test('published names and keys lead to the profile; anything else to none', async () => {
  const keyed = items();
  for (const {organization_key, name} of keyed.filter((_, i) => i % 60 === 0)) {
    for (const text of [organization_key.toUpperCase(), name, name.toUpperCase()]) {
      const {data} = await api(`/api/v1/organizations/${encodeURIComponent(text)}`);
      // Namesakes that were kept apart share their names: the one with the highest total answers.
      const named = links
        .filter((one) => folded(String(one['name'])) === folded(text))
        .map((one) => one['organization_key']);
      const richest = keyed.find((one) => named.includes(one.organization_key));
      const expected = text === organization_key.toUpperCase() ? organization_key : richest!.organization_key;
      expect({text, key: data['organization_key']}).toEqual({text, key: expected});
    }
  }
  expect(await api('/api/v1/organizations/no-such-organization')).toMatchObject({
    status: 404,
    message: 'Organization not found. Browse names with /api/v1/organizations?q=.',
  });
});

test('similar organizations share all telling words and stay apart', async () => {
  const likeness = new Map<string, Set<string>>();
  for (const one of links) {
    const own = likeness.get(String(one['organization_key'])) ?? new Set<string>();
    if (one['likeness']) own.add(String(one['likeness']));
    likeness.set(String(one['organization_key']), own);
  }
  let seen = 0;
  for (const [organization] of sample()) {
    const {data} = await api(`/api/v1/organizations/${encodeURIComponent(organization)}`);
    for (const other of data['similar'] as Values[]) {
      seen++;
      expect(other['organization_key']).not.toBe(organization);
      const theirs = likeness.get(String(other['organization_key']))!;
      expect([...likeness.get(organization)!].some((words) => theirs.has(words))).toBe(true);
    }
  }
  expect(seen).toBeGreaterThan(0);
});

test('both tables are exported, and links can be those of one organization', async () => {
  const [{organization_key}] = items() as [Item];
  const read = async (path: string): Promise<Values[]> => {
    const response = await fetch(`${server.base}/api/v1/export/${path}`, {headers: {'X-API-Key': key}});
    expect(response.status).toBe(200);
    const lines = (await response.text()).trim().split('\n');
    return lines.map((line) => JSON.parse(line) as Values);
  };
  expect(await read('organizations')).toEqual(items());
  expect((await read('organization_links')).length).toBe(links.length);
  const own = await read(`organization_links?organization=${organization_key}`);
  expect(own.map(({link_id}) => link_id).sort()).toEqual(
    links
      .filter((one) => one['organization_key'] === organization_key)
      .map(({link_id}) => link_id)
      .sort(),
  );
});
