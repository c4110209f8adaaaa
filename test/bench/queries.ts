/** Latency of typical requests against a running server, one at a time, at national scale. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {runNode} from './child.ts';

const ROUNDS = 15;

/** Requests by what they stand for. `{id}` is a record id taken from the first page. */
const REQUESTS: Record<string, string> = {
  'unfiltered page': '/contracts',
  'page at offset 600,000': '/contracts?offset=600000',
  'partial vendor filter': '/contracts?vendor=north',
  'vendor, value and date range':
    '/contracts?vendor=north&min_value=50000&date_from=2018-01-01&date_to=2022-12-31',
  'detail by id': '/contracts/{id}',
  'stats by department': '/contracts/stats',
  'stats by vendor, filtered': '/contracts/stats?group_by=vendor&department=defence',
  'vendor browse': '/vendors?q=north',
  'vendor profile': '/vendors/north',
  'grants of a recipient': '/grants?recipient=society',
  'grants by recipient': '/grants/stats?group_by=recipient',
  'recipient browse': '/grants/recipients?q=society',
  'recipient profile': '/grants/recipients/society',
  'research grants by terms': '/research_grants?q=ice%20university',
  'research grants by institution': '/research_grants/stats?group_by=institution',
  'projects of a province': '/infrastructure_projects?province=BC&sort_by=value',
};

/** Starts the server on a free port, asks every request several times, prints p50 and the slowest, stops it. */
export async function measureQueries(home: string): Promise<void> {
  const env = {
    DATA_DIR: home,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'error',
    NAME: 'bench',
    TIER: 'enterprise',
  };
  const key = (await runNode(['server/make_key.ts'], env)).stdout.trim();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    env: {...process.env, ...env},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    const [line] = await once(child.stdout, 'data');
    const base = `${/http:\/\/\S+/.exec(String(line))?.[0]}/api/v1`;
    const get = async (path: string) => {
      const begun = performance.now();
      const answer = await fetch(base + path, {headers: {'X-API-Key': key}});
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 200)}`);
      return {ms: performance.now() - begun, text};
    };
    const page: {data: {record_id: string}[]} = JSON.parse((await get('/contracts?limit=1')).text);
    process.stdout.write(`\nrequests, one at a time, ${ROUNDS} rounds: p50 and slowest in ms\n`);
    for (const [what, path] of Object.entries(REQUESTS)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        times.push((await get(path.replace('{id}', page.data[0]?.record_id ?? ''))).ms);
      }
      times.sort((a, b) => a - b);
      const middle = times[Math.floor(times.length / 2)] ?? Number.NaN;
      process.stdout.write(
        `  ${what.padEnd(32)} ${middle.toFixed(1).padStart(8)} ${(times.at(-1) ?? Number.NaN).toFixed(1).padStart(8)}\n`,
      );
    }
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}
