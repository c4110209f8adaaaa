/** What the address of a list says of its chart: parameters of pages alone, which the API does not have. */

/** Its grouping, and after a comma the one that parts its bars. */
export const CHART_PARAMETER = 'chart';
export const MEASURE_PARAMETER = 'measure';
export const SHARE_PARAMETER = 'share';

/** What a chart shows of the records of a group. */
export type Measure = 'count' | 'sum' | 'median';

/** What the chart may show: a word of the address for each. */
export const MEASURES: Readonly<Record<string, Measure>> = {records: 'count', value: 'sum', median: 'median'};

/** All of them. */
export const OF_PAGE: ReadonlySet<string> = new Set([CHART_PARAMETER, MEASURE_PARAMETER, SHARE_PARAMETER]);
