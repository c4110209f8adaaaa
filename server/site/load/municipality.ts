/**
 * Loads the profile of a municipality: its permits counted in several ways, its zones, and where both come
 * from.
 */
import {MUNICIPALITIES, type MunicipalitySlug} from '../../../datasets/municipalities.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Condition, Engine, Row} from '../../../engine/types.ts';
import {ask, type Facet, type ZoneCounts} from '../ask.ts';
import type {MessageKey} from '../messages.ts';
import {ISSUED, type Pairs} from '../paths.ts';
import {amountOf, type ChartData} from '../view/chart_data.ts';
import type {View} from '../view/types.ts';
import {groupLabel, statistics} from './statistics.ts';

/** Newest permits that are shown. */
const RECENT = '10';

/** A facet that says more than one thing about a city. */
const NEIGHBOURHOOD = 'neighbourhood';

export interface MunicipalityData {
  slug: MunicipalitySlug;
  name: string;
  province: string;
  /** The filter of lists and of the map. */
  filters: Pairs;
  /** Permits in any state, applications among them. */
  permits: number;
  /** Those that the city lists as issued, and did not cancel; `filters` are theirs. */
  issued: {total: number; filters: Pairs};
  /** Sum of the estimated costs of the issued ones; null where none is published. */
  cost: number | null;
  recent: readonly Row[];
  charts: readonly ChartData[];
  /** Most frequent neighbourhoods or wards. */
  neighbourhoods: Facet;
  /** Zones of the build in all and by category; null where it has none. */
  zones: ZoneCounts | null;
  /** Rows of the API's sources. */
  sources: readonly Row[];
}

/** Whose data is published here. */
export const isMunicipality = (slug: string): slug is MunicipalitySlug => Object.hasOwn(MUNICIPALITIES, slug);

/** Zones by category, most first; those without one are in the total alone. Null where there are none. */
export function zonesOf(engine: Engine, slug: string): ZoneCounts | null {
  const where: Condition[] = [{op: 'exact', columns: ['municipality'], value: fold(slug)}];
  const {total} = engine.list({dataset: 'zoning', where, sort: 'id', order: 'asc', limit: 1, offset: 0});
  const [categories] = engine.facets({dataset: 'zoning', where, columns: ['zone_category']});
  return total === 0 ? null : {total, categories: categories!.values};
}

/** Loads a profile. */
export function loadMunicipality(view: View, engine: Engine, slug: MunicipalitySlug): MunicipalityData {
  const filters: Pairs = [['municipality', slug]];
  const lang: Pairs = [['lang', view.language]];
  // The title of each chart says which permits it counts.
  const chart = (title: MessageKey, group: string, measure: 'count' | 'sum', of: Pairs) =>
    statistics(view, engine, 'permits', group, of, {
      measure,
      title: view.t(title, {group: view.t(groupLabel('permits', group)).toLowerCase()}),
    });
  const issued: Pairs = [...filters, ISSUED];
  const all = (group: string) => chart('municipality.all_by', group, 'count', filters);
  const list = ask(engine, '/permits', [...filters, ...lang, ['limit', RECENT], ['facets', NEIGHBOURHOOD]]);
  const listed = ask(engine, '/sources', lang).data;
  const zones = zonesOf(engine, slug);
  const [byYear, costs] = [all('year'), chart('municipality.cost_by', 'year', 'sum', issued)];
  const others = ['permit_type', 'status', 'bucket'].map(all);
  const unknown = view.t('municipality.unknown');
  // One group is no comparison.
  const isCompared = (chart: ChartData) =>
    chart.bars.filter((bar) => bar.label !== unknown && (amountOf(chart, bar) ?? 0) > 0).length > 1;
  return {
    slug,
    ...MUNICIPALITIES[slug],
    filters,
    permits: list.meta.total,
    issued: {total: ask(engine, '/permits', [...issued, ['limit', '1']]).meta.total, filters: issued},
    cost: costs.sum,
    recent: list.data,
    charts: [byYear, costs, ...others].filter(isCompared),
    neighbourhoods: list.meta.facets?.[NEIGHBOURHOOD] ?? {total: 0, values: []},
    zones,
    sources: listed.filter((row) => [`${slug}_permits`, `${slug}_zoning`].includes(String(row['slug']))),
  };
}
