/** What the city files of zoning share. */
import {type CityDeclaration, citySource} from '../city_sources.ts';
import {constant} from '../fields.ts';
import type {MunicipalitySlug} from '../municipalities.ts';
import type {Source} from '../types.ts';

/** The zoning of a municipality; every record links to the page of the source. */
export const zoningCity = (slug: MunicipalitySlug, declaration: CityDeclaration): Source =>
  citySource(
    slug,
    {
      slug: `${slug}_zoning`,
      label: `${slug} zoning`,
      dataset: 'zoning',
      required: ['zone_code', 'geometry'],
      key: ['zone_code', 'geometry'],
      fields: {source_url: constant(declaration.page)},
    },
    declaration,
  );
