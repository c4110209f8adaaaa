/** The page of the zone of a point: what the city publishes about it; and the page of all cities with zones. */

import {PAGES} from '../../labels/pages.ts';
import {formatNumber} from '../format.ts';
import {isAddress} from '../links.ts';
import type {Found} from '../load/find.ts';
import {PERMITS} from '../load/map.ts';
import {
  OFFERED,
  type PublishedCell,
  ZONE,
  type ZoneData,
  type ZonedCities,
  type ZonedCity,
  zonePath,
} from '../load/zone.ts';
import {inLanguage, withQuery} from '../paths.ts';
import {external, Field, joined, link, Section, type Shown, sentence, Table, Terms} from './kit.tsx';
import {municipalityPath, zonesOnMap} from './municipality.tsx';
import {cityName, onMapAt} from './place.tsx';
import {readable} from './readable.ts';
import {sourcesTable} from './sources.tsx';
import {curlOf} from './take_away.tsx';
import type {Child, Markup, View} from './types.ts';
import {labelOf} from './value.tsx';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The zone and its city. */
export const zoneTitle = ({t}: View, {zone, slug}: ZoneData): string =>
  t('record.zone', {code: text(zone['zone_code']), description: '', city: cityName(slug)});

const cell = ({column, text: published}: PublishedCell): Child => [
  <code>{column}</code>,
  published === null ? null : [' ', <q>{published}</q>],
];

/** The category, and what it follows from. */
const category = (view: View, {zone, category: columns, slug}: ZoneData): Child => {
  const name = text(zone['zone_category']);
  return [
    name === '' ? view.t('municipality.uncategorized') : readable(view, 'zone_category', name),
    <p class="note">
      {sentence(view, name === '' ? 'zone.no_category' : 'zone.category_from', {
        columns: joined(columns.map(cell), ', '),
        city: cityName(slug),
      })}
    </p>,
  ];
};

/** A column and its text, an address as a link. */
const publishedColumns = ({t}: View): Shown<PublishedCell>[] => [
  {head: t('zone.column'), cell: ({column}) => <code>{column}</code>},
  {
    head: t('zone.published'),
    cell: ({text: published}) => (isAddress(published) ? external(published, published) : published),
  },
];

const isBlank = ({text: published}: PublishedCell): boolean => text(published).trim() === '';

/** The whole row of the city, where numbers of by-laws and exceptions stand. */
const published = (view: View, {published: cells, slug}: ZoneData): Markup => {
  const {t} = view;
  const blank = cells?.filter(isBlank) ?? [];
  return (
    <Section id="published" title={t('zone.row')}>
      {cells === null ? (
        <p>{t('zone.no_row')}</p>
      ) : (
        [
          <p class="prose">{t('zone.row_lead', {city: cityName(slug)})}</p>,
          <Table
            caption={t('zone.row')}
            columns={publishedColumns(view)}
            rows={cells.filter((one) => !isBlank(one))}
          />,
          blank.length === 0 ? null : (
            <p class="note">
              {sentence(view, 'zone.blank', {
                columns: joined(
                  blank.map(({column}) => <code>{column}</code>),
                  ', ',
                ),
              })}
            </p>
          ),
        ]
      )}
    </Section>
  );
};

/** The content of the page of a zone. */
export const zonePage = (view: View, data: ZoneData): Markup => {
  const {t} = view;
  const {zone, lat, lng, byLaw, slug, near, sources} = data;
  const description = text(zone['zone_description']);
  const isNear = zone['match'] === 'nearest';
  return (
    <article class="record">
      <p class="kind">{link(view, ZONE, t(PAGES[ZONE].title))}</p>
      <h1>{zoneTitle(view, data)}</h1>
      {isNear ? (
        <p class="warning">{t('zone.nearest', {metres: Math.round(Number(zone['distance_m'] ?? 0))})}</p>
      ) : null}
      <Terms
        class="facts"
        of={[
          {term: t('zone.by_law'), value: byLaw ?? t('zone.no_by_law')},
          {term: labelOf(view, 'zoning', 'zone_code'), value: text(zone['zone_code'])},
          {
            term: labelOf(view, 'zoning', 'zone_description'),
            value: description === '' ? t('zone.no_description') : description,
          },
          {term: labelOf(view, 'zoning', 'zone_category'), value: category(view, data)},
          {
            term: labelOf(view, 'zoning', 'municipality'),
            value: link(view, `${municipalityPath(slug)}#zoning`, cityName(slug)),
          },
          {term: t('zone.point'), value: `${lat}, ${lng}`},
        ]}
      />
      <ul>
        <li>{link(view, onMapAt([], lat, lng), t('record.on_map'))}</li>
        <li>
          {link(
            view,
            withQuery(PERMITS.path, near.pairs),
            t('record.near', {n: near.total, metres: near.metres}),
            {
              rel: 'nofollow',
            },
          )}
        </li>
      </ul>
      {published(view, data)}
      <Section id="sources" title={t('about.sources')}>
        {sourcesTable(view, sources)}
        <details>
          <summary>{t('record.json')}</summary>
          <pre tabindex={0}>{curlOf(view, zonePath(lat, lng), [])}</pre>
        </details>
      </Section>
    </article>
  );
};

