/**
 * Alerts for Prometheus: every metric that they name is served, and Prometheus itself accepts them where it
 * is found.
 */
import {execFileSync, spawnSync} from 'node:child_process';
import {copyFileSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {METRIC_ROUTES, METRIC_STATUSES} from '../../server/api/metrics.ts';
import {handle} from '../helpers/handle.ts';
import {testService} from '../helpers/service.ts';
import {ROOT} from '../helpers/stack.ts';

const PATH = join(ROOT, 'deploy/alerts.yml');
const text = readFileSync(PATH, 'utf8');
const alerts = text.split(/^ {6}- alert: /m).slice(1);
const expressions = [...text.matchAll(/^ {8}expr: (.+)$/gm)].map(([, expression]) => expression!);
/** Names that a monitored machine serves; `up` is Prometheus's own. */
const named = (of: string): string[] => of.match(/\b(?:fpd|process)_\w+/g) ?? [];

/** Names of samples that /metrics of a replica serves. */
async function served(): Promise<Set<string>> {
  const service = await testService();
  try {
    service.context.metricsToken = 'secret';
    const replication = {wanted: 'b1', behind_since: null, bytes: {done: 0, total: 0}, error: null};
    service.context.state = () => ({unready: null, replication});
    await handle({method: 'GET', target: '/health', headers: {host: 'x'}}, service.context);
    const request = {method: 'GET', target: '/metrics', headers: {host: 'x', authorization: 'Bearer secret'}};
    const {body} = await handle(request, service.context);
    const samples = String(body)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    return new Set(samples.map((line) => /^\w+/.exec(line)![0]));
  } finally {
    await service.close();
  }
}

test('every alert has an expression, a severity and a reason', () => {
  expect(alerts.length).toBe(expressions.length);
  for (const alert of alerts) {
    expect(alert).toMatch(/^\w+\n {8}expr: .+\n( {8}for: \d+m\n)? {8}labels: \{severity: (page|ticket)\}\n/);
    expect(alert).toMatch(/\n {10}summary: .+\n {10}why: .+/);
  }
});

test('alerts and the guide name metrics that are served; the guide names all of them', async () => {
  const names = await served();
  const unknown = expressions.flatMap(named).filter((name) => !names.has(name));
  expect(unknown).toEqual([]);
  const guide = named(readFileSync(join(ROOT, 'docs/OPERATE.md'), 'utf8'));
  const families = new Set([...names].map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect(guide).toEqual(expect.arrayContaining([...families]));
});

test('labels of expressions are those of the samples', () => {
  const statuses = expressions.flatMap((one) => [...one.matchAll(/status=~"([^"]+)"/g)]);
  for (const [, pattern] of statuses) {
    expect(METRIC_STATUSES.some((status) => new RegExp(`^(?:${pattern})$`).test(status))).toBe(true);
  }
  const routes = expressions.flatMap((one) => [...one.matchAll(/route!~"([^"]+)"/g)]);
  for (const [, pattern] of routes) {
    for (const part of pattern!.split('|')) {
      expect([part, METRIC_ROUTES.some((route) => new RegExp(`^(?:${part})$`).test(route))]).toEqual([
        part,
        true,
      ]);
    }
  }
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

describe.skipIf(!hasPromtool)('Prometheus', () => {
  test('accepts the rules, and raises them when it should and only then', () => {
    expect(execFileSync('promtool', ['check', 'rules', PATH], {encoding: 'utf8'})).toContain(
      `${alerts.length} rules found`,
    );
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
    copyFileSync(PATH, join(folder, 'alerts.yml'));
    copyFileSync(join(ROOT, 'test/deploy/alerts.promtool.yml'), join(folder, 'cases.yml'));
    const {status, stdout, stderr} = spawnSync('promtool', ['test', 'rules', join(folder, 'cases.yml')], {
      encoding: 'utf8',
    });
    rmSync(folder, {recursive: true});
    expect([status, `${stdout}${stderr}`.includes('FAILED')]).toEqual([0, false]);
  });
});
