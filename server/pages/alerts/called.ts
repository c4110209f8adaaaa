/** What a list that somebody follows is called on pages. */
import {type Followed, nameOf} from '../../alerts/followed.ts';
import type {Language} from '../../site/language.ts';
import {namesOfIds} from '../../site/load/list.ts';
import type {AccountServices} from '../account_services.ts';

/** Its dataset and its filters; ids among them by the names that the current build has for them. */
export function calledIn({context}: AccountServices, list: Followed, language: Language): string {
  const {engine, release} = context.builds.acquire();
  try {
    return nameOf(list, language, namesOfIds({language}, engine, list.route, list.pairs));
  } finally {
    release();
  }
}
