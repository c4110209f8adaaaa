/** The page of search results, and the list of suggestions while typing. */

import {displayOf} from '../../../datasets/display.ts';
import {datasetOrEntity} from '../../../datasets/index.ts';
import {datasetLabels} from '../../../datasets/labels/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Markup} from '../html.tsx';
import type {Hit, HitList, SearchData} from '../load/search.ts';
import {isMessageKey} from '../messages.ts';
import {inLanguage, withQuery} from '../paths.ts';
import {type HintedPage, hintList} from './hints.tsx';
import {searchForm} from './layout.tsx';
import type {View} from './types.ts';
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
function kindOf({t}: View, dataset: string): string {
  const own = `search_kinds.${dataset}`;
  return t(isMessageKey(own) ? own : datasetLabels(dataset).one);
}

const hit = (view: View, found: Hit): Markup => {
  const {dataset, label, path, zone} = found;
  const kind = kindOf(view, dataset);
  const text = [traits(view, found), zone ? view.t('search.zone', {zone}) : ''].filter(Boolean).join(' · ');
  return (
    <li>
      <a href={inLanguage(path, view.language)}>{label || kind}</a> <span class="soft">{kind}</span>
      {text === '' ? null : <p class="traits">{text}</p>}
    </li>
  );
};

const groupTitle = ({t}: View, group: string): string => {
  const title = `search_groups.${group}`;
  if (!isMessageKey(title))
    throw new Error(`the search group ${group} has no name: add the message ${title}`);
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
    nothing: ({value}) => t('search.none', {q: value}),
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
      {view.t('search.all')}
      {lists.map(({dataset, total, path}) => {
        const what = view.t(datasetLabels(dataset).title);
        return [' ', <a href={inLanguage(path, view.language)}>{view.t('search.list', {what, n: total})}</a>];
      })}
    </p>
  );

const meantLine = ({t, language}: View, meant: string | null): Markup | null =>
  meant === null ? null : (
    <p class="meant">
      {`${t('search.meant')} `}
      <a href={inLanguage(withQuery('/search', [['q', meant]]), language)}>{meant}</a>
      {t('search.meant_end')}
    </p>
  );

/** The content of the page. */
export const searchPage = (view: View, {q, entities, groups, hints, meant}: SearchData): Markup => {
  const {t} = view;
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const isEmpty = entities.length === 0 && groups.length === 0;
  return (
    <div class="found">
      <h1>{q === '' ? t('search.title') : t('search.title_of', {q})}</h1>
      {searchForm(view, 'search', q)}
      {q === '' ? <p class="lead">{t('search.ask')}</p> : null}
      {q !== '' && !isEmpty ? (
        <p class="total" role="status">
          <strong>
            {t('search.found', {
              results: t('search.results', {n: total}),
              groups: t('search.groups', {n: groups.length}),
            })}
          </strong>
        </p>
      ) : null}
      {q !== '' && isEmpty ? (
        <div class="empty">
          <p>{t('search.none', {q})}</p>
          {meantLine(view, meant)}
          <p>{t('search.none_hint')}</p>
          {hintList(view, hinted(view, q), hints)}
        </div>
      ) : null}
      {entities.length > 0 ? (
        <section aria-labelledby="names">
          <h2 id="names">{t('search.entities')}</h2>
          <ul class="hits">{entities.map((one) => hit(view, one))}</ul>
        </section>
      ) : null}
      {groups.map(({group, total: count, results, lists}) => (
        <section aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>
            {groupTitle(view, group)} <span class="soft">{t('search.more', {n: count})}</span>
          </h2>
          <ul class="hits">{results.map((one) => hit(view, one))}</ul>
          {allResults(view, lists)}
        </section>
      ))}
    </div>
  );
};

/** Suggestions as a fragment that the script puts below the search box. */
export const suggestionList = (view: View, {q, entities, groups}: SearchData): Markup => {
  const {t, language} = view;
  const option = (href: string, label: string, kind: string) => (
    <li role="option">
      <a href={href} tabindex={-1}>
        {label} <span class="soft">{kind}</span>
      </a>
    </li>
  );
  const hits = [...entities, ...groups.flatMap(({results}) => results)];
  const seen = new Set<string>();
  const shown = hits.filter(({path}) => !seen.has(path) && seen.add(path));
  return (
    <ul role="listbox" aria-label={t('frame.suggestions')}>
      {shown.map(({dataset, label, path}) =>
        option(inLanguage(path, language), label, t(datasetLabels(dataset).one)),
      )}
      {q === ''
        ? null
        : option(inLanguage(withQuery('/search', [['q', q]]), language), t('frame.all_results', {q}), '')}
    </ul>
  );
};
