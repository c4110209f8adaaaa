/** The profile of a municipality: figures, charts, neighbourhoods, zones, newest permits, sources. */

import {sum} from 'd3-array';
import {datasetOrEntity} from '../../../datasets/index.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../../../datasets/municipalities.ts';
import type {Row} from '../../../engine/types.ts';
import {displayOf} from '../../labels/display_of.ts';
import {parameterLabel, valueLabel} from '../../labels/index.ts';
import {ZONES_FROM} from '../../tiles/zoning.ts';
import type {ZoneCounts} from '../ask.ts';
import {formatCompactMoney, formatMoney, formatNumber} from '../format.ts';
import type {MunicipalityData} from '../load/municipality.ts';
import {byLawOf, ZONE} from '../load/zone.ts';
import {listPath, type Pairs, recordPath, withQuery} from '../paths.ts';
import {Chart} from './chart.tsx';
import {Bars} from './chart_parts.tsx';
import {LinkList, link, Section, type Shown, Table, Terms} from './kit.tsx';
import {readable} from './readable.ts';
import {blankFields, coverageTable, sourcesTable} from './sources.tsx';
import type {Markup, View} from './types.ts';
import {isFigure, labelOf, linkedValue, plainValue} from './value.tsx';

const MAP = '/map';

/** Path of a profile below a language. */
export const municipalityPath = (slug: string): string => `/municipalities/${slug}`;

/** Links to all municipalities. */
export const municipalityLinks = (view: View): Markup => (
  <LinkList
    view={view}
    class="places"
    links={Object.entries(MUNICIPALITIES).map(([slug, {name}]) => ({
      path: municipalityPath(slug),
      text: name,
    }))}
  />
);

/** The figures at the head of a profile, those that there are. */
export const figuresOf = (
  {t, language}: View,
  {slug, permits, issued, cost, zones, filters}: MunicipalityData,
) =>
  [
    permits > 0 && {
      term: t('municipality.permits'),
      value: formatNumber(permits, language),
      path: withQuery('/permits', filters),
    },
    permits > 0 && {
      term: t('municipality.issued'),
      value: formatNumber(issued.total, language),
      path: withQuery('/permits', issued.filters),
    },
    cost !== null && {
      path: withQuery('/permits', issued.filters),
      term: t('municipality.cost'),
      value: formatCompactMoney(cost, language),
      exact: formatMoney(cost, language),
    },
    zones !== null && {
      term: t('municipality.zones'),
      value: formatNumber(zones.total, language),
      path: zonesOnMap(slug),
    },
  ].filter((one) => one !== false);

/** The heading of a profile. */
export const nameOf = ({t}: View, {name, province}: MunicipalityData): string =>
  `${name}, ${t(valueLabel('province', province)!)}`;

/** A bar of records; `path` is where they are, null: nowhere. */
const countBar = (view: View, text: string, count: number, path: string | null) => ({
  label: link(view, path, text, {rel: 'nofollow'}),
  value: count,
  figure: formatNumber(count, view.language),
});

const neighbourhoods = (view: View, {neighbourhoods: all, filters}: MunicipalityData): Markup | null => {
  const {t} = view;
  if (all.values.length === 0) return null;
  return (
    <Section id="neighbourhoods" title={t(parameterLabel('permits', 'neighbourhood'))}>
      <Bars
        bars={all.values
          .slice(0, 10)
          .map(({value, count}) =>
            countBar(view, value, count, withQuery('/permits', [...filters, ['neighbourhood', value]])),
          )}
      />
      {all.total > 10 ? <p class="note">{t('list.facet_more', {n: all.total})}</p> : null}
    </Section>
  );
};

/** The map of the middle of a municipality, near enough for zones, with those of a category alone. */
export const zonesOnMap = (slug: MunicipalitySlug, category = ''): string => {
  const [west, south, east, north] = MUNICIPALITIES[slug].box;
  const middle = [(south + north) / 2, (west + east) / 2].map((degrees) => degrees.toFixed(4)).join('/');
  const pairs: Pairs = [
    ['municipality', slug],
    ['zone_category', category],
  ];
  return `${withQuery(MAP, pairs)}#${ZONES_FROM + 1}/${middle}`;
};

