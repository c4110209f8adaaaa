/** Reads zipped shapefiles: the attributes of each shape and its geometry in WGS 84. */

import {createReadStream, createWriteStream} from 'node:fs';
import {readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import {open} from 'shapefile';
import yauzl from 'yauzl';
import {messageOf} from '../runtime/errors.ts';
import {type Move, moveFrom} from './datum.ts';
import {type DbfShape, dbfEncoding, textReader} from './dbf_text.ts';
import type {FileFacts} from './documents/layout_tally.ts';
import {bytesAt} from './file_bytes.ts';
import {readJson} from './json_table.ts';
import type {OpenFile} from './open.ts';
import {stageRows} from './stage_rows.ts';
import {type StagingContext, warn} from './staging.ts';
import {TextLines} from './text_lines.ts';
import {ReadError} from './types.ts';

/** Largest member that the format allows. */
const LARGEST = 2 ** 31;

/** Geometry, attributes, projection and text encoding. */
const MEMBERS = ['shp', 'dbf', 'prj', 'cpg'] as const;
type Member = (typeof MEMBERS)[number];

const CUT = 'it was cut or damaged: fetch it again';

/**
 * Stages one shapefile of the zip at `file.path`. Throws ReadError where it lacks projection or attributes,
 * or is truncated.
 */
export async function stageShapefile(
  work: StagingContext,
  file: OpenFile,
  number: number,
): Promise<FileFacts> {
  const fault = (problem: string, remedy: string) =>
    new ReadError(work.source.slug, file.name, problem, remedy);
  const [archive = '', entry = ''] = [file.path ?? '', file.name.slice(file.name.indexOf('!') + 1)];
  const paths = await unpacked(archive, entry, join(work.folder, `shape_${number}`)).catch(
    (error: unknown) => {
      throw fault(`broken zip (${messageOf(error)})`, 'fetch it again');
    },
  );
  if (!paths.shp || !paths.dbf) throw fault('it lacks its .dbf of attributes', CUT);
  if (!paths.prj) throw fault('it has no .prj: its projection is not known', 'get the archive that has it');
  const {move, note} = moveFrom(await readFile(paths.prj, 'utf8'), fault);
  if (note) warn(work, file.name, note);
  const text = new TextLines(join(work.folder, `text_${number}`));
  work.staged.texts[number] = text.path;
  const declared = declaredRows(paths.dbf);
  if ((await stat(paths.shp)).size !== shapeBytes(paths.shp))
    throw fault('its .shp has not the length that it says', CUT);
  if ((await stat(paths.dbf)).size < declared.bytes) throw fault('its .dbf is shorter than it says', CUT);
  try {
    const cpg = paths.cpg ? await readFile(paths.cpg, 'utf8') : null;
    const encoding = await dbfEncoding(paths.dbf, declared, cpg, (name) =>
      fault(`its .cpg names the unknown encoding ${name}`, 'correct or remove the .cpg by hand'),
    );
    const {label, textOf} = textReader(encoding);
    const source = await open(paths.shp, paths.dbf, {encoding: label});
    let rows = 0;
    for (let next = await source.read(); !next.done; next = await source.read()) {
      const {properties, geometry} = next.value;
      text.add({...attributes(properties ?? {}, textOf), geometry: geometry && moved(geometry, move)});
      rows += 1;
    }
    if (rows !== declared.rows) throw fault(`it has ${rows} rows of ${declared.rows}`, CUT);
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw fault(`it cannot be read (${messageOf(error)})`, CUT);
  } finally {
    text.close();
  }
  const again = () => createReadStream(text.path, {highWaterMark: 1 << 18});
  return stageRows(work, file, await readJson(work.source.slug, {name: file.name, again}, 'jsonl'), number);
}

/** Unpacks the members of the shapefile that is named by its .shp. */
async function unpacked(
  archive: string,
  entry: string,
  to: string,
): Promise<Partial<Record<Member, string>>> {
  const stem = entry.replace(/\.shp$/i, '').toLowerCase();
  const paths: Partial<Record<Member, string>> = {};
  const zip = await yauzl.openPromise(archive, {autoClose: false});
  try {
    for await (const one of zip.eachEntry()) {
      const member = MEMBERS.find((ending) => one.fileName.toLowerCase() === `${stem}.${ending}`);
      if (!member) continue;
      if (one.uncompressedSize >= LARGEST) throw new Error(`${one.fileName} is larger than any shapefile`);
      paths[member] = `${to}.${member}`;
      await pipeline(await zip.openReadStreamPromise(one), createWriteStream(`${to}.${member}`));
    }
  } finally {
    zip.close();
  }
  return paths;
}

/** A GeoJSON geometry with all positions converted. */
function moved(geometry: {type: string; coordinates?: unknown}, move: Move): unknown {
  const walk = (value: unknown): unknown =>
    Array.isArray(value) ? (typeof value[0] === 'number' ? move(value as number[]) : value.map(walk)) : value;
  return {type: geometry.type, coordinates: walk(geometry.coordinates)};
}

/** Texts in their encoding, and dates as ISO dates: the library reads them as local midnights. */
function attributes(
  properties: Record<string, unknown>,
  textOf: (text: string) => string,
): Record<string, unknown> {
  const read = (value: unknown) => {
    if (value instanceof Date) return dayOf(value);
    return typeof value === 'string' ? textOf(value) : value;
  };
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [textOf(name), read(value)]));
}

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n) => String(n).padStart(2, '0')).join('-');

/** Length in the header of a .shp, in 16-bit words at byte 24. */
const shapeBytes = (path: string): number => startOf(path).readUInt32BE(24) * 2;

/** What the header of a .dbf says: number and place of its records, and the bytes of all. */
function declaredRows(path: string): DbfShape & {rows: number; bytes: number} {
  const start = startOf(path);
  const [rows, head, width] = [start.readUInt32LE(4), start.readUInt16LE(8), start.readUInt16LE(10)];
  return {rows, head, width, language: start.readUInt8(29), bytes: head + rows * width};
}

/** The first bytes of a file, zero-padded. */
const startOf = (path: string): Buffer => Buffer.concat([bytesAt(path, {from: 0, to: 32}), Buffer.alloc(32)]);
