/** What the city files of building permits share. */
import {type CityDeclaration, citySource} from '../city_sources.ts';
import {WITHOUT_CONTACTS} from '../codes/contacts.ts';
import {columnsOf, constant, joinNonBlank, replace, sum} from '../fields.ts';
import type {MunicipalitySlug} from '../municipalities.ts';
import type {Field, Source} from '../types.ts';

/** The permits of a municipality. A lone hyphen is null in all of their files. */
export const permitCity = (slug: MunicipalitySlug, declaration: CityDeclaration): Source =>
  citySource(
    slug,
    {
      slug: `${slug}_permits`,
      label: `${slug} building permits`,
      dataset: 'permits',
      nullTokens: ['-'],
      required: ['permit_number_raw'],
      key: ['permit_number_raw'],
    },
    declaration,
  );

/** Status of a municipality that publishes issued permits only. */
export const ISSUED = constant('issued');

/** A description in the municipality's words, without telephone numbers and e-mail addresses. */
export const withoutContacts = (from: string | readonly string[]): Field => replace(from, WITHOUT_CONTACTS);

/** Dwellings gained; negative where some are lost. */
export const dwellings = (column: string): Field => sum({as: 'integer', ...columnsOf(column)});

/** What two rows of one permit share when they differ in the address only; see `SAME_CONTENT`. */
export const contentKey = (...columns: string[]): Field => joinNonBlank(columns, '|');

/** Rows with the same number and `content` are one permit at several addresses: the first row represents all. */
export const SAME_CONTENT: NonNullable<Source['versions']> = {
  group: ['permit_number_raw', 'content'],
  order: ['v._row DESC'],
  mergeReason: 'another address of the permit',
};

/** All rows of a number are one permit at several addresses: the first row represents all. */
export const SAME_NUMBER: NonNullable<Source['versions']> = {
  group: ['permit_number_raw'],
  order: ['v._row DESC'],
  mergeReason: 'another address of the permit',
};
