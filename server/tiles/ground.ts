/** The ground of the map: coasts, water, borders and names, from a PMTiles file of this project or the operator's. */
import {fileURLToPath} from 'node:url';
import type {Target} from '../api/request/target.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import {entityTag, matchEntityTag} from '../http/entity_tag.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {tileAddress} from './address.ts';
import {openPmtiles, type Pmtiles, type PmtilesInfo} from './pmtiles.ts';

/** Media type of vector tiles. */
export const TILE_TYPE = 'application/vnd.mapbox-vector-tile';

/** What processes tell their threads and pages of the ground. Plain data. */
export interface Ground {
  /** Path of the file. */
  file: string;
  info: PmtilesInfo;
}

/** `ground/make.ts` makes it; it lies beside this module, and beside the bundle. */
const OWN_FILE = fileURLToPath(new URL('ground.pmtiles', import.meta.url));

function readGround(file: string): Ground {
  const opened = openPmtiles(file);
  opened.close();
  return {file, info: opened.info};
}

/** Layers of which the ground needs one: those of Protomaps' basemaps. */
const NEEDED = ['earth', 'water'];

/**
 * The ground of a file, or of this project's own for an empty path. Throws with the setting, the file and the
 * remedy where it cannot be read or is no basemap.
 */
export function groundOf(path: string): Ground {
  if (path === '') return ownGround();
  const refuse = (why: string, cause?: unknown) =>
    new Error(
      `setting BASEMAP_PMTILES: ${path} cannot be the ground of the map: ${why}. Name a PMTiles file of a Protomaps basemap (docs/OPERATE.md says where to get one), or leave it empty`,
      {cause},
    );
  let ground: Ground;
  try {
    ground = readGround(path);
  } catch (error) {
    throw refuse((error as Error).message, error);
  }
  const {layers} = ground.info;
  if (layers.some((name) => NEEDED.includes(name))) return ground;
  throw refuse(`its layers are ${layers.join(', ') || 'not named'}, and ${NEEDED.join(' or ')} is needed`);
}

let own: Ground | undefined;

/** This project's own ground. */
export function ownGround(): Ground {
  own ??= readGround(OWN_FILE);
  return own;
}

/** Address of the tiles: it changes with the file. */
export const groundTiles = ({info}: Ground): string => `/tiles/ground/{z}/{x}/{y}.mvt?v=${info.version}`;

/** A tile under its address with the version never changes. */
const CACHED = {'Cache-Control': 'public, max-age=31536000, immutable'};
/** Under another version, or none, it may. */
const CACHED_SHORTLY = {'Cache-Control': 'public, max-age=300'};

/** Answers tiles of the ground, in one thread; it opens the file for the first one. */
export class GroundTiles {
  readonly #ground: Ground;
  #opened: Pmtiles | undefined;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** The tile of a target. Throws 400 for what is no tile; a tile that the file lacks has no bytes. */
  answer({headers}: HttpRequest, {segments, pairs}: Target): HttpResponse {
    const address = tileAddress((segments ?? []).slice(2));
    const {version} = this.#ground.info;
    const isOf = pairs.some(([name, value]) => name === 'v' && value === version);
    const cached = isOf ? CACHED : CACHED_SHORTLY;
    const tag = entityTag(version, '', `${address.z}/${address.x}/${address.y}`);
    const matched = matchEntityTag(headers['if-none-match'], tag);
    if (matched !== null) {
      return {
        status: 304,
        blocks: [],
        headers: {ETag: matched, ...cached, Vary: 'Accept-Encoding'},
        body: null,
      };
    }
    this.#opened ??= openPmtiles(this.#ground.file);
    const body = this.#opened.tile(address) ?? Buffer.alloc(0);
    const all = {'Content-Type': TILE_TYPE, ...cached, 'X-Content-Type-Options': 'nosniff'};
    return compressedResponse({status: 200, headers: all, tag, body}, headers['accept-encoding']);
  }
}
