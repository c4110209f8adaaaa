/** Lists whose items have further fields for readers of French, taken from single records. */
import type {ListRoute, Route} from './types.ts';

const variants = new WeakMap<Route, Route>();

function compute(route: Route): Route {
  if (route.kind === 'list' && route.french) return {...route, inFrench: true};
  if (route.kind !== 'export' || !route.list?.french) return route;
  return {...route, list: inFrench(route.list) as ListRoute};
}

/** The route as it answers `lang=fr`: the same one where nothing is added. */
export function inFrench(route: Route): Route {
  const known = variants.get(route) ?? compute(route);
  variants.set(route, known);
  return known;
}
