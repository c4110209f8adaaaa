/** Names under which publishers put payments to many recipients together. */
import {fold} from '../../datasets/rules/text.ts';

const BUNDLES: ReadonlySet<string> = new Set([
  'batch report',
  'batch reporting',
  'rapport en lots',
  'rapport par lots',
]);

/** Whether a name stands for many recipients; of a bilingual one, whether both halves do. */
export const isBundle = (name: string): boolean => name.split(' | ').every((half) => BUNDLES.has(fold(half)));
