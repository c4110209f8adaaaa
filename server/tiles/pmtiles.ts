/** Reads tiles of a PMTiles file, version 3, in place: its directories are kept, its tiles are not. */
import {hash} from 'node:crypto';
import {closeSync, fstatSync, openSync, readSync} from 'node:fs';
import {gunzipSync} from 'node:zlib';
import {LRUCache} from 'lru-cache';
import {PbfReader} from 'pbf';
import type {TileAddress} from './address.ts';

const HEADER = 127;
const NONE = 1;
const GZIP = 2;
const VECTOR = 1;

/** Leaves of directories that stay unpacked: each has some thousand entries. */
const KEPT_LEAVES = 64;

/** Directories in a row that a reader follows. */
const DEEPEST = 4;

/** Number of a tile: along a Hilbert curve of its zoom, after all tiles of the zooms before. */
export function tileId({z, x, y}: TileAddress): number {
  let id = (4 ** z - 1) / 3;
  let [column, row] = [x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const [right, below] = [column & side ? 1 : 0, row & side ? 1 : 0];
    id += side * side * ((3 * right) ^ below);
    if (below === 0) {
      if (right === 1) [column, row] = [side - 1 - column, side - 1 - row];
      [column, row] = [row, column];
    }
  }
  return id;
}

/** A directory: numbers of first tiles, and where and how long each is. */
interface Directory {
  ids: Float64Array;
  runs: Float64Array;
  lengths: Float64Array;
  offsets: Float64Array;
}

function parseDirectory(bytes: Buffer): Directory {
  const pbf = new PbfReader(bytes);
  const count = pbf.readVarint();
  const column = (next: (i: number) => number) => Float64Array.from({length: count}, (_, i) => next(i));
  let last = 0;
  const ids = column(() => {
    last += pbf.readVarint();
    return last;
  });
  const runs = column(() => pbf.readVarint());
  const lengths = column(() => pbf.readVarint());
  let end = 0;
  const offsets = column((i) => {
    const given = pbf.readVarint();
    const offset = given === 0 ? end : given - 1;
    end = offset + lengths[i]!;
    return offset;
  });
  return {ids, runs, lengths, offsets};
}

/** The last entry that begins at `id` or before; -1: none. */
function entryOf({ids}: Directory, id: number): number {
  let [low, high] = [0, ids.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (ids[middle]! <= id) low = middle + 1;
    else high = middle - 1;
  }
  return high;
}

/** What a file says of itself. */
export interface PmtilesInfo {
  minzoom: number;
  maxzoom: number;
  /** West, south, east, north. */
  bounds: [number, number, number, number];
  /** HTML that says whose data it is; empty where the file says nothing. */
  attribution: string;
  /** Names of its layers, as far as it says. */
  layers: string[];
  /** Changes with the file, and is the same on every machine. */
  version: string;
}

export interface Pmtiles {
  info: PmtilesInfo;
  /** The unpacked tile, or null where the file has none. Throws where the file is damaged. */
  tile(address: TileAddress): Buffer | null;
  close(): void;
}

interface Places {
  root: [offset: number, length: number];
  metadata: [offset: number, length: number];
  leaves: [offset: number, length: number];
  data: [offset: number, length: number];
}

const unpack = (bytes: Buffer, packing: number): Buffer => (packing === GZIP ? gunzipSync(bytes) : bytes);

/** Throws what is wrong with a header. */
function checkHeader(header: Buffer): void {
  if (header.toString('latin1', 0, 7) !== 'PMTiles' || header.length < HEADER)
    throw new Error('it is no PMTiles file');
  if (header[7] !== 3) throw new Error(`it has version ${header[7]} of PMTiles, and 3 is read`);
  if (header[99] !== VECTOR) throw new Error('it has pictures in place of vector tiles (MVT)');
  for (const packing of [header[97]!, header[98]!]) {
    if (packing !== NONE && packing !== GZIP) throw new Error('it is packed in another way than gzip');
  }
}

function placesOf(header: Buffer): Places {
  const [root, metadata, leaves, data] = [0, 1, 2, 3].map((i): [number, number] => [
    Number(header.readBigUInt64LE(8 + 16 * i)),
    Number(header.readBigUInt64LE(16 + 16 * i)),
  ]) as [[number, number], [number, number], [number, number], [number, number]];
  return {root, metadata, leaves, data};
}

interface Metadata {
  attribution?: unknown;
  vector_layers?: readonly {id?: unknown}[];
}

/**
 * Opens a file. Throws with what is wrong where there is none, or it is no PMTiles file of vector tiles that
 * are packed by gzip or not at all.
 */
export function openPmtiles(path: string): Pmtiles {
  const fd = openSync(path, 'r');
  const read = ([offset, length]: readonly [number, number]): Buffer => {
    const bytes = Buffer.allocUnsafe(length);
    const count = readSync(fd, bytes, 0, length, offset);
    if (count < length) throw new Error(`it ends at ${offset + count} of ${offset + length} bytes`);
    return bytes;
  };
  try {
    return opened(fd, read);
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function opened(fd: number, read: (place: readonly [number, number]) => Buffer): Pmtiles {
  const {size} = fstatSync(fd);
  const header = read([0, Math.min(HEADER, size)]);
  checkHeader(header);
  const [{root, metadata, leaves, data}, inner, packing] = [placesOf(header), header[97]!, header[98]!];
  if (data[0] + data[1] > size) throw new Error(`it has ${size} of ${data[0] + data[1]} bytes`);
  const packedRoot = read(root);
  const first = parseDirectory(unpack(packedRoot, inner));
  const said = JSON.parse(unpack(read(metadata), inner).toString()) as Metadata;
  const kept = new LRUCache<number, Directory>({max: KEPT_LEAVES});
  const leafAt = (offset: number, length: number): Directory => {
    const leaf = kept.get(offset) ?? parseDirectory(unpack(read([leaves[0] + offset, length]), inner));
    kept.set(offset, leaf);
    return leaf;
  };
  const degrees = (i: number): number => header.readInt32LE(102 + 4 * i) / 1e7;
  return {
    info: {
      minzoom: header[100]!,
      maxzoom: header[101]!,
      bounds: [degrees(0), degrees(1), degrees(2), degrees(3)],
      attribution: typeof said.attribution === 'string' ? said.attribution : '',
      layers: (said.vector_layers ?? []).map(({id}) => String(id)),
      // The header and the root name the lengths of all that follows.
      version: hash('sha256', Buffer.concat([header, packedRoot]), 'hex').slice(0, 12),
    },
    tile(address) {
      const id = tileId(address);
      let directory = first;
      for (let depth = 0; depth < DEEPEST; depth++) {
        const at = entryOf(directory, id);
        if (at < 0) return null;
        const [run, offset, length] = [directory.runs[at]!, directory.offsets[at]!, directory.lengths[at]!];
        if (run > 0) {
          if (id >= directory.ids[at]! + run) return null;
          return unpack(read([data[0] + offset, length]), packing);
        }
        directory = leafAt(offset, length);
      }
      return null;
    },
    close: () => closeSync(fd),
  };
}
