/** Resumes bodies: Range with If-Range, and whether the response continues the same body. */
import type {Target} from './errors.ts';
import type {HttpResponse} from './http.ts';
import type {Origin, PartialDownload} from './partial_download.ts';
import {TransientError} from './retry.ts';

/** Describes a body that starts from scratch whenever it breaks off. */
export function unresumable(url: string): Origin {
  return {url, if_range: null, etag: null, last_modified: null, total: null};
}

/** Headers that request the rest of a body; none where it starts from scratch. */
export function resumeHeaders(part: PartialDownload): Record<string, string> {
  const if_range = part.origin()?.if_range;
  return if_range && part.bytes() > 0 ? {range: `bytes=${part.bytes()}-`, 'if-range': if_range} : {};
}

/** A 206 must continue the same body where the bytes end; otherwise the download starts from scratch. */
export async function acceptResumed(
  target: Target,
  part: PartialDownload,
  answer: HttpResponse,
): Promise<void> {
  const origin = part.origin();
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(answer.header('content-range') ?? '');
  const total = range?.[2] === '*' ? null : Number(range?.[2]);
  const fits =
    origin !== null &&
    Number(range?.[1]) === part.bytes() &&
    (total === null || origin.total === null || total === origin.total) &&
    sameBody(origin, answer);
  if (fits) return;
  await part.begin(unresumable(target.url));
  throw new TransientError('the publisher resumed another body');
}

/**
 * A 416 means that nothing is left: the body is complete where its size matches, otherwise it starts from
 * scratch.
 */
export async function endOfRange(
  target: Target,
  part: PartialDownload,
  answer: HttpResponse,
): Promise<'whole'> {
  const origin = part.origin();
  const total = /^bytes \*\/(\d+)$/.exec(answer.header('content-range') ?? '')?.[1];
  const whole =
    origin !== null &&
    Number(total) === part.bytes() &&
    (origin.total === null || origin.total === part.bytes()) &&
    sameBody(origin, answer);
  if (whole) return 'whole';
  await part.begin(unresumable(target.url));
  throw new TransientError('the publisher has no such range');
}

function sameBody(origin: Origin, answer: HttpResponse): boolean {
  const etag = answer.header('etag');
  const modified = answer.header('last-modified');
  return (
    (!etag || !origin.etag || etag === origin.etag) &&
    (!modified || !origin.last_modified || modified === origin.last_modified)
  );
}

/** The metadata of the body of a 200. */
export function originOf(url: string, answer: HttpResponse): Origin {
  const etag = answer.header('etag') ?? null;
  const last_modified = answer.header('last-modified') ?? null;
  const length = answer.header('content-length');
  const strong = etag && !etag.startsWith('W/') ? etag : null;
  return {
    url,
    if_range: strong ?? strongDate(last_modified, answer.header('date')),
    etag,
    last_modified,
    total: length === undefined ? null : Number(length),
  };
}

/**
 * A Last-Modified date is a strong validator only if it is at least a second older than the response (RFC
 * 9110, 8.8.2.2).
 */
function strongDate(last_modified: string | null, date: string | undefined): string | null {
  if (!last_modified || !date) return null;
  return Date.parse(date) - Date.parse(last_modified) >= 1000 ? last_modified : null;
}