/**
 * Zones by category; those that the publisher's data leaves open are a row of their own, so that the rows add
 * up.
 */
const zoneBars = (view: View, slug: MunicipalitySlug, {total, categories}: ZoneCounts): Markup => {
  const rest = total - sum(categories, ({count}) => count);
  const bars = categories.map(({value, count}) =>
    countBar(view, readable(view, 'zone_category', value), count, zonesOnMap(slug, value)),
  );
  if (rest > 0) bars.push(countBar(view, view.t('municipality.uncategorized'), rest, null));
  return <Bars bars={bars} />;
};

const zoning = (view: View, {zones, name, slug}: MunicipalityData): Markup => {
  const byLaw = byLawOf(view, slug);
  return (
    <Section id="zoning" title={view.t('municipality.zoning')}>
      {zones === null ? (
        <p>{view.t('municipality.no_zoning', {name})}</p>
      ) : (
        [
          byLaw === null ? null : <p class="prose">{byLaw}</p>,
          <p class="prose">{view.t('municipality.zones_on_map')}</p>,
          zoneBars(view, slug, zones),
          <p>{link(view, ZONE, view.t('zone.all'))}</p>,
        ]
      )}
    </Section>
  );
};

const recent = (view: View, {recent: rows}: MunicipalityData): Markup | null => {
  const {columns} = datasetOrEntity('permits');
  const names = displayOf('permits').columns.filter((name) => name !== 'municipality');
  if (rows.length === 0) return null;
  return (
    <Section id="recent" title={view.t('municipality.recent')}>
      <Table
        class="records"
        caption={view.t('municipality.recent')}
        rows={rows}
        columns={names.map((name, i): Shown<Row> => {
          const label = labelOf(view, 'permits', name);
          const column = columns[name]!;
          return {
            head: label,
            label,
            kind: isFigure(column, name) ? 'figure' : undefined,
            cell: (row) =>
              i === 0
                ? link(
                    view,
                    recordPath('permits', row),
                    plainValue(view, name, column, row[name] ?? row['record_id'] ?? null),
                  )
                : linkedValue(view, 'permits', name, column, row),
          };
        })}
      />
    </Section>
  );
};

/** Which fields of its permits the city publishes, from when to when, and which it leaves blank. */
const published = (view: View, {slug, name, permits}: MunicipalityData): Markup | null => {
  const source = `${slug}_permits`;
  const table = coverageTable(view, source);
  if (permits === 0 || table === null) return null;
  const blank = blankFields(view, source);
  return (
    <Section id="published" title={view.t('coverage.title')}>
      <p class="prose">{view.t('coverage.lead')}</p>
      {blank.length === 0 ? null : (
        <p class="prose">{view.t('coverage.not_published', {name, fields: blank.join(', ')})}</p>
      )}
      {table}
    </Section>
  );
};

/** The content of the page. */
export const municipalityPage = (view: View, data: MunicipalityData): Markup => {
  const {t} = view;
  const {name, slug, filters, charts, cost, permits, sources} = data;
  return (
    <article class="record profile">
      <p class="kind">{link(view, '/about#municipalities', t('municipality.all'))}</p>
      <h1>{nameOf(view, data)}</h1>
      <Terms
        class="figures"
        of={figuresOf(view, data).map(({value, path, ...one}) => ({...one, value: link(view, path, value)}))}
      />
      {permits === 0 ? null : <p class="note">{t('municipality.counted')}</p>}
      <p class="choice">
        {permits === 0
          ? null
          : link(view, listPath('permits', {municipality: slug}), t('municipality.list', {name}))}
        {link(view, withQuery(MAP, filters), t('municipality.map', {name}))}
      </p>
      {permits === 0 ? <p>{t('municipality.no_permits', {name})}</p> : null}
      {permits > 0 && cost === null ? <p class="note">{t('municipality.no_cost', {name})}</p> : null}
      <div class="pairs">
        {charts.map((one) => (
          <Chart view={view} data={one} />
        ))}
        {neighbourhoods(view, data)}
        {zoning(view, data)}
      </div>
      {recent(view, data)}
      {published(view, data)}
      <Section id="sources" title={t('about.sources')}>
        {sourcesTable(view, sources)}
      </Section>
    </article>
  );
};
