/** The page of search results, and the list of suggestions while typing. */

import {DATASETS, datasetOrEntity} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import {IN_FRENCH} from '../../labels/display.ts';
import {displayOf} from '../../labels/display_of.ts';
import {datasetLabels} from '../../labels/index.ts';
import type {FoundList, Hit, HitGroup, HitList, SearchData} from '../load/search.ts';
import {isMessageKey} from '../messages.ts';
import {inLanguage, withQuery} from '../paths.ts';
import {type HintedPage, hintList} from './hints.tsx';
import {tasks} from './home.tsx';
import {link, Section, sentence} from './kit.tsx';
import {searchForm} from './layout.tsx';
import {memberFinder} from './member_finder.tsx';
import {readable, worded} from './readable.ts';
import {foundIn} from './search_reason.ts';
import type {Child, Markup, View} from './types.ts';
import {isMissing, localValue, plainValue} from './value.tsx';

/** The label with the French form of a name in it, which the record has. */
function frenchLabel({label, row}: Hit): string {
  const found = Object.entries(IN_FRENCH).find(
    ([english, french]) =>
      row && !isMissing(row[english]) && !isMissing(row[french]) && label.includes(String(row[english])),
  );
  return found && row ? label.replace(String(row[found[0]]), () => String(row[found[1]])) : label;
}

/** The name of a result; of two values joined the second may have a French word. */
function nameOf(view: View, found: Hit): string {
  const {dataset} = found;
  if (found.isTitle) return found.label;
  const label = view.language === 'fr' ? frenchLabel(found) : found.label;
  const made = DATASETS[dataset]?.globalSearch?.label;
  if (!made || !('pair' in made)) return label;
  const {pair, between, end} = made;
  const at = label.lastIndexOf(between) + between.length;
  if (at < between.length) return label;
  const second = label.slice(at, label.length - end.length);
  return label.slice(0, at) + worded(view, pair[1], second) + end;
}

