/** Values of a field as they are answered. */
import type {Json} from '../../../datasets/types.ts';

/** A value with its records: of a code its names, of a key the name that people read. */
export interface ValueItem {
  value: string;
  count: number;
  /** `name_en` and `name_fr`; `label`. */
  [name: string]: Json;
}
