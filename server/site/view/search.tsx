/** The page of search results, and the list of suggestions while typing. */

import {displayOf} from '../../../datasets/display.ts';
import {datasetOrEntity} from '../../../datasets/index.ts';
import {datasetLabels} from '../../../datasets/labels/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import {formatNumber} from '../format.ts';
import type {Hit, HitList, SearchData} from '../load/search.ts';
import {inLanguage, withQuery} from '../paths.ts';
import {FRAME} from '../texts/frame.ts';
import {SEARCH_GROUPS, SEARCH_KINDS, SEARCH_TEXTS} from '../texts/pages.ts';
import {type HintedPage, hintList} from './hints.tsx';
import {link, Section} from './kit.tsx';
import {searchForm} from './layout.tsx';
import type {Markup, View} from './types.ts';
import {isMissing, localValue, plainValue} from './value.tsx';

/** What tells a record from others of its name: the columns of its list. */
function traits(view: View, {dataset, row, label}: Hit): string {
  if (!row) return '';
  const {columns} = datasetOrEntity(dataset);
  return displayOf(dataset)
    .columns.filter(
      // A yes says nothing without its question.
      (name) => columns[name] && columns[name].type !== 'boolean' && !isMissing(row[name]),
    )
    .map((name) => plainValue(view, name, columns[name]!, localValue(view, row, name)))
    .filter((text) => text !== label && !label.includes(text))
    .join(' · ');
}

/** What a result is. */
const kindOf = ({t}: View, dataset: string): string => t(SEARCH_KINDS[dataset] ?? datasetLabels(dataset).one);

const hit = (view: View, found: Hit): Markup => {
  const {dataset, label, path, zone} = found;
  const kind = kindOf(view, dataset);
  const text = [traits(view, found), zone ? view.t(SEARCH_TEXTS.zone, {zone}) : '']
    .filter(Boolean)
    .join(' · ');
  return (
    <li>
      {link(view, path, label || kind)} <span class="soft">{kind}</span>
      {text === '' ? null : <p class="traits">{text}</p>}
    </li>
  );
};

const groupTitle = ({t}: View, group: string): string => {
  const title = SEARCH_GROUPS[group];
  if (!title) throw new Error(`the search group ${group} has no name: add it to server/site/texts/pages.ts`);
  return t(title);
};

/** Words of the search that the hints are about. */
const hinted = ({t, language}: View, q: string): HintedPage => {
  const address = (words: readonly string[]) =>
    inLanguage(withQuery('/search', [['q', words.join(' ')]]), language);
  const others = (value: string) =>
    fold(q)
      .split(' ')
      .filter((word) => word !== value);
  return {
    label: (_, value) => value,
    nothing: ({value}) => t(SEARCH_TEXTS.none, {q: value}),
    shown: (_, value) => value,
    without: ({value}) => address(others(value)),
    instead: ({value}, name) => address([...others(value), name]),
    bound: () => null,
  };
};

/** Where all results of a group are: they lead to as many as they say. */
const allResults = (view: View, lists: readonly HitList[]): Markup | null =>
  lists.length === 0 ? null : (
    <p class="all">
      {view.t(SEARCH_TEXTS.all)}
      {lists.map(({dataset, total, path}) => {
        const what = view.t(datasetLabels(dataset).title);
        const count = formatNumber(total, view.language);
        return [' ', link(view, path, view.t(SEARCH_TEXTS.list, {what, count}))];
      })}
    </p>
  );

const meantLine = (view: View, meant: string | null): Markup | null =>
  meant === null ? null : (
    <p class="meant">
      {`${view.t(SEARCH_TEXTS.meant)} `}
      {link(view, withQuery('/search', [['q', meant]]), meant)}
      {view.language === 'fr' ? '\u00a0?' : '?'}
    </p>
  );

/** The content of the page. */
export const searchPage = (view: View, {q, entities, groups, hints, meant}: SearchData): Markup => {
  const {t, language} = view;
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const isEmpty = entities.length === 0 && groups.length === 0;
  return (
    <div class="found">
      <h1>{q === '' ? t(SEARCH_TEXTS.title) : t(SEARCH_TEXTS.title_of, {q})}</h1>
      {searchForm(view, 'search', q)}
      {q === '' ? <p class="lead">{t(SEARCH_TEXTS.ask)}</p> : null}
      {q !== '' && !isEmpty ? (
        <p class="total" role="status">
          <strong>
            {t(SEARCH_TEXTS.found, {count: formatNumber(total, language), groups: groups.length})}
          </strong>
        </p>
      ) : null}
      {q !== '' && isEmpty ? (
        <div class="empty">
          <p>{t(SEARCH_TEXTS.none, {q})}</p>
          {meantLine(view, meant)}
          <p>{t(SEARCH_TEXTS.none_hint)}</p>
          {hintList(view, hinted(view, q), hints)}
        </div>
      ) : null}
      {entities.length > 0 ? (
        <Section id="names" title={t(SEARCH_TEXTS.entities)}>
          <ul class="hits">{entities.map((one) => hit(view, one))}</ul>
        </Section>
      ) : null}
      {groups.map(({group, total: count, results, lists}) => (
        <Section
          id={`group-${group}`}
          title={[
            groupTitle(view, group),
            ' ',
            <span class="soft">{t(SEARCH_TEXTS.more, {count: formatNumber(count, language)})}</span>,
          ]}
        >
          <ul class="hits">{results.map((one) => hit(view, one))}</ul>
          {allResults(view, lists)}
        </Section>
      ))}
    </div>
  );
};

/** Suggestions as a fragment that the script puts below the search box. */
export const suggestionList = (view: View, {q, entities, groups}: SearchData): Markup => {
  const {t, language} = view;
  const hits = [...entities, ...groups.flatMap(({results}) => results)];
  const seen = new Set<string>();
  const options = hits
    .filter(({path}) => !seen.has(path) && seen.add(path))
    .map(({dataset, label, path}) => ({path, label, kind: t(datasetLabels(dataset).one)}));
  if (q !== '')
    options.push({path: withQuery('/search', [['q', q]]), label: t(FRAME.all_results, {q}), kind: ''});
  return (
    <ul role="listbox" aria-label={t(FRAME.suggestions)}>
      {options.map(({path, label, kind}) => (
        <li role="option">
          <a href={inLanguage(path, language)} tabindex={-1}>
            {label} <span class="soft">{kind}</span>
          </a>
        </li>
      ))}
    </ul>
  );
};
