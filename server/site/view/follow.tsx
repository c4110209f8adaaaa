/** The lists of a profile that one can follow. */
import {followPath} from '../follow.ts';
import {LISTS, type Pairs} from '../paths.ts';
import {joined} from './kit.tsx';
import type {Markup, View} from './types.ts';

/** Each by its name, as a link to the page that begins it; null where none can be followed. */
export function followLine(
  view: View,
  lists: readonly {dataset: string; filters: Pairs; text: string}[],
): Markup | null {
  const links = lists.flatMap(({dataset, filters, text}) => {
    const path = followPath(LISTS.get(dataset)!, filters, text, view.language);
    return path === null
      ? []
      : [
          <a href={path} rel="nofollow">
            {text}
          </a>,
        ];
  });
  return links.length === 0 ? null : (
    <p class="note">
      {view.t('list.follow_these')} {joined(links, ', ')}
    </p>
  );
}
