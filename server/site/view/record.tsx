/** The page of one record or profile: name, figures, fields, steps, tables, origin. */

import {DERIVED} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Columns} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {isBundle} from '../../labels/bundles.ts';
import {IN_FRENCH} from '../../labels/display.ts';
import {displayOf} from '../../labels/display_of.ts';
import {datasetLabels} from '../../labels/index.ts';
import {countedPath} from '../counted.ts';
import {formatCompactMoney, formatMoney} from '../format.ts';
import type {Found, RecordData, RelatedList} from '../load/record.ts';
import type {MessageKey} from '../messages.ts';
import {LISTS, type Pairs, pathTo, withQuery} from '../paths.ts';
import {Chart} from './chart.tsx';
import {competitionLine} from './competition.tsx';
import {courses, namesakes, roleFigures} from './courses.tsx';
import {division} from './division.tsx';
import {followControl} from './follow.tsx';
import {LinkList, link, Section, Terms} from './kit.tsx';
import {memberVotes} from './member_votes.tsx';
import {placeSection} from './place.tsx';
import {provenance} from './provenance.tsx';
import {halfOf} from './readable.ts';
import {facts, isRows, sections} from './record_sections.tsx';
import {recordSentence, toldFields} from './record_sentence.tsx';
import {titleOf} from './record_title.ts';
import {changeLine, elections, hasChange, readings, versions, votes} from './steps.tsx';
import {summaries} from './summaries.tsx';
import type {Child, Markup, View} from './types.ts';
import {isMissing, labelOf, plainValue} from './value.tsx';

/** Longer texts stand by themselves. */
const LONG = 160;

/** Fields that have a place of their own, in order of the page. */
const STEPS: Readonly<Record<string, (view: View, row: Row, columns: Columns) => Markup | null>> = {
  summaries,
  readings,
  versions,
  votes,
  election_history: elections,
};

/**
 * Amendments are among the versions. Where a record has none, its versions differ in more than their values,
 * and are a table.
 */
const hasSteps = (name: string, columns: Columns): boolean =>
  name === 'amendments' || (STEPS[name] !== undefined && (name !== 'versions' || !!columns['amendments']));

/** Those that say so where a record has none. */
const TOLD_IF_NONE: ReadonlySet<string> = new Set(['votes']);

/** What a record lacks because it did not happen, or because nothing was found: no publisher left it out. */
const NOT_MISSED =
  /^(also_reported_by|ai_analysis|amendments?|amendment_number|amendment_value|last_amendment_date|amendment_date|royal_assent_date|completed_date|original_value|versions)$/;

/** Fields of the provenance box. */
const ORIGIN = new Set(['source_dataset', 'source_url', 'last_updated']);

/** The other language's form of a text that the page shows already. */
function isTwin({language}: View, field: string, row: Row): boolean {
  if (language === 'fr') return IN_FRENCH[field] !== undefined && !isMissing(row[IN_FRENCH[field]]);
  return Object.keys(IN_FRENCH).some((name) => IN_FRENCH[name] === field && !isMissing(row[name]));
}

/** Fields that programs and clerks read: codes, numbers, texts as published, coordinates. */
const CODE =
  /(_id|_raw|_code|_number|_reference|_source|_period|_postal_code)$|^(lat|lng|currency|currency_value|published_at|address_count|vendor_country|recipient_country)$/;

interface Parts {
  facts: string[];
  codes: string[];
  texts: string[];
  tables: string[];
  objects: string[];
  absent: string[];
}

/** Whether the sentence of a record says in words what would be large beside its name. */
function isTold(owner: string, columns: Columns, row: Row): boolean {
  const {figure = ''} = displayOf(owner);
  const isWords = columns[figure]?.type === 'text' || columns[figure]?.type === 'boolean';
  return isWords && toldFields(owner, columns, row).includes(figure);
}

/** Which field stands in which part of the page. */
function partsOf(view: View, owner: string, columns: Columns, row: Row, title: string | undefined): Parts {
  const parts: Parts = {facts: [], codes: [], texts: [], tables: [], objects: [], absent: []};
  const {left, figure, date, number} = displayOf(owner);
  const isEntity = DERIVED[owner] !== undefined;
  // What the line on amendments says, too.
  const told = [
    ...toldFields(owner, columns, row),
    ...(hasChange(row) ? ['original_value', 'amendment_value'] : []),
  ];
  // Of a title in French its English form is named, which says nothing more.
  const french = view.language === 'fr' && title !== undefined ? IN_FRENCH[title] : undefined;
  for (const [name, column] of Object.entries(columns)) {
    const value = row[name];
    if (name === title || name === french || name === number || left.includes(name) || ORIGIN.has(name))
      continue;
    if (told.includes(name)) continue;
    if (hasSteps(name, columns)) continue;
    if (!isEntity && (name === figure || name === date)) continue;
    if (column.type === 'geometry' || isTwin(view, name, row)) continue;
    if (isMissing(value)) {
      if (!NOT_MISSED.test(name)) parts.absent.push(name);
    } else if (isRows(column)) parts.tables.push(name);
    else if (column.type === 'object') parts.objects.push(name);
    else if (String(value).length > LONG) parts.texts.push(name);
    else if (!isEntity && CODE.test(name)) parts.codes.push(name);
    else parts.facts.push(name);
  }
  return parts;
}

