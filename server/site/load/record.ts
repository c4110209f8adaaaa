/** Loads one record or profile, with the charts and lists that belong to it. */

import {displayOf} from '../../../datasets/display.ts';
import {datasetLabels} from '../../../datasets/labels/index.ts';
import type {Columns} from '../../../datasets/types.ts';
import type {MatchedBy, Row, Similar} from '../../../engine/types.ts';
import {localizeRow} from '../../api/formats/language.ts';
import type {Match} from '../../api/routes/match.ts';
import type {Route} from '../../api/routes/types.ts';
import {type Answers, type Envelope, parseQuestion} from '../ask.ts';
import {LISTS, type Pairs} from '../paths.ts';
import {PROFILE} from '../texts/pages.ts';
import type {View} from '../view/types.ts';
import {halfOf} from '../view/value.ts';
import {type Counterpart, counterpartOf} from './counterpart.ts';
import {organizationLists} from './organization.ts';
import type {RelatedList} from './related_list.ts';
import {defaultGrouping, statistics} from './statistics.ts';

export type SingleRoute = Extract<Route, {kind: 'detail' | 'profile' | 'lifecycle'}>;

/**
 * Lists that a profile leads to: by entity, the dataset, the filter and the field of the profile that it is
 * given: a key, or a name.
 */
const RELATED: Readonly<
  Record<string, readonly {dataset: string; filter: string; field: string; extra?: Pairs}[]>
> = {
  vendors: [
    {dataset: 'contracts', filter: 'vendor_key', field: 'vendor_key'},
    {dataset: 'awards', filter: 'vendor_key', field: 'vendor_key'},
    {dataset: 'tenders', filter: 'vendor_key', field: 'vendor_key'},
    {dataset: 'grants', filter: 'recipient', field: 'vendor'},
    {dataset: 'lobbying_communications', filter: 'client', field: 'vendor'},
  ],
  departments: [
    {dataset: 'contracts', filter: 'department_key', field: 'department_key'},
    {dataset: 'grants', filter: 'department_key', field: 'department_key'},
    {dataset: 'awards', filter: 'department_key', field: 'department_key'},
    {dataset: 'tenders', filter: 'department_key', field: 'department_key'},
  ],
  recipients: [
    {dataset: 'grants', filter: 'recipient_key', field: 'recipient_key'},
    {dataset: 'contracts', filter: 'vendor', field: 'recipient'},
    {dataset: 'lobbying_communications', filter: 'client', field: 'recipient'},
  ],
  clients: [
    {dataset: 'lobbying_communications', filter: 'client_key', field: 'client_key'},
    {dataset: 'lobbying_registrations', filter: 'client_key', field: 'client_key'},
    {dataset: 'contracts', filter: 'vendor', field: 'client'},
  ],
  lobbyists: [
    {dataset: 'lobbying_communications', filter: 'lobbyist_id', field: 'lobbyist_id'},
    {dataset: 'lobbying_registrations', filter: 'lobbyist_id', field: 'lobbyist_id'},
  ],
  politicians: [
    {dataset: 'lobbying_communications', filter: 'dpoh', field: 'name'},
    {dataset: 'bills', filter: 'sponsor', field: 'name'},
  ],
};

/** The name that was asked for, and the entities that it may mean besides the one that is shown. */
export interface Found {
  asked: string;
  matched_by: MatchedBy;
  similar: readonly Similar[];
}

export interface RecordData {
  route: SingleRoute;
  /** Dataset or entity; null of a lifecycle. */
  owner: string | null;
  columns: Columns;
  row: Row;
  /** As `row`, names in both languages. */
  whole: Row;
  /** Of a vendor its organization, of an organization its vendor; null: none. */
  counterpart: Counterpart | null;
  /** How the name of a profile was found; null where it must be exact. */
  found: Found | null;
  related: readonly RelatedList[];
}

/** Charts are drawn for the first list of a profile alone. */
const CHARTS = 1;

function relatedList(
  view: View,
  answers: Answers,
  {dataset, filter, field}: (typeof RELATED)[string][number],
  {row, title}: {row: Row; title: string},
  isCharted: boolean,
): RelatedList | null {
  const value = row[field];
  if (typeof value !== 'string' || value.trim() === '') return null;
  const isExact = LISTS.get(dataset)!.parameters[filter]!.key !== undefined;
  const name = isExact ? title : halfOf(value, view.language);
  const filters: Pairs = [[filter, isExact ? value : [...name].slice(0, 200).join('')]];
  const {meta} = answers.ask({segments: segmentsOf(dataset), pairs: [...filters, ['limit', '1']]});
  const total = Number(meta['total']);
  if (total === 0) return null;
  const grouping = isCharted ? defaultGrouping(dataset) : null;
  const text = isExact ? PROFILE.of_by_year : PROFILE.by_year;
  const heading = view.t(text, {what: view.t(datasetLabels(dataset).title), name});
  const charted = grouping && statistics(view, answers, dataset, grouping, filters, {title: heading});
  return {dataset, filters, name, isExact, total, chart: charted ? charted.chart : null};
}

function foundBy(asked: unknown, meta: Envelope['meta'] | undefined): Found | null {
  const matched_by = meta?.['matched_by'] as MatchedBy | undefined;
  const similar = (meta?.['similar'] ?? []) as unknown as Similar[];
  return matched_by ? {asked: String(asked), matched_by, similar} : null;
}

const segmentsOf = (dataset: string): string[] => LISTS.get(dataset)!.path.slice(1).split('/');

/** Loads what a path names. Throws 404 if it names nothing. */
export function loadRecord(
  view: View,
  answers: Answers,
  {route, path}: Match & {route: SingleRoute},
  segments: readonly string[],
  pairs: Pairs,
): RecordData {
  const call = parseQuestion({
    segments,
    pairs: [
      ...pairs.filter(([name]) => name === 'name'),
      ['lang', route.kind === 'detail' ? view.language : 'both'],
    ],
  })!;
  const {data: whole, meta} = answers.answer<Row>({...call, path});
  const {columns} = route;
  const data = route.kind === 'profile' ? localizeRow(whole, columns, view.language) : whole;
  const owner = route.kind === 'detail' ? route.dataset : route.kind === 'profile' ? route.entity : null;
  const title = owner === null ? '' : (displayOf(owner).title[0] ?? '');
  const named = {row: data, title: String(data[title] ?? '')};
  const counterpart = counterpartOf(answers, owner ?? '', whole);
  const lists =
    owner === 'organizations'
      ? organizationLists(view, answers, data)
      : (RELATED[owner ?? ''] ?? []).map((one, i) => relatedList(view, answers, one, named, i < CHARTS));
  return {
    route,
    owner,
    columns,
    row: data,
    whole,
    counterpart,
    found: foundBy(call.values['name'] ?? Object.values(path)[0], meta),
    related: lists.filter((list) => list !== null),
  };
}