/** What tells a record from others of its name: the columns of its list. */
function traits(view: View, {dataset, row}: Hit, label: string): string {
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

/** The field that tells kinds of records of one list apart. */
const KIND_FIELDS: Readonly<Record<string, string>> = {grants: 'agreement_type'};

/** What a result is. */
function kindOf(view: View, {dataset, row}: Hit): string {
  const {t} = view;
  const field = KIND_FIELDS[dataset];
  const kind = field && row?.[field];
  if (field && typeof kind === 'string' && kind !== '') return readable(view, field, kind);
  const own = `search_kinds.${dataset}`;
  return t(isMessageKey(own) ? own : datasetLabels(dataset).one);
}

/** Most records below the lists that a search names. */
const MOST_NAMED = 10;

const WORD = /[\p{L}\p{N}]+/gu;

/** A text whose words that begin with one of the search are marked. */
const marked = (text: string, words: readonly string[]): Child => {
  const pieces: Child[] = [];
  let end = 0;
  for (const {0: word, index} of text.matchAll(WORD)) {
    if (!words.some((one) => fold(word).startsWith(one))) continue;
    pieces.push(text.slice(end, index), <mark>{word}</mark>);
    end = index + word.length;
  }
  return [...pieces, text.slice(end)];
};

const hit = (view: View, found: Hit, words: readonly string[]): Markup => {
  const {dataset, path, zone} = found;
  const label = nameOf(view, found);
  const kind = kindOf(view, found);
  const shown = traits(view, found, label);
  const reasons = foundIn(view, dataset, found.row, `${label} ${shown}`, words);
  const text = [shown, zone ? view.t('search.zone', {zone}) : '', ...reasons].filter(Boolean).join(' · ');
  return (
    <li>
      {link(view, path, marked(label || kind, words))} <span class="soft">{kind}</span>
      {text === '' ? null : <p class="traits">{marked(text, words)}</p>}
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
const allResults = (view: View, group: string, lists: readonly HitList[]): Markup | null =>
  lists.length === 0 ? null : (
    <p class="all">
      {view.t('search.all')}
      {lists.map(({dataset, total, path}) => {
        // A group may have a part of a list.
        const part = `search_parts.${group}_${dataset}`;
        const what = view.t(isMessageKey(part) ? part : datasetLabels(dataset).title);
        return [' ', link(view, path, view.t('search.list', {what, n: total}))];
      })}
    </p>
  );

const meantLine = (view: View, meant: string | null): Markup | null =>
  meant === null ? null : (
    <p class="meant">
      {`${view.t('search.meant')} `}
      {link(view, withQuery('/search', [['q', meant]]), meant)}
      {view.t('search.meant_end')}
    </p>
  );

/** The lists that the search names, each with its first records. */
const namedLists = (view: View, lists: readonly FoundList[], words: readonly string[]): Child =>
  lists.map(({dataset, by, total, path, results}) => (
    <div>
      <p class="named">
        {link(
          view,
          path,
          view.t('search.list', {what: [view.t(datasetLabels(dataset).title), ...by].join(', '), n: total}),
        )}
      </p>
      {results.length === 0 ? null : (
        <ul class="hits">
          {results.slice(0, Math.ceil(MOST_NAMED / lists.length)).map((one) => hit(view, one, words))}
        </ul>
      )}
    </div>
  ));

/** Ways to the groups of a long page. */
const jumps = (view: View, groups: readonly HitGroup[]): Markup | null =>
  groups.length < 2 ? null : (
    <nav class="jumps" aria-label={view.t('search.jump')}>
      {groups.map(({group, total}) => (
        <a href={`#group-${group}`}>{view.t('search.list', {what: groupTitle(view, group), n: total})}</a>
      ))}
    </nav>
  );

/** What a postal code can be asked here: no record has one, but two services say which riding it is in. */
const postalText = (view: View, postal: string | null): Markup | null =>
  postal === null ? null : (
    <div class="postal">
      <p>
        {sentence(view, 'search.postal', {
          code: postal,
          members: link(view, '/politicians', view.t('search.members')),
        })}
      </p>
      {memberFinder(view)}
    </div>
  );

/** Why nothing is found, and what the text may mean. */
const nothingFound = (view: View, {q, meant, hints}: SearchData): Markup => (
  <div class="empty">
    <p>{view.t('search.none', {q})}</p>
    {meantLine(view, meant)}
    <p>{view.t('search.none_hint')}</p>
    {hintList(view, hinted(view, q), hints)}
  </div>
);

/** The content of the page. */
export const searchPage = (view: View, data: SearchData): Markup => {
  const {q, entities, groups, named, postal, instead} = data;
  const {t} = view;
  const words = fold(instead ?? q)
    .split(' ')
    .filter(Boolean);
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  const isEmpty = entities.length === 0 && groups.length === 0;
  return (
    <div class="found">
      <h1>{q === '' ? t('search.title') : t('search.title_of', {q})}</h1>
      {searchForm(view, 'search', q)}
      {q === '' ? <p class="lead">{t('search.ask')}</p> : null}

      {postalText(view, postal)}
      {instead === null ? null : <p class="instead">{t('search.instead', {q, instead})}</p>}
      {groups.length > 0 ? (
        <p class="total" role="status">
          <strong>
            {groups.length < 2
              ? t('search.results', {n: total})
              : t('search.found', {
                  results: t('search.results', {n: total}),
                  groups: t('search.groups', {n: groups.length}),
                })}
          </strong>
        </p>
      ) : null}
      {namedLists(view, named, words)}
      {jumps(view, groups)}
      {q !== '' && isEmpty && named.length === 0 && postal === null ? nothingFound(view, data) : null}
      {entities.length > 0 ? (
        <Section id="names" title={t('search.entities')}>
          <ul class="hits">{entities.map((one) => hit(view, one, words))}</ul>
        </Section>
      ) : null}
      {isEmpty && named.length === 0 ? tasks(view) : null}
      {groups.map(({group, total: count, results, lists}) => (
        <Section id={`group-${group}`} title={t('search.list', {what: groupTitle(view, group), n: count})}>
          <ul class="hits">{results.map((one) => hit(view, one, words))}</ul>
          {allResults(view, group, lists)}
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
    .map((one) => {
      const label = nameOf(view, one);
      const kind = [t(datasetLabels(one.dataset).one), traits(view, one, label)].filter(Boolean).join(' · ');
      return {path: one.path, label, kind};
    });
  if (q !== '')
    options.push({path: withQuery('/search', [['q', q]]), label: t('frame.all_results', {q}), kind: ''});
  return (
    <ul role="listbox" aria-label={t('frame.suggestions')}>
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
