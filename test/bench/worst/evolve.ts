/**
 * Requests that come from others: parameters added, replaced, dropped, or taken from another request of the
 * same operation.
 */
import {drawValue, type Operation, type Request, type Seen} from '../answers/requests.ts';

type Random = () => number;

/** A path with its parameters, and the query of a request as pairs. */
const partsOf = ({target}: Request): {path: string; query: URLSearchParams} => {
  const at = target.indexOf('?');
  return at < 0
    ? {path: target, query: new URLSearchParams()}
    : {path: target.slice(0, at), query: new URLSearchParams(target.slice(at + 1))};
};

/** Most changes of one step. */
const MOST_CHANGES = 3;

/** What makes a text cost more: fewer letters, more words. */
function harder(text: string, random: Random): string {
  const words = text.split(/\s+/).filter(Boolean);
  const word = words[Math.floor(random() * words.length)] ?? 'a';
  if (random() < 0.5) return word.slice(0, 1 + Math.floor(random() * 3));
  return `${text} ${word.slice(Math.floor(random() * word.length)).slice(0, 1 + Math.floor(random() * 3))}`;
}

/** A request near another one; `other` is one of the same operation, whose values it may take. */
export function changed(
  request: Request,
  other: Request,
  {parameters}: Operation,
  seen: Seen,
  random: Random,
): Request {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const {path, query} = partsOf(random() < 0.1 ? other : request);
  const known = parameters.filter((one) => one.in !== 'path');
  const others = [...partsOf(other).query];
  for (let left = 1 + Math.floor(random() * MOST_CHANGES); left > 0 && known.length > 0; left--) {
    const way = random();
    const given = [...query];
    if (way < 0.45 || given.length === 0) {
      const parameter = pick(known);
      query.set(parameter.name, drawValue(parameter, seen, random));
    } else if (way < 0.6 && others.length > 0) query.set(...pick(others));
    else if (way < 0.75) query.delete(pick(given)[0]);
    else {
      const texts = given.filter(([, value]) => /\p{L}/u.test(value));
      const [name, value] = pick(texts.length > 0 ? texts : given);
      query.set(name, harder(value, random));
    }
  }
  const text = String(query);
  return {...request, target: text ? `${path}?${text}` : path};
}
