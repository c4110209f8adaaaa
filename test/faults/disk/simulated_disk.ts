/**
 * A disk in memory that keeps less than it was told. What was written since the last flush of a file may be
 * lost or torn at a power cut; what happened to names since the last flush of a folder may be lost or come in
 * another order.
 */

/** Size of a page: small, so that small files are torn, too. */
const PAGE = 16;

interface Entries {
  kind: 'folder';
  /** As programs see them. */
  now: Map<string, Node>;
  /** As a power cut leaves them at least. */
  kept: Map<string, Node>;
}

export interface FileNode {
  kind: 'file';
  now: Buffer;
  kept: Buffer;
  /** Pages that a failed flush gave up: the system calls them clean, so that later flushes pass over them. */
  given_up: Set<number>;
}

interface LinkNode {
  kind: 'link';
  target: string;
}

export type Node = Entries | FileNode | LinkNode;

/** What one operation does to names: all of it or nothing survives. */
interface Change {
  parts: {folder: Entries; name: string; node: Node | null}[];
}

export class DiskError extends Error {
  readonly code: string;
  constructor(code: string, path: string) {
    // Programs look for many files that are not there: without stacks, which nobody reads, publishing takes a
    // sixth less time.
    const {stackTraceLimit} = Error;
    Error.stackTraceLimit = 0;
    super(`${code}: simulated, '${path}'`);
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
  }
}

const emptyFolder = (): Entries => ({kind: 'folder', now: new Map(), kept: new Map()});

const setEntry = (map: Map<string, Node>, name: string, node: Node | null): void => {
  if (node === null) map.delete(name);
  else map.set(name, node);
};

const split = (path: string): string[] => path.split('/').filter((part) => part !== '' && part !== '.');

/** The state of the disk. All functions are synchronous: who schedules calls them one at a time. */
export class SimulatedDisk {
  root = emptyFolder();
  #pending: Change[] = [];

  /** The node of a path; null where there is none. Links are followed except the last one. */
  find(path: string, follow = true): Node | null {
    let folders: Entries[] = [this.root];
    const parts = split(path);
    let node: Node = this.root;
    for (let at = 0, hops = 0; at < parts.length; at++) {
      const part = parts[at]!;
      if (part === '..') {
        if (folders.length > 1) folders.pop();
        node = folders.at(-1)!;
        continue;
      }
      const next = folders.at(-1)!.now.get(part);
      if (!next) return null;
      const isLast = at === parts.length - 1;
      if (next.kind === 'link' && (!isLast || follow)) {
        if (++hops > 8) return null;
        if (next.target.startsWith('/')) folders = [this.root];
        parts.splice(0, at + 1, ...split(next.target));
        at = -1;
        node = folders.at(-1)!;
        continue;
      }
      node = next;
      if (next.kind === 'folder') folders.push(next);
      else if (!isLast) return null;
    }
    return node;
  }

