/** What every answer of the site begins with: the view of a request, its place, whole pages as responses. */
import type {ApiContext} from '../api/context.ts';
import type {HttpRequest} from '../http/types.ts';
import type {Language} from './language.ts';
import {TRANSLATE} from './messages.ts';
import {htmlResponse, renderPage} from './respond.ts';
import type {Place} from './view/layout.tsx';
import type {Page, View} from './view/types.ts';

/** What the process tells every page. */
export type Told = Pick<View, 'origin' | 'basemap'>;

/** The view of a request under the current build. */
export const viewOf = (language: Language, {builds}: Pick<ApiContext, 'builds'>, told: Told): View => ({
  language,
  t: TRANSLATE[language],
  build: builds.info(),
  ...told,
});

/** A whole page as a response. */
export const asHtml = (
  view: View,
  page: Page,
  place: Place,
  request: HttpRequest,
  tag: string | null = null,
) => htmlResponse(renderPage(view, page, place), page, tag, request.headers['accept-encoding']);

/** The path of a target, without its query. */
export const pathOf = (target: string): string => {
  const at = target.indexOf('?');
  return at < 0 ? target : target.slice(0, at);
};

/** Where a page is, without its language and a slash at the end. */
export function placeOf(target: string, language: Language): Place {
  const path =
    pathOf(target)
      .slice(1 + language.length)
      .replace(/\/$/, '') || '/';
  return {path: path.startsWith('/') ? path : '/', query: target.slice(pathOf(target).length)};
}
