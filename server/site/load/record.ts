/** Loads one record or profile, with the charts and lists that belong to it. */

import {datasetLabels} from '../../../datasets/labels/index.ts';
import type {Columns} from '../../../datasets/types.ts';
import type {MatchedBy, Row, Similar} from '../../../engine/types.ts';
import {answerColumns} from '../../api/routes/answers.ts';
import type {Match} from '../../api/routes/match.ts';
import type {Route} from '../../api/routes/types.ts';
import {type Answers, type Envelope, parseQuestion} from '../ask.ts';
import {LISTS, type Pairs} from '../paths.ts';
import {PROFILE} from '../texts/pages.ts';
import type {View} from '../view/types.ts';
import {halfOf} from '../view/value.ts';
import {organizationLists} from './organization.ts';
import type {RelatedList} from './related_list.ts';
import {defaultGrouping, statistics} from './statistics.ts';

export type SingleRoute = Extract<Route, {kind: 'detail' | 'profile' | 'lifecycle'}>;

/** Lists that a profile leads to: by entity, the dataset, the filter and the field of the profile that it is given. */
const RELATED: Readonly<
  Record<string, readonly {dataset: string; filter: string; field: string; extra?: Pairs}[]>
> = {
  vendors: [
    {dataset: 'contracts', filter: 'vendor', field: 'vendor'},
    {dataset: 'awards', filter: 'vendor', field: 'vendor'},
    {dataset: 'grants', filter: 'recipient', field: 'vendor'},
    {dataset: 'lobbying_communications', filter: 'client', field: 'vendor'},
  ],
  departments: [
    {dataset: 'contracts', filter: 'department', field: 'department'},
    {dataset: 'grants', filter: 'department', field: 'department'},
    {dataset: 'tenders', filter: 'department', field: 'department'},
  ],
  recipients: [
    {dataset: 'grants', filter: 'recipient', field: 'recipient'},
    {dataset: 'contracts', filter: 'vendor', field: 'recipient'},
    {dataset: 'lobbying_communications', filter: 'client', field: 'recipient'},
  ],
  clients: [
    {dataset: 'lobbying_communications', filter: 'client', field: 'client'},
    {dataset: 'lobbying_registrations', filter: 'client', field: 'client'},
    {dataset: 'contracts', filter: 'vendor', field: 'client'},
  ],
  lobbyists: [
    {dataset: 'lobbying_communications', filter: 'lobbyist', field: 'lobbyist_name'},
    {dataset: 'lobbying_registrations', filter: 'lobbyist', field: 'lobbyist_name'},
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
  /** How the name of a profile was found; null where it must be exact. */
  found: Found | null;
  related: readonly RelatedList[];
}

/** Charts are drawn for the first list of a profile alone. */
const CHARTS = 1;

async function relatedList(
  view: View,
  answers: Answers,
  {dataset, filter, field}: (typeof RELATED)[string][number],
  row: Row,
  isCharted: boolean,
): Promise<RelatedList | null> {
  const value = row[field];
  if (typeof value !== 'string' || value.trim() === '') return null;
  const name = halfOf(value, view.language);
  const filters: Pairs = [[filter, [...name].slice(0, 200).join('')]];
  const {meta} = await answers.ask({segments: segmentsOf(dataset), pairs: [...filters, ['limit', '1']]});
  const total = Number(meta['total']);
  if (total === 0) return null;
  const grouping = isCharted ? defaultGrouping(dataset) : null;
  const title = view.t(PROFILE.by_year, {what: view.t(datasetLabels(dataset).title), name});
  const charted = grouping && (await statistics(view, answers, dataset, grouping, filters, {title}));
  return {dataset, filters, name, total, chart: charted ? charted.chart : null};
}

function foundBy(asked: unknown, meta: Envelope['meta'] | undefined): Found | null {
  const matched_by = meta?.['matched_by'] as MatchedBy | undefined;
  const similar = (meta?.['similar'] ?? []) as unknown as Similar[];
  return matched_by ? {asked: String(asked), matched_by, similar} : null;
}

const segmentsOf = (dataset: string): string[] => LISTS.get(dataset)!.path.slice(1).split('/');

/** Loads what a path names. Throws 404 if it names nothing. */
export async function loadRecord(
  view: View,
  answers: Answers,
  {route, path}: Match & {route: SingleRoute},
  segments: readonly string[],
  pairs: Pairs,
): Promise<RecordData> {
  const call = parseQuestion({
    segments,
    pairs: [
      ...pairs.filter(([name]) => name === 'name'),
      ['lang', route.kind === 'lifecycle' ? 'both' : view.language],
    ],
  })!;
  const {data, meta} = await answers.answer<Row>({...call, path});
  const owner = route.kind === 'detail' ? route.dataset : route.kind === 'profile' ? route.entity : null;
  const lists =
    owner === 'organizations'
      ? await organizationLists(view, answers, data)
      : await Promise.all(
          (RELATED[owner ?? ''] ?? []).map((one, i) => relatedList(view, answers, one, data, i < CHARTS)),
        );
  return {
    route,
    owner,
    columns: answerColumns(route),
    row: data,
    found: foundBy(call.values['name'] ?? Object.values(path)[0], meta),
    related: lists.filter((list) => list !== null),
  };
}
