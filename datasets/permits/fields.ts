/** Fields of several sources of permits, and what becomes of permits that stand on several rows. */
import {added, total, words} from '../fields.ts';
import type {Field, Source} from '../types.ts';

/** Dwellings of a column, which are negative where some are lost. */
export const dwellings = (column: string): Field => total({as: 'integer', ...added(column)});

/** What two rows of one permit say alike, when they differ in nothing but the place: see `ONE_OF_SEVERAL_PLACES`. */
export const saidAlike = (...columns: string[]): Field => words(columns, '|');

/**
 * Rows of one number that agree in their field `content` differ in the address only: one record, with the first of
 * them (sources/permits 0.3, rule 13). Rows that say something else are records of their own.
 */
export const ONE_OF_SEVERAL_PLACES: NonNullable<Source['versions']> = {
  group: ['permit_number_raw', 'content'],
  order: ['v._row DESC'],
  merged: 'another address of the permit',
};

/** Every row of a number is the same permit; the first one stands. */
export const FIRST_OF_NUMBER: NonNullable<Source['versions']> = {
  group: ['permit_number_raw'],
  order: ['v._row DESC'],
  merged: 'another address of the permit',
};
