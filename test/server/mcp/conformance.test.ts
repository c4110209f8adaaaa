/** The official conformance package: every scenario that applies passes, in every version. */
import {execFile} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {installed, type ListeningTools, listeningTools} from '../../helpers/tool_server.ts';

interface Check {
  id: string;
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
  errorMessage?: string;
}

const OF_ALL = ['completion-complete', 'prompts-list', 'resources-list', 'tools-list'];
const OF_SESSIONS = [...OF_ALL, 'ping', 'server-initialize', 'server-session-lifecycle'];

/** By version: the scenarios that need nothing that this server has not. */
const APPLY: Readonly<Record<string, readonly string[]>> = {
  '2025-06-18': OF_SESSIONS,
  '2025-11-25': [
    ...OF_SESSIONS,
    'dns-rebinding-protection',
    'server-sse-multiple-streams',
    'server-sse-polling',
  ],
  '2026-07-28': [
    ...OF_ALL,
    'caching',
    'dns-rebinding-protection',
    'http-header-validation',
    'input-required-result-ignore-extra-params',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
  ],
};

/** Of `server-stateless` these checks alone need tools that ask the client back, stream or log. */
const UNTESTABLE = [
  'sep-2575-http-server-no-independent-requests-on-stream',
  'sep-2575-missing-capability-http-400',
  'sep-2575-server-no-log-without-loglevel',
  'sep-2575-server-rejects-undeclared-capability',
];

/**
 * What a scenario says that asks for a tool, prompt or resource that only test servers have, or for a method
 * that no capability here announces.
 */
const NOT_OFFERED =
  /Unknown (tool|prompt): test_|'json_schema_2020_12_tool' not found|Resource not found|Method not found|Not testable: server exposes no tool|InputRequiredResult/;

const program = installed('@modelcontextprotocol/conformance/dist/index.js');

/** The checks of every scenario of a version, by scenario. */
async function run(url: string, version: string, folder: string) {
  const options = ['--suite', 'all', '--spec-version', version, '-o', folder, '--timeout', '10000'];
  const child = execFile(process.execPath, [program!, 'server', '--url', url, ...options], {
    maxBuffer: 64 << 20,
  });
  await once(child, 'exit');
  const names = await readdir(folder);
  const all = names.map(async (name): Promise<[string, Check[]]> => {
    // `server-<scenario>-<time>`
    const scenario = name.slice('server-'.length).replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    return [scenario, JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))];
  });
  return new Map(await Promise.all(all));
}

const failed = (checks: readonly Check[]) => checks.filter(({status}) => status === 'FAILURE');

describe.skipIf(!program)('the conformance package', () => {
  let tools: ListeningTools;
  let folder: string;
  let scenarios: Map<string, Map<string, Check[]>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conformance-'));
    tools = await listeningTools();
    const runs = Object.keys(APPLY).map(
      async (version): Promise<[string, Map<string, Check[]>]> => [
        version,
        await run(`${tools.origin}/mcp`, version, join(folder, version)),
      ],
    );
    scenarios = new Map(await Promise.all(runs));
  });
  afterAll(async () => {
    await tools.close();
    await rm(folder, {recursive: true});
  });

  test.each(Object.keys(APPLY))('passes every scenario of %s that applies', (version) => {
    for (const name of APPLY[version]!) {
      const checks = scenarios.get(version)?.get(name);
      expect(checks, name).toBeDefined();
      expect(failed(checks!), name).toEqual([]);
    }
  });

  test('passes every check of the newest version that can be made here', () => {
    const checks = scenarios.get('2026-07-28')!.get('server-stateless')!;
    expect(checks.length).toBeGreaterThan(20);
    expect(
      failed(checks)
        .map(({id}) => id)
        .sort(),
    ).toEqual(UNTESTABLE);
  });

  test.each(Object.keys(APPLY))('fails in %s only where it asks for what is not offered', (version) => {
    const others = [...scenarios.get(version)!].filter(
      ([name]) => !APPLY[version]!.includes(name) && name !== 'server-stateless',
    );
    for (const [name, checks] of others) {
      for (const {id, errorMessage} of failed(checks))
        expect(errorMessage, `${name} ${id}`).toMatch(NOT_OFFERED);
    }
  });
});
