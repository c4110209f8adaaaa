/** Numbers of a page that lead to a list: what each counts, what it sums, and where it leads. */
import type {load} from 'cheerio';
import {digits} from './site_reader.ts';

type Document = ReturnType<typeof load>;

export interface NumberLink {
  /** Part of the page, with the name of the filter or field. */
  part: string;
  href: string;
  count: number;
  /** In CAD; null where the page shows none beside the number. */
  sum: number | null;
}

const isList = (href: string | undefined): href is string => /^\/(en|fr)\/[^#]+/.test(href ?? '');

/** An amount as English pages write it. */
const amount = (text: string): number => Number(text.replace(/[^\d.-]/g, ''));

/** Values of facets, but for a chosen one, whose link takes it away. */
const facets = ($: Document): NumberLink[] =>
  $('.facet')
    .get()
    .flatMap((facet) =>
      $(facet)
        .find('li')
        .get()
        .filter((item) => $(item).find('a[aria-current]').length === 0)
        .map((item) => ({
          part: String($(facet).attr('id')),
          href: $(item).find('a').attr('href')!,
          count: digits($(item).find('.figure').text()),
          sum: null,
        })),
    );

/** Bars of charts, from the tables of their numbers. */
const charts = ($: Document): NumberLink[] =>
  $('.graph .numbers tbody tr')
    .get()
    .flatMap((row) => {
      const href = $(row).find('th a').attr('href');
      const [count, sum] = $(row)
        .find('td.figure')
        .map((_, cell) => $(cell).text())
        .get();
      const isMoney = sum !== undefined && /\$/.test(sum);
      return isList(href)
        ? [{part: 'chart', href, count: digits(count ?? ''), sum: isMoney ? amount(sum) : null}]
        : [];
    });

/** Figures of tables, with the amount of their row where it has one. */
const tables = ($: Document): NumberLink[] =>
  $('article .scroll td.figure a')
    .get()
    .filter((link) => !/\$/.test($(link).text()))
    .map((link) => {
      const row = $(link).closest('tr');
      // Two counts of a row share its amount.
      const counts = row.find('td.figure a').length;
      const money = row
        .find('td.figure')
        .map((_, cell) => $(cell).text())
        .get()
        .filter((text) => text.includes('$'));
      return {
        part: `table ${$(link).closest('section').attr('aria-labelledby')}`,
        href: $(link).attr('href')!,
        count: digits($(link).text()),
        sum: money.length === 1 && counts === 1 ? amount(money[0]!) : null,
      };
    });

/** Figures at the head of a profile, and in lists of facts. */
const figures = ($: Document): NumberLink[] =>
  $('dl.figures dd a, section dl.facts dd a')
    .get()
    .filter((link) => /^[\d\s,.]+$/.test($(link).text()) && isList($(link).attr('href')))
    .map((link) => ({part: 'figure', href: $(link).attr('href')!, count: digits($(link).text()), sum: null}));

/** Lists that a profile leads to. */
const related = ($: Document): NumberLink[] =>
  $('section[aria-labelledby="related"] li')
    .get()
    .map((item) => ({
      part: 'related',
      href: $(item).find('a').attr('href')!,
      count: digits(/\(([^()]*)\)\s*$/.exec($(item).text())?.[1] ?? ''),
      sum: null,
    }));

/** All of them. */
export const numberLinks = ($: Document): NumberLink[] =>
  [facets, charts, tables, figures, related].flatMap((part) => part($));
