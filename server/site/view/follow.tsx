/** The lists of a profile that one can follow. */
import {followPath} from '../follow.ts';
import {LISTS, type Pairs} from '../paths.ts';
import type {Markup, View} from './types.ts';

export interface Followed {
  dataset: string;
  filters: Pairs;
  /** What stands among the choices. */
  choice: string;
  /** What the list is called where the profile is not in view. */
  text: string;
}

/**
 * What unfolds beside a name: each list as a link to the page that begins to follow it; null where none can be
 * followed.
 */
export function followControl({t, language}: View, lists: readonly Followed[]): Markup | null {
  const links = lists.flatMap(({dataset, filters, choice, text}) => {
    const path = followPath(LISTS.get(dataset)!, filters, text, language);
    return path === null ? [] : [{path, choice}];
  });
  return links.length === 0 ? null : (
    <details class="follow">
      <summary>{t('list.follow')}</summary>
      <div>
        <p>{t('list.follow_lists')}</p>
        <ul>
          {links.map(({path, choice}) => (
            <li>
              <a href={path} rel="nofollow">
                {choice}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
