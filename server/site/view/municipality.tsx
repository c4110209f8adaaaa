/** The profile of a municipality: figures, charts, neighbourhoods, zones, newest permits, sources. */

import {displayOf} from '../../../datasets/display.ts';
import {datasetOrEntity} from '../../../datasets/index.ts';
import {parameterLabel, valueLabel} from '../../../datasets/labels/index.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../../../datasets/municipalities.ts';
import {ZONES_FROM} from '../../tiles/zoning.ts';
import type {ZoneCounts} from '../ask.ts';
import {formatCompactMoney, formatMoney, formatNumber} from '../format.ts';
import type {Markup} from '../html.tsx';
import type {MunicipalityData} from '../load/municipality.ts';
import {NAVIGATION} from '../navigation.ts';
import {inLanguage, listPath, type Pairs, recordPath, withQuery} from '../paths.ts';
import {COVERAGE} from '../texts/coverage.ts';
import {LIST} from '../texts/list.ts';
import {MUNICIPALITY as TEXTS} from '../texts/municipality.ts';
import {ABOUT} from '../texts/pages.ts';
import {chart} from './chart.tsx';
import {blankFields, coverageTable} from './coverage.tsx';
import {sourcesTable} from './sources_table.tsx';
import type {Child, View} from './types.ts';
import {labelOf, linkedValue, plainValue, readable} from './value.tsx';

const MAP = '/map';

/** Where there is a map, it is in the header. */
const HAS_MAP = NAVIGATION.some(({section}) => section === MAP);

/** Path of a profile below a language. */
export const municipalityPath = (slug: string): string => `/municipalities/${slug}`;

const section = (id: string, title: string, ...children: Child[]): Markup => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {children}
  </section>
);

/** Links to all municipalities. */
export const municipalityLinks = ({language}: View): Markup => (
  <ul class="places">
    {Object.entries(MUNICIPALITIES).map(([slug, {name}]) => (
      <li>
        <a href={inLanguage(municipalityPath(slug), language)}>{name}</a>
      </li>
    ))}
  </ul>
);

const figures = ({t, language}: View, {permits, cost, zones}: MunicipalityData): Markup => {
  const figure = (term: string, value: string, exact?: string) => (
    <div>
      <dt>{term}</dt>
      <dd title={exact}>{value}</dd>
    </div>
  );
  return (
    <dl class="figures">
      {permits === 0 ? null : figure(t(TEXTS.permits), formatNumber(permits, language))}
      {cost === null
        ? null
        : figure(t(TEXTS.cost), formatCompactMoney(cost, language), formatMoney(cost, language))}
      {zones === null ? null : figure(t(TEXTS.zones), formatNumber(zones.total, language))}
    </dl>
  );
};

interface Counted {
  label: string;
  count: number;
  /** Path with language of what is counted; null: nowhere. */
  href: string | null;
}

/** Sorted bars with their exact counts. */
const countBars = ({language}: View, all: readonly Counted[]): Markup => {
  const most = Math.max(1, ...all.map(({count}) => count));
  return (
    <ol class="bars">
      {all.map(({label, count, href}) => (
        <li>
          <span class="what">
            {href === null ? (
              label
            ) : (
              <a href={href} rel="nofollow">
                {label}
              </a>
            )}
          </span>
          <svg width="100%" height={10} aria-hidden="true">
            <rect class="bar" width={`${Math.round((1000 * count) / most) / 10}%`} height={10} />
          </svg>
          <span class="figure">{formatNumber(count, language)}</span>
        </li>
      ))}
    </ol>
  );
};

const neighbourhoods = (view: View, {neighbourhoods: all, filters}: MunicipalityData): Markup | null => {
  const {t, language} = view;
  if (all.values.length === 0) return null;
  return section(
    'neighbourhoods',
    t(parameterLabel('permits', 'neighbourhood')),
    countBars(
      view,
      all.values.slice(0, 10).map(({value, count}) => ({
        label: value,
        count,
        href: inLanguage(withQuery('/permits', [...filters, ['neighbourhood', value]]), language),
      })),
    ),
    all.total > 10 ? (
      <p class="note">{t(LIST.facet_more, {count: formatNumber(all.total, language)})}</p>
    ) : null,
  );
};

