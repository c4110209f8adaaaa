/** Tools in place of paths of the API, in texts that a model reads. */
import {TOOLS} from './tools.ts';

/** By path below `/api/v1`: what calls it. */
const CALLS: ReadonlyMap<string, string> = new Map(
  TOOLS.flatMap(({name, path}): [string, string][] =>
    typeof path === 'string'
      ? [[path, name]]
      : Object.entries(path).map(([dataset, one]) => [one, `${name} with dataset ${dataset}`]),
  ),
);

const PATH = /`?(?:\/api\/v1)?(\/[a-z_]+(?:\/[a-z_]+)*)(?:\?\w+=)?`?/g;

/** The text with the names of tools where it names lists of the API. */
export const inToolWords = (text: string): string =>
  text.replace(PATH, (whole, path: string) => CALLS.get(path) ?? whole);
