/** Kinds of work over building permits: near a point, by words, grouped near a point. */
import {combined, filtered, grouped, type Kind, query} from './kind.ts';
import type {Values} from './values.ts';

const PERMITS = '/permits';
const TYPES = ['new_construction', 'renovation', 'addition', 'demolition', 'change_of_use', 'other'];

/**
 * A page around each point, with the exact total; `more` are further parameters by the number of the point.
 */
const around =
  (radius_km: number, more: (i: number) => Record<string, string> = () => ({})) =>
  ({centres}: Values): string[] =>
    centres.map((centre, i) => query(PERMITS, {...centre, radius_km, ...more(i)}));

export const PERMIT_KINDS: readonly Kind[] = [
  {
    name: 'near_type',
    title: 'permits of a type within 1 km, nearest first',
    goals: [combined],
    targets: around(1, (i) => ({permit_type: TYPES[i % TYPES.length]!})),
    compared: true,
    growth: true,
  },
  {
    name: 'near',
    title: 'permits within 1 km, nearest first',
    goals: [combined],
    targets: around(1),
    compared: true,
    growth: true,
  },
  {
    name: 'near_wide',
    title: 'permits within 20 km, nearest first',
    goals: [filtered],
    targets: around(20),
    compared: true,
    growth: true,
  },
  {
    name: 'permits_search',
    title: 'search of permits, 1 to 2 terms',
    goals: [combined],
    targets: ({permit_words}) =>
      permit_words.map((word, i) => {
        const other = permit_words[(i * 31 + 7) % permit_words.length]!;
        return query(PERMITS, {q: i % 2 === 0 || other === word ? word : `${word} ${other}`});
      }),
    compared: true,
    growth: true,
  },
  {
    name: 'stats_near',
    title: 'statistics by type of the permits within 5 km',
    goals: [grouped],
    targets: ({centres}) =>
      centres.map((centre) => query(`${PERMITS}/stats`, {...centre, radius_km: 5, group_by: 'permit_type'})),
    compared: true,
  },
];
