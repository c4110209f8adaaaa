/** Loads one record or profile, with the charts and lists that belong to it. */

import type {Columns} from '../../../datasets/types.ts';
import type {Engine, MatchedBy, Row, Similar} from '../../../engine/types.ts';
import {localizeRow} from '../../api/formats/language.ts';
import type {Match} from '../../api/routes/match.ts';
import type {Route} from '../../api/routes/types.ts';
import {displayOf} from '../../labels/display_of.ts';
import {datasetLabels} from '../../labels/index.ts';
import {answer, ask, callOf} from '../ask.ts';
import {KEYS} from '../counted.ts';
import {LISTS, type Pairs} from '../paths.ts';
import type {ChartData} from '../view/chart_data.ts';
import {halfOf} from '../view/readable.ts';
import type {View} from '../view/types.ts';
import {type Competition, competitionOf} from './competition.ts';
import {type Counterpart, counterpartsOf} from './counterpart.ts';
import {withFrenchNames} from './french_names.ts';
import {institutionFilter} from './institution.ts';
import {loadMemberVotes, type MemberVotes} from './member_votes.ts';
import {type Course, coursesOf, type Namesake, namedIn, namesakesOf, publishedNames} from './organization.ts';
import {loadPlace, type Place} from './place.ts';
import {withDescriptions} from './recent.ts';
import {defaultGrouping, statistics} from './statistics.ts';

export type SingleRoute = Extract<Route, {kind: 'detail' | 'profile' | 'lifecycle'}>;

/** A dataset whose list has the filter by key; or a dataset, another filter, and the field that has its value. */
type Relation = string | readonly [dataset: string, filter: string, field: string];

/** Lists that a profile leads to, by entity. */
const RELATED: Readonly<Record<string, readonly Relation[]>> = {
  vendors: [
    'contracts',
    'awards',
    'tenders',
    ['grants', 'recipient', 'vendor'],
    ['lobbying_communications', 'client', 'vendor'],
  ],
  departments: ['contracts', 'grants', 'awards', 'tenders'],
  recipients: [
    'grants',
    ['contracts', 'vendor', 'recipient'],
    ['lobbying_communications', 'client', 'recipient'],
  ],
  clients: ['lobbying_communications', 'lobbying_registrations', ['contracts', 'vendor', 'client']],
  lobbyists: ['lobbying_communications', 'lobbying_registrations'],
  politicians: [
    ['lobbying_communications', 'dpoh', 'name'],
    ['bills', 'sponsor', 'name'],
  ],
};

/** A list of records that name what a profile is about. */
export interface RelatedList {
  dataset: string;
  filters: Pairs;
  name: string;
  /** Whether it holds the records of the profile, instead of all that contain its name. */
  isExact: boolean;
  total: number;
  /** By year; null without statistics. */
  chart: ChartData | null;
}

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
  /** Of an organization, its records by role. */
  courses: readonly Course[];
  /** Of an organization, those of similar names. */
  namesakes: readonly Namesake[];
  /** Of a vendor, recipient or client its organization, of an organization these. */
  counterparts: readonly Counterpart[];
  /** How the name of a profile was found; null where it must be exact. */
  found: Found | null;
  related: readonly RelatedList[];
  /** Of a permit with a point. */
  place: Place | null;
  /** Of a politician. */
  memberVotes: MemberVotes | null;
  /** Of a department. */
  competition: Competition | null;
  /** What is asked of the ballots of a division. */
  asked: Pairs;
}

/** A list without records is none. */
function relatedList(
  view: View,
  engine: Engine,
  [dataset, filter, field]: Exclude<Relation, string>,
  row: Row,
  title: string,
): RelatedList | null {
  const value = row[field];
  if (typeof value !== 'string' || value.trim() === '') return null;
  const {path, parameters} = LISTS.get(dataset)!;
  const isExact = parameters[filter]!.key !== undefined;
  const name = isExact ? title : halfOf(value, view.language);
  const filters: Pairs = [[filter, isExact ? value : [...name].slice(0, 200).join('')]];
  const {total} = ask(engine, path, [...filters, ['limit', '1']]).meta;
  return total === 0 ? null : {dataset, filters, name, isExact, total, chart: null};
}

/** The chart of a list by the statistics of its dataset. */
function chartOf(view: View, engine: Engine, {dataset, filters, name, isExact}: RelatedList) {
  const grouping = defaultGrouping(dataset);
  if (grouping === null) return null;
  const text = isExact ? 'profile.of_by_year' : 'profile.by_year';
  const title = view.t(text, {what: view.t(datasetLabels(dataset).title), name});
  return statistics(view, engine, dataset, grouping, filters, {title});
}

/** Lists that name a department as an institution. */
const LOBBIED = ['lobbying_communications', 'lobbying_registrations'];

/** The lists of a profile, one of which has a chart; an organization has charts of its own. */
function relatedLists(
  view: View,
  engine: Engine,
  owner: string,
  whole: Row,
  row: Row,
  title: string,
): RelatedList[] {
  const isOrganization = owner === 'organizations';
  const key = KEYS[owner]!;
  const relations = isOrganization ? namedIn(row) : (RELATED[owner] ?? []);
  const lists = relations.map((one) =>
    relatedList(view, engine, typeof one === 'string' ? [one, key, key] : one, row, title),
  );
  if (owner === 'departments')
    for (const dataset of LOBBIED) {
      const {filter, value} = institutionFilter(view, engine, dataset, whole, title);
      lists.push(relatedList(view, engine, [dataset, filter, 'value'], {value}, title));
    }
  const [first] = lists;
  if (first && !isOrganization) first.chart = chartOf(view, engine, first);
  return lists.filter((list) => list !== null);
}

/** Loads what a path names. Throws 404 if it names nothing. */
export function loadRecord(
  view: View,
  engine: Engine,
  match: Match & {route: SingleRoute},
  pairs: Pairs,
): RecordData {
  const {route, path} = match;
  const call = callOf(match, [
    ...pairs.filter(([name]) => name === 'name' || name === 'provenance'),
    ['lang', route.kind === 'detail' ? view.language : 'both'],
  ]);
  const {data: whole, meta} = answer<Row>(engine, call);
  const {matched_by, similar = []} = meta;
  const {columns} = route;
  const row =
    route.kind === 'profile'
      ? withFrenchNames(view, engine, localizeRow(whole, columns, view.language))
      : whole;
  const owner = route.kind === 'detail' ? route.dataset : route.kind === 'profile' ? route.entity : null;
  const isOrganization = owner === 'organizations';
  const described = withDescriptions(engine, columns, row);
  const title = owner === null ? '' : String(row[displayOf(owner).title[0] ?? ''] ?? '');
  return {
    route,
    owner,
    columns: described.columns,
    row: isOrganization ? {...row, names: publishedNames(engine, row)} : described.row,
    whole,
    courses: isOrganization ? coursesOf(engine, row, whole) : [],
    namesakes: isOrganization ? namesakesOf(engine, row) : [],
    counterparts: counterpartsOf(engine, owner, whole),
    found: matched_by
      ? {asked: String(call.values['name'] ?? Object.values(path)[0]), matched_by, similar}
      : null,
    related: owner === null ? [] : relatedLists(view, engine, owner, whole, row, title),
    place: loadPlace(engine, owner, whole),
    memberVotes: loadMemberVotes(engine, owner, whole),
    competition:
      owner === 'departments' ? competitionOf(view, engine, String(whole['department_key'])) : null,
    asked: pairs,
  };
}
