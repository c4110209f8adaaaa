/**
 * Addresses that name a build, `/builds/<id>/en/contracts?vendor=north`: they lead to the page as long as the
 * service has that build, and say afterwards what there is instead.
 */
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {BUILDS_PATH} from './citation.ts';
import {formatDay} from './format.ts';
import {asHtml, redirect} from './respond.ts';
import {goneBuild} from './view/errors.tsx';
import type {View} from './view/types.ts';

/** The build, and a page of this site: nothing that leads elsewhere. */
const PATTERN = new RegExp(`^${BUILDS_PATH}([\\w-]{1,64})(/(en|fr)(?:/[^\\s\\\\]*|\\?[^\\s\\\\]*)?)$`);

/** What an address names; null: it is none of these. */
export function namedBuild(target: string): {id: string; page: string; language: View['language']} | null {
  const [, id, page, language] = PATTERN.exec(target) ?? [];
  return id && page && language ? {id, page, language: language as View['language']} : null;
}

/**
 * Leads to the page where the build is the current one; without a build, too, since nothing is known of it
 * then. Else 410, with a link to the same page of the current build.
 */
export function answerNamedBuild(
  view: View,
  {id, page}: NonNullable<ReturnType<typeof namedBuild>>,
  request: HttpRequest,
): HttpResponse {
  const {build, language} = view;
  if (!build || build.build_id === id) return redirect(page);
  const now = {build: id, current: build.build_id, day: formatDay(build.data_as_of, language)};
  return asHtml(view, goneBuild(view, now, page), request, null, {path: '/', query: ''});
}
