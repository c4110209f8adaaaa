/** Headers of the layouts of a source, which its files have as they are declared. */
import type {Source} from '../../../datasets/types.ts';

/** The columns of a layout, in order. */
export function headerOf({slug, layouts}: Source, name: string): readonly string[] {
  const layout = layouts.find((one) => one.name === name);
  if (!layout) throw new Error(`${slug} declares no layout ${name}`);
  return layout.header;
}