const texts = (view: View, owner: string, names: readonly string[], row: Row): Child =>
  names.map((name) => (
    <Section id={name} title={labelOf(view, owner, name)}>
      {[row[name]]
        .flat()
        .flatMap((text) => String(text).split(/\n+/))
        .map((line) => (
          <p class="prose">{line}</p>
        ))}
    </Section>
  ));

/** The largest figures of a profile, at most four, or one for each role of an organization; `path` leads to the records that one counts. */
export const figuresOf = (view: View, {columns, row, whole, ...data}: RecordData) => {
  const owner = data.owner!;
  // What an organization has in several roles is the same money more than once: no total says anything.
  if (owner === 'organizations') return roleFigures(view, data.courses);
  const names = Object.keys(columns).filter(
    (name) => typeof row[name] === 'number' && !/(^|_)(id|number)$/.test(name),
  );
  return names.slice(0, 4).map((name) => {
    const column = columns[name]!;
    const [value, isMoney] = [Number(row[name]), column.type === 'money'];
    return {
      term: labelOf(view, owner, name),
      value: isMoney ? formatCompactMoney(value, view.language) : plainValue(view, name, column, value),
      path: countedPath(`${owner}.${name}`, whole, whole),
      exact: isMoney ? formatMoney(value, view.language) : undefined,
    };
  });
};

const figures = (view: View, data: RecordData): Markup | null => {
  const all = figuresOf(view, data);
  return all.length === 0 ? null : (
    <Terms
      class="figures"
      of={all.map(({value, path, ...one}) => ({...one, value: link(view, path, value)}))}
    />
  );
};

/** The figure and the date of a record beside its name. */
const headline = (view: View, owner: string, columns: Columns, row: Row): Markup | null => {
  const {figure, date} = displayOf(owner);
  const cell = (name: string | undefined, kind: string) =>
    name && columns[name] && !isMissing(row[name]) ? (
      <span class={kind}>
        <span class="soft">{labelOf(view, owner, name)}</span>{' '}
        {plainValue(view, name, columns[name]!, row[name]!)}
      </span>
    ) : null;
  const [large, small] = [cell(figure, 'large'), cell(date, 'when')];
  return large || small ? (
    <p class="headline">
      {large}
      {small}
    </p>
  ) : null;
};

/** What a list of a profile is called: by which filter it finds the profile. */
function relatedText([first]: Pairs, isExact: boolean): MessageKey {
  if (first?.[0] === 'institution_key') return 'profile.as_institution';
  return isExact ? 'profile.of' : 'profile.all';
}

const textOfRelated = (view: View, {dataset, filters, name, isExact}: RelatedList): string =>
  view.t(relatedText(filters, isExact), {what: view.t(datasetLabels(dataset).title).toLowerCase(), name});

const relatedLists = (view: View, {related}: RecordData): Markup | null =>
  related.length === 0 ? null : (
    <Section id="related" title={view.t('record.related')}>
      <LinkList
        view={view}
        links={related.map((one) => ({
          path: withQuery(LISTS.get(one.dataset)!.path, one.filters),
          text: textOfRelated(view, one),
          count: one.total,
        }))}
      />
      <p class="note">
        {related.every(({isExact}) => isExact) ? '' : view.t('profile.contain')}
        {related.length > 1 ? ` ${view.t('profile.no_cause')}` : ''}
      </p>
    </Section>
  );

/** The name of a record or profile; beside that of a profile what one can follow. */
const heading = (view: View, {related}: RecordData, name: string): Markup => {
  const follow = followControl(
    view,
    related.map((one) => {
      const what = view.t(datasetLabels(one.dataset).title);
      return {
        ...one,
        choice: one.isExact ? what : view.t('profile.follow_named', {what}),
        text: textOfRelated(view, one),
      };
    }),
  );
  return follow === null ? (
    <h1>{name}</h1>
  ) : (
    <div class="named">
      <h1>{name}</h1>
      {follow}
    </div>
  );
};

const SPANS: Readonly<Record<string, MessageKey>> = {
  vendors: 'profile.spans_vendor',
  recipients: 'profile.spans_recipient',
  clients: 'profile.spans_client',
  organizations: 'profile.spans_organization',
};
const TO = {
  organizations: 'profile.to_organizations',
  vendors: 'profile.to_vendors',
  recipients: 'profile.to_recipients',
  clients: 'profile.to_clients',
} as const;

