/** Servers under test as processes of their own: started, waited for, looked at, stopped by their id. */
import {spawn} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {recipeOf, variablesOf, withoutVariables} from '../../helpers/make_commands.ts';
import {ROOT} from '../../helpers/stack.ts';
import {atEnd, endChild} from '../closing.ts';

export interface Server {
  base: string;
  key: string | null;
  /** From the start of the process to the line that it serves. */
  start_ms: number;
  /** Lines of its log, as they come. */
  onLog(onLine: (line: string) => void): void;
  /** Resident memory in bytes that is not page cache: anonymous and shared memory of the process. */
  memory(): Promise<number>;
  stop(): Promise<void>;
}

const START_MS = 120_000;

/**
 * What starts a program, with its settings: the server as `make serve` starts it, whose start and memory are
 * measured.
 */
function commandOf(program: string, checkout: string): {command: string[]; env: Record<string, string>} {
  if (program !== 'dist/main.js')
    return {command: [process.execPath, '--disable-warning=ExperimentalWarning', program], env: {}};
  const recipe = recipeOf('serve', checkout ? ['-C', checkout] : []).at(-1) ?? '';
  return {command: withoutVariables(recipe).split(' '), env: variablesOf(recipe)};
}

/**
 * Starts a program, of another checkout where one is named, that says `http://host:port` once it serves.
 * Throws with what it said when it does not.
 */
export async function startServer(
  program: string,
  env: Record<string, string>,
  key: string | null,
  checkout = '',
): Promise<Server> {
  const startedAt = performance.now();
  const {command, env: settings} = commandOf(program, checkout);
  const child = spawn(command[0]!, command.slice(1), {
    cwd: checkout || ROOT,
    env: {...process.env, ...settings, ...env},
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = atEnd(() => endChild(child, 'SIGTERM'));
  let [out, err, held] = ['', '', ''];
  const hearers: ((line: string) => void)[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err = (err + text).slice(-4000);
    const lines = (held + text).split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) for (const onLine of hearers) onLine(line);
  });
  const base = await new Promise<string>((serving, failed) => {
    const late = setTimeout(() => failed(new Error(`${program} does not serve:\n${err}`)), START_MS);
    child.once('exit', (code) => failed(new Error(`${program} ended with ${code}:\n${err}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const match = /http:\/\/[\d.]+:\d+/.exec(out);
      if (!match) return;
      clearTimeout(late);
      serving(match[0]);
    });
  });
  const start_ms = performance.now() - startedAt;
  return {
    base,
    key,
    start_ms,
    onLog: (onLine) => hearers.push(onLine),
    memory: () => residentMemory(child.pid ?? 0),
    stop,
  };
}

async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024;
}

/** The body of a target, which must be answered with 200. */
export async function get(
  {base, key}: Server,
  target: string,
  headers: Record<string, string> = {},
): Promise<Buffer> {
  const all = {'Accept-Encoding': 'identity', ...headers, ...(key ? {'X-API-Key': key} : {})};
  const answer = await fetch(base + target, {headers: all});
  const body = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) {
    throw new Error(`${target} answered ${answer.status}: ${body.subarray(0, 300).toString()}`);
  }
  return body;
}
