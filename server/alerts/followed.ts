/** A list that somebody follows: read by the parser of the API, written in one form for equal lists. */
import type {Condition, Near} from '../../engine/types.ts';
import {ApiError} from '../api/errors.ts';
import {type Call, parseCall} from '../api/request/call.ts';
import {conditions} from '../api/request/conditions.ts';
import {toNear} from '../api/request/near.ts';
import {matchRoute} from '../api/routes/match.ts';
import type {ListRoute} from '../api/routes/types.ts';
import {datasetLabels} from '../labels/index.ts';
import {filtersOf, isFollowable} from '../site/follow.ts';
import type {Language} from '../site/language.ts';
import {TRANSLATE} from '../site/messages.ts';
import {type Pairs, withQuery} from '../site/paths.ts';
import {filtersText} from '../site/view/filter_text.ts';

/** Longest path with filters that is kept. */
const LONGEST = 2000;

const NO_LIST = {
  en: 'This is no list that can be followed. Lists of records can, such as /permits?municipality=toronto; profiles and single records cannot.',
  fr: 'Ce n’est pas une liste que l’on peut suivre. Les listes de fiches le peuvent, comme /permits?municipality=toronto\u00a0; les profils et les fiches seules ne le peuvent pas.',
};

export interface Followed {
  /** Path below the API with its filters: equal texts are equal lists. */
  list: string;
  route: ListRoute;
  /** Its filters, in the order of the text. */
  pairs: Pairs;
  where: readonly Condition[];
  near: Near | undefined;
}

/** The list of a path with filters, such as `/permits?municipality=toronto`. Throws the error of the API. */
export function followed(text: string): Followed {
  const [path = '', ...query] = text.split('?');
  const segments = path.slice(1).split('/');
  const match = text.length <= LONGEST && path.startsWith('/') ? matchRoute(segments) : null;
  if (match?.route.kind !== 'list' || !isFollowable(match.route))
    throw new ApiError('record', {missing: NO_LIST});
  const {route} = match;
  const given = [...new URLSearchParams(query.join('?'))];
  // A misspelled filter is refused: without it, the list would be a larger one.
  const unknown = given.filter(([name]) => route.takes[name] === undefined);
  const pairs = filtersOf(route, given)
    .map(([name, value]): Pairs[number] => [name, value.trim()])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const call: Call = parseCall({route, path: {}}, [...pairs, ...unknown], undefined, 'free');
  return {
    list: withQuery(route.path, pairs),
    route,
    pairs,
    where: conditions(call),
    near: toNear(call.proximity),
  };
}

/** The same, or the error of the API. */
export function followedOrError(text: string): Followed | ApiError {
  try {
    return followed(text);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * What a list is called where nobody has named it: its dataset and its filters, in the words of the site.
 * `names`: those of ids among its filters, where they are known.
 */
export function nameOf(
  {route, pairs}: Followed,
  language: Language,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const title = datasetLabels(route.dataset).title[language];
  const about = filtersText({t: TRANSLATE[language], language}, {route, filters: pairs, names});
  return about === '' ? title : `${title} · ${about}`;
}
