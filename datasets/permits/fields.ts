/** Fields of several sources of permits, and what becomes of permits that stand on several rows. */
import {columnsOf, joinNonBlank, sum} from '../fields.ts';
import type {Field, Source} from '../types.ts';

/** Dwellings of a column, which are negative where some are lost. */
export const dwellings = (column: string): Field => sum({as: 'integer', ...columnsOf(column)});

/** What two rows of one permit say alike, when they differ in nothing but the place: see `ONE_OF_SEVERAL_PLACES`. */
export const contentKey = (...columns: string[]): Field => joinNonBlank(columns, '|');

/**
 * Rows of one number that agree in their field `content` differ in the address only: one record, with the first of
 * them (sources/permits 0.3, rule 13). Rows that say something else are records of their own.
 */
export const SAME_CONTENT: NonNullable<Source['versions']> = {
  group: ['permit_number_raw', 'content'],
  order: ['v._row DESC'],
  mergeReason: 'another address of the permit',
};

/** Every row of a number is the same permit; the first one stands. */
export const SAME_NUMBER: NonNullable<Source['versions']> = {
  group: ['permit_number_raw'],
  order: ['v._row DESC'],
  mergeReason: 'another address of the permit',
};