/** The map of the middle of a municipality, near enough for zones, with those of a category alone. */
const zonesOnMap = (slug: MunicipalitySlug, category: string): string => {
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
  const {t, language} = view;
  const rest = total - categories.reduce((sum, {count}) => sum + count, 0);
  const rows = categories.map(({value, count}) => ({
    label: readable(view, 'zone_category', value),
    count,
    href: HAS_MAP ? inLanguage(zonesOnMap(slug, value), language) : null,
  }));
  return countBars(
    view,
    rest === 0 ? rows : [...rows, {label: t(TEXTS.uncategorized), count: rest, href: null}],
  );
};

const zoning = (view: View, {zones, name, slug}: MunicipalityData): Markup =>
  section(
    'zoning',
    view.t(TEXTS.zoning),
    zones === null ? (
      <p>{view.t(TEXTS.no_zoning, {name})}</p>
    ) : (
      [
        <p class="prose">{view.t(HAS_MAP ? TEXTS.zones_on_map : TEXTS.zones_counted)}</p>,
        zoneBars(view, slug, zones),
      ]
    ),
  );

const recent = (view: View, {recent: rows}: MunicipalityData): Markup | null => {
  const {columns} = datasetOrEntity('permits');
  const [first = '', ...rest] = displayOf('permits').columns.filter((name) => name !== 'municipality');
  if (rows.length === 0) return null;
  return section(
    'recent',
    view.t(TEXTS.recent),
    <div class="scroll" tabindex={0} role="group" aria-label={view.t(TEXTS.recent)}>
      <table class="records">
        <caption class="sr">{view.t(TEXTS.recent)}</caption>
        <thead>
          <tr>
            {[first, ...rest].map((name) => (
              <th scope="col">{labelOf(view, 'permits', name)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              <th scope="row">
                <a href={inLanguage(recordPath('permits', row)!, view.language)}>
                  {plainValue(view, first, columns[first]!, row[first] ?? row['record_id'] ?? null)}
                </a>
              </th>
              {rest.map((name) => (
                <td data-label={labelOf(view, 'permits', name)}>
                  {linkedValue(view, 'permits', name, columns[name]!, row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
  );
};

/** Which fields of its permits the city publishes, from when to when, and which it leaves blank. */
const published = (view: View, {slug, name, permits}: MunicipalityData): Markup | null => {
  const source = `${slug}_permits`;
  const table = coverageTable(view, source);
  if (permits === 0 || table === null) return null;
  const blank = blankFields(view, source);
  return section(
    'published',
    view.t(COVERAGE.title),
    <p class="prose">{view.t(COVERAGE.lead)}</p>,
    blank.length === 0 ? null : (
      <p class="prose">{view.t(COVERAGE.not_published, {name, fields: blank.join(', ')})}</p>
    ),
    table,
  );
};

/** The content of the page. */
export const municipalityPage = (view: View, data: MunicipalityData): Markup => {
  const {t, language} = view;
  const {name, slug, filters, charts, cost, permits, province, sources} = data;
  return (
    <article class="record profile">
      <p class="kind">
        <a href={inLanguage('/about', language)}>{t(TEXTS.all)}</a>
      </p>
      <h1>{`${name}, ${t(valueLabel('province', province)!)}`}</h1>
      {figures(view, data)}
      <p class="choice">
        {permits === 0 ? null : (
          <a href={inLanguage(listPath('permits', {municipality: slug})!, language)}>
            {t(TEXTS.list, {name})}
          </a>
        )}
        {HAS_MAP ? <a href={inLanguage(withQuery(MAP, filters), language)}>{t(TEXTS.map, {name})}</a> : null}
      </p>
      {permits === 0 ? <p>{t(TEXTS.no_permits, {name})}</p> : null}
      {permits > 0 && cost === null ? <p class="note">{t(TEXTS.no_cost, {name})}</p> : null}
      <div class="pairs">
        {charts.map((one) => chart(view, one))}
        {neighbourhoods(view, data)}
        {zoning(view, data)}
      </div>
      {recent(view, data)}
      {published(view, data)}
      {section('sources', t(ABOUT.sources), sourcesTable(view, sources))}
    </article>
  );
};
