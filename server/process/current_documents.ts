/** The documents of the build in service, as one thread serves them. */
import {keepDocuments, type SharedDocuments, type StaticDocuments} from '../api/static_documents.ts';

export interface CurrentDocuments extends StaticDocuments {
  /** Serves these from now on. */
  serve(all: SharedDocuments): void;
}

export function openDocuments(all: SharedDocuments): CurrentDocuments {
  let current = keepDocuments(all);
  return {
    get: (path) => current.get(path),
    has: (path) => current.has(path),
    serve(next) {
      current = keepDocuments(next);
    },
  };
}
