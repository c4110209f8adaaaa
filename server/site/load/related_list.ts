/** A list that a profile leads to. */
import type {Pairs} from '../paths.ts';
import type {ChartData} from '../view/chart.tsx';

/** A list of records that name what a profile is about. */
export interface RelatedList {
  dataset: string;
  filters: Pairs;
  name: string;
  /** Whether it holds the records of the profile, instead of all that contain its name. */
  isExact: boolean;
  total: number;
  /** By year; null without statistics. */
  chart: ChartData | null;
}
