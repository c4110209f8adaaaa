/** Rows of the registry of grants: an agreement and its versions as cells, in the registry's own habits. */
import {iso, periodOf} from '../dates.ts';
import type {Cells} from '../files/csv.ts';
import {amount, type Cents} from '../money.ts';
import type {Random} from '../prng.ts';
import type {QuirkOf, Schedule} from '../quirks.ts';
import {type Body, INSTITUTIONS, title} from '../vocabulary/institutions.ts';
import type {Town} from '../vocabulary/towns.ts';
import type {Program, purpose} from './grant_texts.ts';
import type {Recipient} from './recipients.ts';
import {typed} from './typed.ts';

/** What all rows of an agreement say alike. */
export interface Grant {
  program: Program;
  recipient: Recipient;
  town: Town;
  /** The university of a person, else empty. */
  organization: string;
  texts: ReturnType<typeof purpose>;
  postal: string;
  /** As the registry gives them; null in the record where blank. */
  province: string;
  currency: '' | 'EUR' | 'USD';
}

export interface Name {
  en: string;
  fr: string | null;
}

/** What one row adds. */
export interface GrantVersion {
  reference: string;
  amendment: number;
  amended: number | null;
  agreement: string;
  name: Name;
  /** Business number as written. */
  business: string;
  /** Null where `startText` cannot be read. */
  start: number | null;
  startText?: string;
  end: number;
  /** Total after this row, or its change; null where `valueText` holds none. */
  value: Cents | null;
  valueText?: string;
}

type Quirks = Schedule<QuirkOf<'proactive_grants'>>;

const WORDS = {G: 'Grant', C: 'Contribution', O: 'Other transfer payment'} as const;

/** Cells of one row. Quirks of single cells are laid over it here; none changes what the row means. */
export function grantCells(of: Grant, version: GrantVersion, quirks: Quirks, random: Random): Cells {
  const {program, recipient, town, texts, currency} = of;
  const {money, text} = typed(quirks);
  const both = (name: Name) => {
    if (name.fr === null) return name.en;
    return quirks.due('tight_bar') ? `${name.en}|${name.fr}` : `${name.en} | ${name.fr}`;
  };
  const inCanada = recipient.country === 'CA';
  const detailed = random.chance(0.25);
  const later = version.amendment > 0;
  return {
    ref_number: version.reference,
    amendment_number: String(version.amendment),
    amendment_date: version.amended === null ? '' : iso(version.amended),
    agreement_type: quirks.due('type_spelled') ? WORDS[program.type] : program.type,
    recipient_type: quirks.due('recipient_type_blank') ? '' : recipient.type,
    recipient_business_number: version.business,
    recipient_legal_name: text(both(version.name)),
    recipient_operating_name: random.chance(0.1) ? version.name.en : '',
    research_organization_name: of.organization,
    recipient_country: recipient.country,
    recipient_province: of.province,
    recipient_city: inCanada ? both(town) : '',
    recipient_postal_code: quirks.due('postal_closed') ? of.postal.replace(' ', '') : of.postal,
    prog_name_en: text(program.en),
    prog_name_fr: text(program.fr),
    prog_purpose_en: detailed ? `This program ${program.purposeEn}.` : '',
    prog_purpose_fr: detailed ? `Ce programme ${program.purposeFr}.` : '',
    agreement_title_en: text(texts.titleEn),
    agreement_title_fr: text(texts.titleFr),
    agreement_number: version.agreement,
    agreement_value: version.valueText ?? money(version.value ?? 0),
    foreign_currency_type: currency,
    foreign_currency_value: currency && money(amount(random)),
    agreement_start_date: version.startText ?? (version.start === null ? '' : iso(version.start)),
    agreement_end_date: iso(version.end),
    coverage: inCanada ? random.pick(['', '', 'Canada']) : 'Canada; Mexico|Mexique',
    description_en: text(texts.descriptionEn),
    description_fr: text(texts.descriptionFr),
    naics_identifier: random.chance(0.2) ? String(111_110 + random.int(700_000)) : '',
    expected_results_en: detailed ? 'Not Available' : '',
    expected_results_fr: detailed ? 'Non Disponible' : '',
    additional_information_en: later ? random.pick(['', 'Multi year', 'termination']) : '',
    additional_information_fr: '',
    owner_org: program.institution.code,
    owner_org_title: title(program.institution),
  };
}

/** A business number in one of the shapes in which institutions type it. */
export function businessNumber({number}: Recipient, quirks: Quirks, random: Random): string {
  if (number === '') return quirks.due('number_dash') ? '-' : '';
  if (quirks.due('number_long')) return `${number}RR0001`;
  if (quirks.due('number_blanks')) return number.replace(/(\d{3})(?=\d)/g, '$1 ');
  if (quirks.due('number_dash')) return '-';
  return random.chance(0.4) ? '' : number;
}

/** A town that is the same in both languages stands twice or once in the file, and once in the record. */
export const cityOf = (town: Town): string => (town.en === town.fr ? town.en : `${town.en} | ${town.fr}`);

export const nameOf = ({en, fr}: Recipient): Name => ({en, fr});

/** Another spelling of both names that gives the same vendor key. */
export function respelledName(of: Recipient, nth: number): Name {
  if (of.fr !== null) return {en: of.en.toUpperCase(), fr: of.fr.toUpperCase()};
  return {en: of.spellings[nth % of.spellings.length] ?? of.en, fr: null};
}

export type GrantReferences = (institution: Body, day: number, legacy: boolean) => string;

/**
 * Hands out reference numbers, rising within institution and quarter: `001-2025-2026-Q4-00102`, before 2018
 * in some institutions `GC-2016-2017-Q2-00041`, at Indigenous Services `1910-2024-2025-Qrt4-0000820`.
 */
export function grantReferences(): GrantReferences {
  const last = new Map<string, number>();
  return (institution, day, legacy) => {
    const period = periodOf(day);
    const key = `${institution.code} ${period}`;
    const number = (last.get(key) ?? 0) + 1;
    last.set(key, number);
    if (institution.code === 'isc-sac') {
      return `1910-${period.replace('Q', 'Qrt')}-${String(number).padStart(7, '0')}`;
    }
    const department = String(1 + INSTITUTIONS.indexOf(institution)).padStart(3, '0');
    return `${legacy ? 'GC' : department}-${period}-${String(number).padStart(5, '0')}`;
  };
}
