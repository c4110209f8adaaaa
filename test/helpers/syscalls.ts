/**
 * The system calls of a program by strace, and what of its files they had flushed when another call began.
 */
import {execFile} from 'node:child_process';
import {readFile} from 'node:fs/promises';
import {promisify} from 'node:util';

const CALLS = 'openat,fsync,fdatasync,rename,renameat,renameat2,symlink,symlinkat,mkdir,link';

/** Shell words that run a program under strace; the calls go to a file. */
export const straceTo = (file: string): string =>
  `exec strace -f -qq -y -s 4096 --seccomp-bpf -e trace=${CALLS} -o '${file}' "$0" "$@";`;

/** Why programs cannot be traced here; null where they can. */
export async function noStrace(): Promise<string | null> {
  return promisify(execFile)('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true']).then(
    () => null,
    (error: Error) => error.message.split('\n')[0] ?? 'strace failed',
  );
}

/** A call that succeeded; paths are those that the program named, or those of the descriptor. */
export type Call =
  | {call: 'write' | 'sync' | 'folder'; path: string}
  | {call: 'rename' | 'symlink'; from: string; to: string};

/** Calls in order: a flush counts from its end, everything else from its beginning. */
export async function callsIn(file: string): Promise<Call[]> {
  const begun = new Map<string, string>();
  const calls: Call[] = [];
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*) <unfinished \.\.\.>$/.exec(text);
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text);
    if (unfinished) begun.set(pid, unfinished[1] ?? '');
    const whole = resumed ? `${begun.get(pid) ?? ''}${resumed[1]}` : text;
    const isFlush = /^f(data)?sync/.test(unfinished ? (unfinished[1] ?? '') : whole);
    // What is under way may have happened; a flush has not.
    if (unfinished ? isFlush : resumed ? !isFlush : false) continue;
    const call = callOf(whole);
    if (call) calls.push(call);
  }
  return calls;
}

function callOf(text: string): Call | null {
  if (/ = -1 /.test(text)) return null;
  const name = /^\w+/.exec(text)?.[0] ?? '';
  const named = [...text.matchAll(/"([^"]*)"/g)].map(([, path = '']) => path);
  const [from = '', to = ''] = named;
  if (/^f(data)?sync$/.test(name)) return {call: 'sync', path: /^\w+\(\d+<(.*)>\)/.exec(text)?.[1] ?? ''};
  if (name === 'openat') return /O_WRONLY|O_RDWR/.test(text) ? {call: 'write', path: from} : null;
  if (name === 'mkdir') return {call: 'folder', path: from};
  if (name === 'link') return {call: 'write', path: to};
  if (name.startsWith('rename')) return {call: 'rename', from, to};
  return name.startsWith('symlink') ? {call: 'symlink', from, to} : null;
}

/** The paths that were flushed after their last change, before call number `end`. */
export function flushedBefore(calls: readonly Call[], end: number): Set<string> {
  let flushed = new Set<string>();
  for (const call of calls.slice(0, end)) {
    if ('path' in call) {
      if (call.call === 'sync') flushed.add(call.path);
      else for (const path of [call.path, folderOf(call.path)]) flushed.delete(path);
    } else {
      if (call.call === 'rename') flushed = moved(flushed, call.from, call.to);
      for (const path of [call.from, call.to]) flushed.delete(folderOf(path));
    }
  }
  return flushed;
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The paths after a rename of a file or folder. */
const moved = (paths: ReadonlySet<string>, from: string, to: string): Set<string> =>
  new Set(
    [...paths].map((path) =>
      path === from || path.startsWith(`${from}/`) ? to + path.slice(from.length) : path,
    ),
  );
