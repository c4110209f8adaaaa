/**
 * Loads the profile of a municipality: its permits counted in several ways, its zones, and where both come
 * from.
 */
import {SOURCES} from '../../../datasets/index.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../../../datasets/municipalities.ts';
import type {Source} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import type {Answers, ZoneCounts} from '../ask.ts';
import {LISTS, type Pairs} from '../paths.ts';
import type {Bar, ChartData} from '../view/chart.tsx';
import type {View} from '../view/types.ts';
import type {Facet} from './list.ts';
import {statistics} from './statistics.ts';

/** Newest permits that are shown. */
const RECENT = 10;

/** A facet that says more than one thing about a city. */
const NEIGHBOURHOOD = 'neighbourhood';

export interface MunicipalityData {
  slug: MunicipalitySlug;
  name: string;
  province: string;
  /** The filter of lists and of the map. */
  filters: Pairs;
  permits: number;
  /** Sum of the estimated costs; null where none is published. */
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

const sourcesOf = (slug: string): Source[] =>
  [`${slug}_permits`, `${slug}_zoning`].map((name) => SOURCES[name]).filter((source) => source !== undefined);

/** Loads a profile. */
export function loadMunicipality(view: View, answers: Answers, slug: MunicipalitySlug): MunicipalityData {
  const {name, province} = MUNICIPALITIES[slug];
  const filters: Pairs = [['municipality', slug]];
  const lang: Pairs = [['lang', view.language]];
  const segments = LISTS.get('permits')!.path.slice(1).split('/');
  const chart = (group: string, measure: 'count' | 'sum') =>
    statistics(view, answers, 'permits', group, filters, {measure});
  const list = answers.ask<Row[]>({
    segments,
    pairs: [...filters, ...lang, ['limit', String(RECENT)], ['facets', NEIGHBOURHOOD]],
  });
  const listed = answers.ask<Row[]>({segments: ['sources'], pairs: lang});
  const zones = answers.zonesOf(slug);
  const [byYear, costs] = [chart('year', 'count'), chart('year', 'sum')];
  const others = ['permit_type', 'status', 'bucket'].map((group) => chart(group, 'count'));
  const sources = sourcesOf(slug);
  // One group is no comparison.
  const known = (bars: readonly Bar[]) => bars.filter(({label}) => label !== view.t('municipality.unknown'));
  const slugs = new Set(sources.map((source) => source.slug));
  const facets = list.meta['facets'] as unknown as Record<string, Facet>;
  return {
    slug,
    name,
    province,
    filters,
    permits: Number(list.meta['total']),
    cost: costs.sum,
    recent: list.data,
    charts: [byYear, costs, ...others]
      .map((one) => one.chart)
      .filter(({bars}) => known(bars.filter(({value}) => value > 0)).length > 1),
    neighbourhoods: facets[NEIGHBOURHOOD] ?? {total: 0, values: []},
    zones: zones.total > 0 ? zones : null,
    sources: listed.data.filter((row) => slugs.has(String(row['slug']))),
  };
}
