/**
 * Runs asynchronous actors over a simulated disk, one operation at a time, in an order that a seed decides.
 * Any operation may fail, and any may be the last one before the process is killed or the power is cut.
 */
import {dirname} from 'node:path';
import type {FileFacts, Files, FolderEntry, OpenFile} from '../../../builds/files.ts';
import {DiskError, type FileNode, type Node, type SimulatedDisk} from './simulated_disk.ts';

/** What one operation is called and on what it works. */
export interface Operation {
  name: string;
  path: string;
}

export interface ScheduleOptions {
  random: () => number;
  /** Number of the operation at which everything stops; null: none. */
  stopAt: number | null;
  /** Probability that an operation fails. */
  errorRate: number;
  /** Flushes that do nothing: a fault of the programs that the checks must find. */
  withoutSync?: (path: string) => boolean;
}

interface Waiting {
  operation: Operation;
  work: () => void;
  fail: (error: Error) => void;
}

/** Operations that need space. */
const GROWS = new Set(['write', 'mkdir', 'create', 'symlink', 'link', 'rename']);

const macrotask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export class Schedule {
  readonly disk: SimulatedDisk;
  readonly #options: ScheduleOptions;
  #waiting: Waiting[] = [];
  #isStopped = false;
  steps = 0;
  /** Whether nothing can fail or stop. */
  readonly isUndisturbed: boolean;
  /** What was done, for the report of a failure. */
  readonly log: string[] = [];

  constructor(disk: SimulatedDisk, options: ScheduleOptions) {
    this.disk = disk;
    this.#options = options;
    this.isUndisturbed = options.stopAt === null && options.errorRate === 0;
  }

  /**
   * Runs the actors to their end, or until the process stops. Returns what each came to; null for those that
   * were stopped.
   */
  async run<T>(actors: readonly (() => Promise<T>)[]): Promise<(PromiseSettledResult<T> | null)[]> {
    const results: (PromiseSettledResult<T> | null)[] = actors.map(() => null);
    let left = actors.length;
    for (const [at, actor] of actors.entries()) {
      actor().then(
        (value) => {
          results[at] = {status: 'fulfilled', value};
          left--;
        },
        (reason: unknown) => {
          results[at] = {status: 'rejected', reason};
          left--;
        },
      );
    }
    for (;;) {
      await macrotask();
      if (left === 0) break;
      if (this.#waiting.length === 0)
        throw new Error(`${left} actors wait for nothing:\n${this.log.join('\n')}`);
      if (this.#options.stopAt === this.steps) break;
      this.#step();
    }
    this.#isStopped = true;
    return results;
  }

  #step(): void {
    const {random, errorRate} = this.#options;
    const at = Math.floor(random() * this.#waiting.length);
    const [{operation, work, fail}] = this.#waiting.splice(at, 1) as [Waiting];
    this.steps++;
    if (errorRate > 0 && random() < errorRate) {
      const code = GROWS.has(operation.name) && random() < 0.5 ? 'ENOSPC' : 'EIO';
      this.log.push(`${operation.name} ${operation.path}: ${code}`);
      fail(new DiskError(code, operation.path));
    } else {
      this.log.push(`${operation.name} ${operation.path}`);
      work();
    }
  }

  /** Waits for its turn, then does the work; `spoil` is what is done of it if it fails. */
  do<T>(name: string, path: string, work: () => T, spoil: () => void = () => {}): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      // What a stopped process would do next never happens.
      if (this.#isStopped) return;
      this.#waiting.push({
        operation: {name, path},
        work: () => {
          try {
            resolve(work());
          } catch (error) {
            reject(error);
          }
        },
        fail: (error) => {
          spoil();
          reject(error);
        },
      });
    });
  }

  sync(path: string, node: Node): Promise<void> {
    const isLeftOut = this.#options.withoutSync?.(path) ?? false;
    return this.do(
      'sync',
      path,
      () => {
        if (!isLeftOut) this.disk.sync(node);
      },
      () => this.disk.failSync(node),
    );
  }

  /** A part of what was to be written may be there when a write fails. */
  partOf(data: Buffer): Buffer {
    return data.subarray(0, Math.floor(this.#options.random() * data.length));
  }
}

const factsOf = (node: Node): FileFacts => ({
  size: node.kind === 'file' ? node.now.length : 0,
  mtimeMs: 0,
  isFile: () => node.kind === 'file',
});

const entryOf = (parentPath: string, name: string, node: Node): FolderEntry => ({
  name,
  parentPath,
  isFile: () => node.kind === 'file',
  isDirectory: () => node.kind === 'folder',
});

function openFileOf(schedule: Schedule, path: string, node: Node, appends: boolean): OpenFile {
  const {disk} = schedule;
  const file = node as FileNode;
  let position = 0;
  const write = (bytes: Buffer): void => {
    const at = appends ? file.now.length : position;
    disk.write(file, at, bytes);
    position = at + bytes.length;
  };
  const writeNow = (bytes: Buffer): Promise<void> =>
    schedule.do(
      'write',
      path,
      () => write(bytes),
      () => write(schedule.partOf(bytes)),
    );
  return {
    read: (buffer, offset, length, at) =>
      schedule.do('read', path, () => ({bytesRead: file.now.copy(buffer, offset, at, at + length)})),
    writeFile: (data) => writeNow(Buffer.from(data as Uint8Array)),
    async writev(chunks) {
      const bytes = Buffer.concat(chunks);
      await writeNow(bytes);
      return {bytesWritten: bytes.length};
    },
    sync: () => schedule.sync(path, node),
    datasync: () => schedule.sync(path, node),
    truncate: (length) => schedule.do('truncate', path, () => disk.truncate(file, length)),
    close: () => Promise.resolve(),
  };
}

/** The file operations of the programs over the simulated disk. */
export function simulatedFiles(schedule: Schedule): Files {
  const {disk} = schedule;

  async function removeTree(path: string): Promise<void> {
    const node = disk.find(path, false);
    if (!node) return;
    if (node.kind === 'folder') {
      const names = await schedule.do('readdir', path, () => [...node.now.keys()]);
      for (const name of names) await removeTree(`${path}/${name}`);
    }
    await schedule.do('rm', path, () => {
      if (disk.find(path, false)) disk.remove(path);
    });
  }

  async function entries(path: string, recursive: boolean): Promise<FolderEntry[]> {
    // Pruning looks into the folders of all sources: those that are not there are no step.
    if (!disk.find(path)) throw new DiskError('ENOENT', path);
    const own = await schedule.do('readdir', path, () => disk.list(path));
    const all = own.map(([name, node]) => entryOf(path, name, node));
    if (!recursive) return all;
    for (const [name, node] of own)
      if (node.kind === 'folder') all.push(...(await entries(`${path}/${name}`, true)));
    return all;
  }

  async function readdir(path: string): Promise<string[]>;
  async function readdir(
    path: string,
    options: {withFileTypes: true; recursive?: boolean},
  ): Promise<FolderEntry[]>;
  async function readdir(
    path: string,
    options?: {withFileTypes: true; recursive?: boolean},
  ): Promise<string[] | FolderEntry[]> {
    const all = await entries(path, options?.recursive ?? false);
    return options ? all : all.map(({name}) => name);
  }

  async function mkdir(path: string): Promise<string | undefined> {
    if (disk.find(path)) return undefined;
    const first = path === '/' ? undefined : await mkdir(dirname(path));
    await schedule.do('mkdir', path, () => {
      if (!disk.find(path)) disk.mkdir(path);
    });
    return first ?? path;
  }

  return {
    readdir,
    mkdir,
    open: (path, flags) =>
      schedule.do(flags === 'r' ? 'open' : 'create', path, () => {
        const known = disk.find(path);
        if (flags === 'r' && !known) throw new DiskError('ENOENT', path);
        const node = known ?? disk.create(path);
        if (flags.startsWith('w')) disk.truncate(node as FileNode, 0);
        return openFileOf(schedule, path, node, flags.startsWith('a'));
      }),
    readFile: (path) => schedule.do('readFile', path, () => disk.file(path).now.toString('utf8')),
    stat: (path) => schedule.do('stat', path, () => factsOf(disk.get(path))),
    readlink: (path) =>
      schedule.do('readlink', path, () => {
        const node = disk.get(path, false);
        if (node.kind !== 'link') throw new DiskError('EINVAL', path);
        return node.target;
      }),
    rename: (from, to) => schedule.do('rename', to, () => disk.rename(from, to)),
    link: (from, to) => schedule.do('link', to, () => disk.link(from, to)),
    symlink: (target, path) => schedule.do('symlink', path, () => disk.symlink(target, path)),
    rm: (path, {recursive}) =>
      recursive
        ? removeTree(path)
        : schedule.do('rm', path, () => {
            if (disk.find(path, false)) disk.remove(path);
          }),
    async *read(path) {
      const bytes = await schedule.do('read', path, () => disk.file(path).now);
      const half = Math.ceil(bytes.length / 2);
      if (half > 0) yield bytes.subarray(0, half);
      if (half < bytes.length) yield bytes.subarray(half);
    },
  };
}
