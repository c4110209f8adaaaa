/** `server/api/operations/provenance/provenance.ts` for a service worker: a site has no files of publishers. */
import {untraced} from '../../server/api/operations/provenance/answer.ts';

export const provenanceOf = (_name: string, _id: string, _record: object, fields: readonly string[]) =>
  untraced(fields, 'not_recorded');
export const publishedRow = (): null => null;
