/** What a site without a server has at which address, and how its blocks are checked: one table for both sides. */
import type {FarBuild} from '../engine/open.ts';
import type {Ground} from '../server/tiles/ground.ts';

/** Bytes of a block, which is fetched and checked as a whole: of rows that lie apart each takes one. */
export const BLOCK = 1 << 13;

/** Checksums of a page of them, which has a checksum of its own. */
export const SUMS_A_PAGE = 256;

/** Bytes of a checksum: a CRC-32. */
export const SUM_BYTES = 4;
export const PAGE_BYTES = SUMS_A_PAGE * SUM_BYTES;

/** The one file that changes: it names the current build, and is written last. */
export const POINTER = '/current.json';

/** Where the files of a build lie; its description is beside them. */
export const buildFolder = (id: string): string => `/builds/${id}/`;

/** Where a page lies that was made beforehand. */
export const pageFile = (build: string, path: string): string =>
  `${buildFolder(build)}pages${path}/index.html`;

/** The pointer. */
export interface Pointer {
  build: string;
  /** Name of the description in the folder of the build. */
  description: string;
  /** SHA-256 of its bytes, which are packed by gzip. */
  sha256: string;
}

/** All that a worker is told of a build before it fetches a part of it. */
export interface Description {
  build: FarBuild;
  /** Name of the file of checksums in the folder of the build. */
  sums: string;
  /** By path in the build: the page of the checksums that its first one is on. */
  firstPages: Readonly<Record<string, number>>;
  /** By page of the checksums: its CRC-32. */
  roots: number[];
  /** Path and size of the ground of the map. */
  ground: Ground & {bytes: number};
  /** Address of the site, without a slash at the end; empty: that of the page. */
  origin: string;
  contact: string | null;
  /** Begins the ids of contracting processes. */
  ocidPrefix: string;
  /** Pages without a question that were made beforehand, with their headers: they would read all of a build. */
  pages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Blocks of so many bytes. */
export const blocksOf = (bytes: number): number => Math.ceil(bytes / BLOCK);

/** Pages of the checksums of a file; each file begins a page. */
export const pagesOf = (bytes: number): number => Math.ceil(blocksOf(bytes) / SUMS_A_PAGE);
