/** Writes PMTiles, version 3: one directory at the root and leaves below it, equal tiles once. */
import {hash} from 'node:crypto';
import {gzipSync} from 'node:zlib';
import {PbfWriter} from 'pbf';
import type {Box} from '../datasets/types.ts';
import {tileId} from '../server/tiles/pmtiles.ts';

export interface TileFile {
  z: number;
  x: number;
  y: number;
  bytes: Buffer;
}

interface Entry {
  id: number;
  offset: number;
  length: number;
  /** How many tiles in a row are these bytes; 0: a leaf. */
  run: number;
}

const HEADER = 127;
const GZIP = 2;
const VECTOR = 1;

/** Entries of a leaf. The root, of few entries, stays below the 16 kB that readers fetch first. */
const LEAF = 2000;

const packed = (bytes: Buffer): Buffer => {
  const result = gzipSync(bytes, {level: 9});
  // The system that packed it, which no reader needs, would make the file differ from machine to machine.
  result[9] = 255;
  return result;
};

function directory(entries: readonly Entry[]): Buffer {
  const pbf = new PbfWriter();
  pbf.writeVarint(entries.length);
  for (const [i, {id}] of entries.entries()) pbf.writeVarint(id - (entries[i - 1]?.id ?? 0));
  for (const {run} of entries) pbf.writeVarint(run);
  for (const {length} of entries) pbf.writeVarint(length);
  entries.forEach(({offset}, i) => {
    const before = entries[i - 1];
    pbf.writeVarint(before && offset === before.offset + before.length ? 0 : offset + 1);
  });
  return packed(Buffer.from(pbf.finish()));
}

/** The bytes of tiles, equal ones once, and where each is. */
function storeTiles(tiles: readonly TileFile[]): {entries: Entry[]; data: Buffer; different: number} {
  const stored = new Map<string, {offset: number; length: number}>();
  const [blocks, entries] = [[] as Buffer[], [] as Entry[]];
  let end = 0;
  const sorted = tiles.map((tile) => ({...tile, id: tileId(tile)})).sort((a, b) => a.id - b.id);
  for (const {id, bytes} of sorted) {
    const key = hash('sha256', bytes, 'hex');
    let place = stored.get(key);
    if (!place) {
      const block = packed(bytes);
      place = {offset: end, length: block.length};
      stored.set(key, place);
      blocks.push(block);
      end += block.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && last.id + last.run === id) last.run++;
    else entries.push({id, ...place, run: 1});
  }
  return {entries, data: Buffer.concat(blocks), different: stored.size};
}

interface About {
  box: Box;
  zooms: [least: number, most: number];
  metadata: object;
}

/** The bytes of a file with these tiles. */
export function writePmtiles(tiles: readonly TileFile[], {box, zooms, metadata}: About): Buffer {
  const {entries, data, different} = storeTiles(tiles);
  const [leaves, roots] = [[] as Buffer[], [] as Entry[]];
  let end = 0;
  for (let i = 0; i < entries.length; i += LEAF) {
    const leaf = directory(entries.slice(i, i + LEAF));
    roots.push({id: entries[i]!.id, offset: end, length: leaf.length, run: 0});
    leaves.push(leaf);
    end += leaf.length;
  }
  const parts = [
    directory(roots),
    packed(Buffer.from(JSON.stringify(metadata))),
    Buffer.concat(leaves),
    data,
  ];
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header[7] = 3;
  let at = HEADER;
  parts.forEach(({length}, i) => {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * i);
    header.writeBigUInt64LE(BigInt(length), 16 + 16 * i);
    at += length;
  });
  [tiles.length, entries.length, different].forEach((count, i) => {
    header.writeBigUInt64LE(BigInt(count), 72 + 8 * i);
  });
  header.set([1, GZIP, GZIP, VECTOR, ...zooms], 96);
  const degrees = (value: number): number => Math.round(value * 1e7);
  for (const [i, value] of box.entries()) header.writeInt32LE(degrees(value), 102 + 4 * i);
  header[118] = zooms[0];
  header.writeInt32LE(degrees((box[0] + box[2]) / 2), 119);
  header.writeInt32LE(degrees((box[1] + box[3]) / 2), 123);
  return Buffer.concat([header, ...parts]);
}
