/** What the sources of building permits say alike: names, publisher, and what is the same in every record. */
import {CITIES} from '../cities.ts';
import {WITHOUT_CONTACTS} from '../codes/contacts.ts';
import {MUNICIPALITIES, type MunicipalitySlug} from '../codes/municipalities.ts';
import {constant, replace} from '../fields.ts';
import type {Field} from '../types.ts';

/** Slug, label, dataset, publisher and licence of the source of a municipality; a lone hyphen is no value anywhere. */
export const permitSource = (slug: MunicipalitySlug) =>
  ({
    slug: `${slug}_permits`,
    label: `${slug} building permits`,
    dataset: 'permits',
    ...CITIES[slug],
    nullTokens: ['-'],
  }) as const;

/** Municipality and province of every record of a source. */
export const municipalityFields = (slug: MunicipalitySlug): Record<'municipality' | 'province', Field> => ({
  municipality: constant(slug),
  province: constant(MUNICIPALITIES[slug].province),
});

/** State of permits of a municipality that lists issued permits only. */
export const ISSUED = constant('issued');

/** What a permit is for, in the municipality's words, without telephone numbers and e-mail addresses. */
export const withoutContacts = (from: string | readonly string[]): Field => replace(from, WITHOUT_CONTACTS);
