/** Fetch errors: source and file, what happened, and the remedy. */

/** The file being fetched, as errors and events name it. */
export interface Target {
  source: string;
  file: string;
  url: string;
}

/** Targets of a declared file, by address. */
export const targetsOf =
  ({slug}: {slug: string}, {name}: {name: string}) =>
  (url: string): Target => ({source: slug, file: name, url});

export class FetchError extends Error {
  override name = 'FetchError';
  readonly source: string;
  readonly file: string;
  readonly url: string;
  readonly problem: string;
  readonly remedy: string;

  constructor(target: Target, problem: string, remedy: string, cause?: unknown) {
    const file = target.file ? `, file ${target.file}` : '';
    const url = target.url ? ` (${target.url})` : '';
    super(`source ${target.source}${file}: ${problem}${url}; ${remedy}`, {cause});
    this.source = target.source;
    this.file = target.file;
    this.url = target.url;
    this.problem = problem;
    this.remedy = remedy;
  }
}

/** The remedy for a file that a browser gets and a program does not. */
export const byHand = (source: string): string =>
  `download it by hand into the drop folder inbox/${source} of DATA_DIR, which is then read instead`;

/** The first names for a message, and how many others there are. */
export function few(names: readonly string[], most: number): string {
  const more = names.length > most ? ` and ${names.length - most} more` : '';
  return names.slice(0, most).join(', ') + more;
}

/** The publisher has nothing at the address (404, 410). */
export class NotFoundError extends FetchError {}

/** The response was too large, or the portal failed on it: a smaller request may succeed. */
export class ResponseTooLarge extends FetchError {}

/** The `code` of a system or library error, else null. */
export function codeOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error)) return null;
  return typeof error.code === 'string' ? error.code : null;
}

const FULL: Record<string, string> = {
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file is larger than the system allows',
};

/** Runs file operations on `path`; disk errors become a FetchError that names it. */
export async function onDisk<T>(target: Target, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (error instanceof FetchError || code === null) throw error;
    const problem = FULL[code];
    if (problem) {
      const remedy = 'free space or set DATA_DIR to a folder on another disk';
      throw new FetchError(target, `cannot write ${path}: ${problem}`, remedy, error);
    }
    const message = error instanceof Error ? error.message : code;
    throw new FetchError(
      target,
      `cannot use ${path}: ${message}`,
      'make DATA_DIR readable and writable',
      error,
    );
  }
}