  #parent(path: string): {folder: Entries; name: string} {
    const at = path.lastIndexOf('/');
    const folder = this.find(path.slice(0, at) || '/');
    if (!folder) throw new DiskError('ENOENT', path);
    if (folder.kind !== 'folder') throw new DiskError('ENOTDIR', path);
    return {folder, name: path.slice(at + 1)};
  }

  #change(...parts: Change['parts']): void {
    for (const {folder, name, node} of parts) setEntry(folder.now, name, node);
    this.#pending.push({parts});
  }

  get(path: string, follow = true): Node {
    const node = this.find(path, follow);
    if (!node) throw new DiskError('ENOENT', path);
    return node;
  }

  file(path: string): FileNode {
    const node = this.get(path);
    if (node.kind !== 'file') throw new DiskError(node.kind === 'folder' ? 'EISDIR' : 'ENOENT', path);
    return node;
  }

  create(path: string): FileNode {
    const node: FileNode = {kind: 'file', now: Buffer.alloc(0), kept: Buffer.alloc(0), given_up: new Set()};
    this.#change({...this.#parent(path), node});
    return node;
  }

  mkdir(path: string): void {
    const place = this.#parent(path);
    if (place.folder.now.has(place.name)) throw new DiskError('EEXIST', path);
    this.#change({...place, node: emptyFolder()});
  }

  symlink(target: string, path: string): void {
    const place = this.#parent(path);
    if (place.folder.now.has(place.name)) throw new DiskError('EEXIST', path);
    this.#change({...place, node: {kind: 'link', target}});
  }

  link(from: string, to: string): void {
    const node = this.file(from);
    const place = this.#parent(to);
    if (place.folder.now.has(place.name)) throw new DiskError('EEXIST', to);
    this.#change({...place, node});
  }

  rename(from: string, to: string): void {
    const [source, target] = [this.#parent(from), this.#parent(to)];
    const node = source.folder.now.get(source.name);
    if (!node) throw new DiskError('ENOENT', from);
    const there = target.folder.now.get(target.name);
    if (there === node) return;
    if (there?.kind === 'folder' && (node.kind !== 'folder' || there.now.size > 0))
      throw new DiskError(node.kind === 'folder' ? 'ENOTEMPTY' : 'EISDIR', to);
    this.#change({...source, node: null}, {...target, node});
  }

  /** Removes a file, a link or an empty folder. */
  remove(path: string): void {
    const place = this.#parent(path);
    const node = place.folder.now.get(place.name);
    if (!node) throw new DiskError('ENOENT', path);
    if (node.kind === 'folder' && node.now.size > 0) throw new DiskError('ENOTEMPTY', path);
    this.#change({...place, node: null});
  }

  list(path: string): [string, Node][] {
    const node = this.get(path);
    if (node.kind !== 'folder') throw new DiskError('ENOTDIR', path);
    return [...node.now];
  }

  write(file: FileNode, at: number, data: Buffer): void {
    const end = at + data.length;
    const next = Buffer.alloc(Math.max(file.now.length, end));
    file.now.copy(next);
    data.copy(next, at);
    file.now = next;
    for (let page = Math.floor(at / PAGE); page * PAGE < end; page++) file.given_up.delete(page);
  }

  truncate(file: FileNode, length: number): void {
    const next = Buffer.alloc(length);
    file.now.copy(next, 0, 0, Math.min(length, file.now.length));
    file.now = next;
    for (const page of file.given_up) if (page * PAGE >= length) file.given_up.delete(page);
  }

  sync(node: Node): void {
    if (node.kind === 'file') node.kept = node.given_up.size === 0 ? node.now : this.#withoutGivenUp(node);
    if (node.kind !== 'folder') return;
    const left: Change[] = [];
    for (const change of this.#pending) {
      if (!change.parts.some(({folder}) => folder === node)) {
        left.push(change);
        continue;
      }
      for (const {folder, name, node: entry} of change.parts) {
        setEntry(folder.kept, name, entry);
        // What happened to the name before is overtaken.
        for (const one of left)
          one.parts = one.parts.filter((part) => part.folder !== folder || part.name !== name);
      }
    }
    this.#pending = left;
  }

  #withoutGivenUp(file: FileNode): Buffer {
    const kept = Buffer.from(file.now);
    for (const page of file.given_up) {
      const from = page * PAGE;
      if (from >= kept.length) continue;
      kept.fill(0, from, Math.min(from + PAGE, kept.length));
      if (from < file.kept.length)
        file.kept.copy(kept, from, from, Math.min(from + PAGE, file.kept.length, kept.length));
    }
    return kept;
  }

  /** A flush that failed: nothing more is on the disk, and what was not is never tried again. */
  failSync(node: Node): void {
    if (node.kind !== 'file') return;
    for (let at = 0; at < node.now.length; at += PAGE) {
      if (!node.now.subarray(at, at + PAGE).equals(node.kept.subarray(at, at + PAGE)))
        node.given_up.add(at / PAGE);
    }
  }

  /**
   * The memory of the system forgets the pages that a failed flush gave up: the next process reads what the
   * disk has.
   */
  forgetGivenUp(): void {
    this.#visit((node) => {
      if (node.kind !== 'file' || node.given_up.size === 0) return;
      node.now = this.#withoutGivenUp(node);
      node.given_up = new Set();
    });
  }

  #visit(work: (node: Node) => void): void {
    const seen = new Set<Node>();
    const visit = (node: Node): void => {
      if (seen.has(node)) return;
      seen.add(node);
      work(node);
      if (node.kind === 'folder') for (const child of node.now.values()) visit(child);
    };
    visit(this.root);
  }

  /** What a power cut leaves: of all that was not flushed, as chance has it. */
  cutPower(random: () => number): void {
    const all = random();
    // Often everything or nothing, sometimes a beginning, else any choice.
    const survives = all < 0.15 ? () => true : all < 0.3 ? () => false : () => random() < 0.5;
    const isOrdered = all > 0.8;
    for (const {parts} of this.#pending) {
      if (!survives()) {
        if (isOrdered) break;
        continue;
      }
      for (const {folder, name, node} of parts) setEntry(folder.kept, name, node);
    }
    this.#pending = [];
    const seen = new Set<Node>();
    const settle = (node: Node): void => {
      if (seen.has(node)) return;
      seen.add(node);
      if (node.kind === 'file') {
        node.now = node.kept = node.now === node.kept ? node.now : torn(node, random, survives);
        node.given_up = new Set();
      } else if (node.kind === 'folder') {
        node.now = new Map(node.kept);
        for (const child of node.kept.values()) settle(child);
      }
    };
    settle(this.root);
  }
}

/** A mixture of the flushed pages and of those written since; pages beyond the flushed end may be zeros. */
function torn(file: FileNode, random: () => number, survives: () => boolean): Buffer {
  const {now, kept} = file;
  const [low, high] = [Math.min(now.length, kept.length), Math.max(now.length, kept.length)];
  const size =
    random() < 0.5 ? (survives() ? now : kept).length : low + Math.floor(random() * (high - low + 1));
  const result = Buffer.alloc(size);
  for (let at = 0; at < size; at += PAGE) {
    const from = survives() && !file.given_up.has(at / PAGE) ? now : kept;
    if (at < from.length) from.copy(result, at, at, Math.min(at + PAGE, size, from.length));
  }
  return result;
}