/** What a profile spans, and the way to the others of the same names, which count other records. */
const spans = (view: View, {owner, counterparts}: RecordData): Markup | null => {
  const text = SPANS[owner ?? ''];
  if (!text) return null;
  return (
    <p class="note" id="spans">
      {view.t(text)}
      {counterparts.flatMap(({entity, id, name}) => [
        ' ',
        link(view, pathTo(entity, id), view.t(TO[entity], {name: halfOf(name, view.language)})),
      ])}
    </p>
  );
};

/** What was asked for where another name is shown, and whom else the text may mean. */
function foundLine(view: View, owner: string, found: Found | null, shown: string): Child {
  if (!found || fold(found.asked) === fold(shown)) return null;
  const {asked, similar} = found;
  const others = similar.map(({name, count}) => ({path: pathTo(owner, name)!, text: name, count}));
  return [
    <p class="note" role="status">
      {view.t('profile.found', {asked, shown})}
    </p>,
    others.length > 0 ? <p class="note">{view.t('profile.similar')}</p> : null,
    others.length > 0 ? <LinkList view={view} links={others} /> : null,
  ];
}

/** Where the kind of record is listed. */
const kindLine = (view: View, owner: string): Markup => {
  const {one, title} = datasetLabels(owner);
  const path = LISTS.get(owner)?.path ?? null;
  return <p class="kind">{link(view, path, view.t(path === null ? one : title))}</p>;
};

/** The charts of a profile. One year is no course. */
const charts = (view: View, {related}: RecordData): Child =>
  related.map(({chart: drawn}) =>
    drawn && drawn.bars.length > 1 ? <Chart view={view} data={drawn} /> : null,
  );

/** The facts of a profile, numbers being figures: first those of its lists, in their order. */
function profileFacts(owner: string, names: readonly string[], row: Row): string[] {
  const {columns} = displayOf(owner);
  const at = (name: string) => columns.indexOf(name) + 1 || columns.length + 1;
  return names.filter((name) => typeof row[name] !== 'number').toSorted((a, b) => at(a) - at(b));
}

/** The content of the page. `path` is that of the record below a language. */
export const recordPage = (view: View, data: RecordData, path: string): Markup => {
  const {route, columns, row} = data;
  const owner = data.owner!;
  const title = titleOf(view, owner, row);
  const parts = partsOf(view, owner, columns, row, title?.field);
  const isProfile = route.kind === 'profile';
  const isOrdered = displayOf(owner).order !== undefined;
  const steps = Object.keys(STEPS).filter(
    (name) => hasSteps(name, columns) && (TOLD_IF_NONE.has(name) || !isMissing(row[name])),
  );
  return (
    <article class={isProfile ? 'record profile' : 'record'}>
      {kindLine(view, owner)}
      {heading(view, data, title?.text ?? view.t(datasetLabels(owner).one))}
      {foundLine(view, owner, data.found, title?.text ?? '')}
      {isProfile && isBundle(title?.text ?? '') ? <p class="warning">{view.t('profile.bundle')}</p> : null}
      {isProfile ? figures(view, data) : null}
      {isProfile || isTold(owner, columns, row) ? null : headline(view, owner, columns, row)}
      {recordSentence(view, owner, columns, row)}
      {changeLine(view, row)}
      {competitionLine(view, data.competition)}
      {courses(view, data.courses)}
      {spans(view, data)}
      {isOrdered ? null : charts(view, data)}
      {facts(view, owner, columns, isProfile ? profileFacts(owner, parts.facts, row) : parts.facts, row)}
      {owner === 'votes' ? division(view, row, data.asked, path) : null}
      {data.place ? placeSection(view, data.place, title?.text ?? '') : null}
      {steps.map((name) => STEPS[name]!(view, row, columns))}
      {memberVotes(view, data.memberVotes)}
      {texts(view, owner, parts.texts, row)}
      {sections(view, data, parts.objects, parts.tables, namesakes(view, data.namesakes))}
      {isOrdered ? charts(view, data) : null}
      {relatedLists(view, data)}
      {parts.codes.length === 0 ? null : (
        <details class="codes">
          <summary>{view.t('record.codes')}</summary>
          {facts(view, owner, columns, parts.codes, row)}
        </details>
      )}
      {isProfile || parts.absent.length === 0 ? null : (
        <p class="note">
          {view.t('record.empty_fields', {
            names: parts.absent.map((name) => labelOf(view, owner, name)).join(', '),
          })}
        </p>
      )}
      {provenance(view, owner, row, title?.text ?? '', path)}
    </article>
  );
};
