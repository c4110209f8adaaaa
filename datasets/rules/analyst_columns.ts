/** Columns of files for analysts, computed from others: halves of a bilingual name and fiscal years. */
import {internalColumn} from '../columns.ts';
import type {Columns} from '../types.ts';

const BAR = "' | '";

/**
 * `<name>_en` and `<name>_fr` of a bilingual column, as `lang=en` and `lang=fr` give it: a text without a bar
 * is both.
 */
const halvesOf = (name: string, example: string): Columns => {
  const [en = example, fr = example] = example.split(' | ');
  const column = `r.${name}`;
  const first = `split_part(${column}, ${BAR}, 1)`;
  const after = `substr(${column}, length(${first}) + ${' | '.length + 1})`;
  const second = `CASE WHEN contains(${column}, ${BAR}) THEN ${after} ELSE ${column} END`;
  const half = (language: string, text: string, sql: string) =>
    internalColumn('text', `\`${name}\` in ${language}; as published where it has one language`, text, {
      derived: {sql},
    });
  return {[`${name}_en`]: half('English', en, first), [`${name}_fr`]: half('French', fr, second)};
};

/** The federal fiscal year of a date, `YYYY-YY`, from April to March; null without a date. */
const FISCAL_YEAR = internalColumn(
  'text',
  'federal fiscal year of `date`, `YYYY-YY`, from April to March',
  '2023-24',
  {
    derived: {sql: "strftime(r.date - INTERVAL 3 MONTH, '%Y-') || strftime(r.date + INTERVAL 9 MONTH, '%y')"},
  },
);

/** Columns that contracts, awards, tenders and grants share. */
export const ANALYST_COLUMNS: Columns = {
  ...halvesOf('department', 'Health Canada | Santé Canada'),
  fiscal_year: FISCAL_YEAR,
};
