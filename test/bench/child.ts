/** Runs a command of the project as a child process and samples its memory. */
import {spawn} from 'node:child_process';
import {readFile} from 'node:fs/promises';

const WATCH_MS = 100;

export interface Finished {
  stdout: string;
  seconds: number;
  /** Largest resident memory seen, bytes. */
  peak: number;
}

/** Throws with the end of its output when the command fails. */
export async function runNode(args: string[], env: Record<string, string>): Promise<Finished> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    env: {...process.env, ...env},
  });
  let [stdout, stderr, peak] = ['', '', 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
    peak = Math.max(peak, kilobytes * 1024);
  }, WATCH_MS);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}:\n${stderr.slice(-4000)}`);
  return {stdout, seconds: (performance.now() - startedAt) / 1000, peak};
}
