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
import {inLanguage, listPath, type Pairs, recordPath, withQuery} from '../paths.ts';
import {chart} from './chart.tsx';
import {blankFields, coverageTable} from './coverage.tsx';
import {sourcesTable} from './sources_table.tsx';
import type {Child, View} from './types.ts';
import {labelOf, linkedValue, plainValue, readable} from './value.tsx';

const MAP = '/map';

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
      {permits === 0 ? null : figure(t('municipality.permits'), formatNumber(permits, language))}
      {cost === null
        ? null
        : figure(t('municipality.cost'), formatCompactMoney(cost, language), formatMoney(cost, language))}
      {zones === null ? null : figure(t('municipality.zones'), formatNumber(zones.total, language))}
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
    all.total > 10 ? <p class="note">{t('list.facet_more', {n: all.total})}</p> : null,
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
    href: inLanguage(zonesOnMap(slug, value), language),
  }));
  return countBars(
    view,
    rest === 0 ? rows : [...rows, {label: t('municipality.uncategorized'), count: rest, href: null}],
  );
};

const zoning = (view: View, {zones, name, slug}: MunicipalityData): Markup =>
  section(
    'zoning',
    view.t('municipality.zoning'),
    zones === null ? (
      <p>{view.t('municipality.no_zoning', {name})}</p>
    ) : (
      [<p class="prose">{view.t('municipality.zones_on_map')}</p>, zoneBars(view, slug, zones)]
    ),
  );

const recent = (view: View, {recent: rows}: MunicipalityData): Markup | null => {
  const {columns} = datasetOrEntity('permits');
  const [first = '', ...rest] = displayOf('permits').columns.filter((name) => name !== 'municipality');
  if (rows.length === 0) return null;
  return section(
    'recent',
    view.t('municipality.recent'),
    <div class="scroll" tabindex={0} role="group" aria-label={view.t('municipality.recent')}>
      <table class="records">
        <caption class="sr">{view.t('municipality.recent')}</caption>
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
    view.t('coverage.title'),
    <p class="prose">{view.t('coverage.lead')}</p>,
    blank.length === 0 ? null : (
      <p class="prose">{view.t('coverage.not_published', {name, fields: blank.join(', ')})}</p>
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
        <a href={inLanguage('/about', language)}>{t('municipality.all')}</a>
      </p>
      <h1>{`${name}, ${t(valueLabel('province', province)!)}`}</h1>
      {figures(view, data)}
      <p class="choice">
        {permits === 0 ? null : (
          <a href={inLanguage(listPath('permits', {municipality: slug})!, language)}>
            {t('municipality.list', {name})}
          </a>
        )}
        <a href={inLanguage(withQuery(MAP, filters), language)}>{t('municipality.map', {name})}</a>
      </p>
      {permits === 0 ? <p>{t('municipality.no_permits', {name})}</p> : null}
      {permits > 0 && cost === null ? <p class="note">{t('municipality.no_cost', {name})}</p> : null}
      <div class="pairs">
        {charts.map((one) => chart(view, one))}
        {neighbourhoods(view, data)}
        {zoning(view, data)}
      </div>
      {recent(view, data)}
      {published(view, data)}
      {section('sources', t('about.sources'), sourcesTable(view, sources))}
    </article>
  );
};
