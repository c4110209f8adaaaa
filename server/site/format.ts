/** Numbers, amounts and days as people of each language write them. */
import type {Language} from './language.ts';

/** What an absent value is shown as; its meaning is said beside it. */
export const DASH = '–';

type Format = (value: number, language: Language) => string;

/** A way to write numbers; formatters are made once, since that takes long. */
function format(options: Intl.NumberFormatOptions): Format {
  const made = {en: new Intl.NumberFormat('en-CA', options), fr: new Intl.NumberFormat('fr-CA', options)};
  return (value, language) => made[language].format(value);
}

const CURRENCY = {style: 'currency', currency: 'CAD', currencyDisplay: 'narrowSymbol'} as const;
const COMPACT = {notation: 'compact', maximumSignificantDigits: 3} as const;

const formatAny = format({maximumFractionDigits: 6});

/** What stands between groups of three digits. */
const GROUP_SIGN = {en: formatAny(1000, 'en')[1]!, fr: formatAny(1000, 'fr')[1]!};

const EACH_THOUSAND = /\B(?=(?:\d{3})+$)/g;

/**
 * `1,234,567` or `1 234 567`. A page has some two hundred counts, for which `Intl` takes ten times as long.
 */
export function formatNumber(value: number, language: Language): string {
  if (!Number.isSafeInteger(value) || value < 0 || Object.is(value, -0)) return formatAny(value, language);
  const digits = String(value);
  return value < 1000 ? digits : digits.replace(EACH_THOUSAND, GROUP_SIGN[language]);
}

/** `1.23M` or `1,23 M`: short forms of numbers, for axes and figures. */
export const formatCompact = format(COMPACT);

/** `$1,234.50` or `1 234,50 $`. */
export const formatMoney = format({...CURRENCY, trailingZeroDisplay: 'stripIfInteger'});

const formatWhole = format({...CURRENCY, maximumFractionDigits: 0});

/** `$1,235` or `1 235 $`: whole dollars, for lists; less than a dollar keeps its cents. */
export const formatDollars: Format = (value, language) =>
  (Math.abs(value) < 1 ? formatMoney : formatWhole)(value, language);

/** The same with cents in any case: amounts below each other. */
export const formatCents = format(CURRENCY);

/** `$1.23M` or `1,23 M$`. */
export const formatCompactMoney = format({...CURRENCY, ...COMPACT});

const formatShare = format({style: 'percent', maximumSignificantDigits: 2});

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const;

/** A size of a file, at least one kilobyte, to a whole unit: `1 kB`, `12 MB`. */
export function formatBytes(bytes: number, language: Language): string {
  const at = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3) - 1));
  const value = Math.max(1, Math.round(bytes / 1000 ** (at + 1)));
  return new Intl.NumberFormat(`${language}-CA`, {style: 'unit', unit: UNITS[at]!}).format(value);
}

/** `12%` or `12 %` of 0.12; two digits count, but only a whole is 100%. */
export const formatPercent: Format = (share, language) =>
  formatShare(share < 1 ? Math.min(share, 0.99) : share, language);

const MONTHS: Readonly<Record<Language, readonly string[]>> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  fr: ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juill.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
};

/** `13 Jan 2026` or `13 janv. 2026` of `YYYY-MM-DD`; any other text unchanged. */
export function formatDay(day: string, language: Language): string {
  const parts = /^(\d{4})-(\d\d)-(\d\d)/.exec(day);
  if (!parts) return day;
  const date = Number(parts[3]);
  const first = language === 'fr' && date === 1 ? '1er' : String(date);
  return `${first} ${MONTHS[language][Number(parts[2]) - 1]} ${parts[1]}`;
}

/** `Apr–Jun 2023` of `2023-2024-Q1`, a quarter of the federal fiscal year; any other text unchanged. */
export function formatQuarter(period: string, language: Language): string {
  const parts = /^(\d{4})-\d{2,4}-Q([1-4])$/.exec(period);
  if (!parts) return period;
  const first = (Number(parts[2]) * 3) % 12;
  const year = Number(parts[1]) + (first === 0 ? 1 : 0);
  return `${MONTHS[language][first]}–${MONTHS[language][first + 2]} ${year}`;
}

/** `13 Jan 2026, 14:05 UTC` of a timestamp in UTC. */
export const formatTime = (time: string, language: Language): string =>
  `${formatDay(time, language)}, ${time.slice(11, 16)} UTC`;
