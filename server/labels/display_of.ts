/** How the records of a dataset are shown. */
import {DISPLAY, type Display} from './display.ts';

/** How a dataset is shown; throws for one without a row. */
export function displayOf(dataset: string): Display {
  const found = DISPLAY[dataset];
  if (!found)
    throw new Error(`${dataset} has no row in server/labels/display.ts: say how its records are shown`);
  return found;
}
