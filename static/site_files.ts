/** What a site without a server has at which address, and how its blocks are checked: one table for both sides. */
import type {FarBuild} from '../engine/open.ts';
import type {Catalogue} from '../server/site/catalogues.ts';
import type {Language} from '../server/site/language.ts';
import type {Ground} from '../server/tiles/ground.ts';

/** Bytes of a block, which is fetched and checked as a whole: of rows that lie apart each takes one. */
export const BLOCK = 1 << 13;

/** Checksums that a block of them has: a CRC-32 each. */
export const SUMS_A_BLOCK = BLOCK / Uint32Array.BYTES_PER_ELEMENT;

/** The one file that changes: it names the current build, and is written last. */
export const POINTER = '/current.json';

/** For how long a host may keep what lies below a path; of several paths the last one that fits counts. */
export const KEPT: Readonly<Record<string, string>> = {
  '/*': 'public, max-age=300',
  '/builds/*': 'public, max-age=31536000, immutable',
  '/site/*': 'public, max-age=31536000, immutable',
  '/sw.js': 'no-cache',
  [POINTER]: 'no-cache',
};

/** Where the files of a build lie; its description is beside them. */
export const buildFolder = (id: string): string => `/builds/${id}/`;

/** The pointer. */
export interface Pointer {
  build: string;
  /** Name of the description in the folder of the build. */
  description: string;
  /** SHA-256 of its bytes, which are packed by gzip. */
  sha256: string;
}

/** Checksums of the blocks of all files, one after the other, in a file of their own. */
export interface Sums {
  /** Its name in the folder of the build, and its bytes. */
  path: string;
  bytes: number;
  /** By path in the build: how many checksums stand before its own. */
  firsts: Readonly<Record<string, number>>;
  /** CRC-32 of the blocks of this file. */
  roots: readonly number[];
}

/** Texts of the pages of a language. */
export interface Texts {
  messages: Catalogue;
  /** Help of columns by its English text; none in English. */
  help: Readonly<Record<string, string>>;
}

export const textsFile = (language: Language): string => `texts-${language}.json`;

/** A page that was made beforehand. */
export interface MadePage {
  headers: Record<string, string>;
  /** Its path in the folder of the build, with its hash: other code makes another page of the same build. */
  file: string;
  /** Whether no question changes it. */
  isStanding: boolean;
}

/** All that a worker is told of a build before it fetches a part of it. */
export interface Description {
  build: FarBuild;
  sums: Sums;
  /** Path and size of the ground of the map. */
  ground: Ground & {bytes: number};
  /** Address of the site, without a slash at the end; empty: that of the page. */
  origin: string;
  contact: string | null;
  /** Begins the ids of contracting processes. */
  ocidPrefix: string;
  /** Pages that were made beforehand with the build, by their path. */
  pages: Readonly<Record<string, MadePage>>;
}

/** Files of which the worker reads blocks, with their bytes. */
export const blockFiles = ({build, ground}: Pick<Description, 'build' | 'ground'>): [string, number][] => [
  ...build.tables.flatMap(({index, rows, found}) => [
    index,
    ...(rows ? [rows.values, rows.items, rows.details] : []),
    ...(found ? [found.file] : []),
  ]),
  [ground.file, ground.bytes],
];
