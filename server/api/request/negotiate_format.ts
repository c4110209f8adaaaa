/** Chooses the response format by `Accept`. */
import {negotiateMediaType} from '../../http/negotiate.ts';
import {type Format, MEDIA_TYPES} from '../routes/formats.ts';

/** JSON without the header, and if nothing matches. */
export function negotiateFormat(accept: string | undefined, offered: readonly Format[]): Format {
  if (accept === undefined) return 'json';
  const type = negotiateMediaType(
    accept,
    offered.map((format) => MEDIA_TYPES[format]),
  );
  return offered.find((format) => MEDIA_TYPES[format] === type) ?? 'json';
}
