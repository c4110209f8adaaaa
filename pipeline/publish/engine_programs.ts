/**
 * What a build needs of the engine: its index and its catalogue. The real ones run as programs of their own.
 */
import {execFile, spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import type {Manifest} from '../../builds/artefacts.ts';
import type {Emit, Event} from '../runtime/events.ts';

const CATALOGUE = fileURLToPath(new URL('../../engine/cli/catalogue.ts', import.meta.url));
const COMPILER = fileURLToPath(new URL('../../engine/cli/compile.ts', import.meta.url));
const QUIET = '--disable-warning=ExperimentalWarning';

export interface IndexPrograms {
  /**
   * Compiles the index of a build folder and returns what its manifest says of it. Tables whose files and
   * declarations are those of the earlier build are linked from there. Ends early, by throwing, once `signal`
   * is given.
   */
  compile(
    folder: string,
    earlier: string | null,
    emit: Emit,
    signal?: AbortSignal,
  ): Promise<Manifest['index']>;
  writeCatalogue(folder: string): Promise<void>;
}

type CompiledEvent = Extract<Event, {kind: 'compiled'}>;

/** The engine's own commands: the pipeline imports nothing of the engine. */
export const enginePrograms: IndexPrograms = {
  async compile(folder, earlier, emit, signal) {
    signal?.throwIfAborted();
    const child = spawn(process.execPath, [QUIET, COMPILER, folder, earlier ?? ''], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kill = () => child.kill();
    signal?.addEventListener('abort', kill);
    // The process that compiles beside it has the same output for errors, and is waited for, too.
    const ended = once(child, 'close') as Promise<[code: number | null, signal: string | null]>;
    const [lines, complaint] = [createInterface(child.stdout), text(child.stderr)];
    let index: Manifest['index'] | null = null;
    for await (const line of lines) {
      const message = JSON.parse(line) as {index: Manifest['index']} | Omit<CompiledEvent, 'kind' | 'source'>;
      if ('index' in message) index = message.index;
      else emit({kind: 'compiled', source: 'build', ...message});
    }
    const [code, killed] = await ended;
    signal?.removeEventListener('abort', kill);
    if (code === 0 && index) return index;
    throw new Error(
      `the build was not published, its index was not compiled: ${(await complaint).trim() || `the compiler ended with ${killed ?? code}`}; the old build keeps serving, run again`,
    );
  },

  async writeCatalogue(folder) {
    await promisify(execFile)(process.execPath, [QUIET, CATALOGUE, folder]).catch(
      (error: Error & {stderr?: string}) => {
        throw new Error(
          `the build was not published, its catalogue was not written: ${error.stderr?.trim() || error.message}; the old build keeps serving, run again`,
          {cause: error},
        );
      },
    );
  },
};