/** A form for an address or a point, for whoever does not use the map. */
const finder = (view: View, {q}: Found): Markup => {
  const {t} = view;
  const degrees = {type: 'text', inputmode: 'decimal', autocomplete: 'off', maxlength: 24, size: 12} as const;
  return (
    <form class="finder" action={inLanguage(ZONE, view.language)}>
      <Field id="zone-address" label={t('zone.address')} hint={t('zone.address_hint')}>
        <input
          id="zone-address"
          name="address"
          type="search"
          value={q}
          autocomplete="off"
          maxlength={200}
          aria-describedby="zone-address-hint"
        />
      </Field>
      <Field id="zone-lat" label={t('zone.latitude')}>
        <input id="zone-lat" name="lat" {...degrees} />
      </Field>
      <Field id="zone-lng" label={t('zone.longitude')}>
        <input id="zone-lng" name="lng" {...degrees} />
      </Field>
      <button type="submit" class="main">
        {t('zone.find')}
      </button>
    </form>
  );
};

/** The addresses that a text may mean, each with the zone of its point; null where none was asked for. */
const places = (view: View, {q, places: all, total, pairs}: Found): Markup | null => {
  const {t} = view;
  if (q === '') return null;
  const isNone = all.length === 0;
  return (
    <Section id="places" title={t('zone.found', {address: q})}>
      {isNone ? <p>{t('zone.not_found')}</p> : null}
      {isNone && total > 0 ? (
        <p>
          {link(view, withQuery(PERMITS.path, pairs), t('map.found_in_list', {n: total}), {rel: 'nofollow'})}
        </p>
      ) : null}
      <ul>
        {all.map(({address, municipality, lat, lng}) => (
          <li>
            {link(view, zonePath(lat, lng), `${address}, ${cityName(municipality)}`, {rel: 'nofollow'})}
          </li>
        ))}
      </ul>
      {all.length === OFFERED ? <p class="note">{t('zone.first', {n: OFFERED})}</p> : null}
    </Section>
  );
};

/** The content of the page of all cities with zones. */
export const zonesPage = (view: View, {cities, missing, without, found}: ZonedCities): Markup => {
  const {t, language} = view;
  const columns: Shown<ZonedCity>[] = [
    {
      head: labelOf(view, 'zoning', 'municipality'),
      cell: ({slug, name}) => link(view, `${municipalityPath(slug)}#zoning`, name),
    },
    {head: t('zone.by_law'), label: t('zone.by_law'), cell: ({byLaw}) => byLaw ?? t('zone.no_by_law')},
    {
      head: t('municipality.zones'),
      label: t('municipality.zones'),
      kind: 'figure',
      cell: ({total}) => formatNumber(total, language),
    },
    {
      head: t(PAGES['/map'].title),
      cell: ({slug, name}) => link(view, zonesOnMap(slug), t('municipality.map', {name})),
    },
  ];
  return (
    <div>
      <h1>{t(PAGES[ZONE].title)}</h1>
      {missing === null ? null : (
        <p class="warning" role="status">
          {missing}
        </p>
      )}
      <p class="lead">{t('zone.lead')}</p>
      <p class="prose">{sentence(view, 'zone.how', {map: link(view, '/map', t('zone.on_map'))})}</p>
      {finder(view, found)}
      {places(view, found)}
      <Table class="records" caption={t('zone.all')} columns={columns} rows={cities} />
      {without.length === 0 ? null : <p class="note">{t('zone.without', {cities: without.join(', ')})}</p>}
    </div>
  );
};
