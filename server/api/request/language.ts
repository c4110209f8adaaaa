/** The language in which a request wants its error messages. */
import {negotiateLanguage} from '../../http/negotiate.ts';
import type {HttpRequest} from '../../http/types.ts';

const LANG = /[?&]lang=(\w*)/g;

/**
 * True for `lang=fr`, and without `lang` for an `Accept-Language` that prefers French to English. The query
 * is not parsed: errors come before that too.
 */
export function isFrench({target, headers}: HttpRequest): boolean {
  const lang = [...target.matchAll(LANG)].at(-1)?.[1]?.toLowerCase();
  if (lang === 'fr') return true;
  if (lang === 'en') return false;
  return negotiateLanguage(headers['accept-language'], ['en', 'fr']) === 'fr';
}
