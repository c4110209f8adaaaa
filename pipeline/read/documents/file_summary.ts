/** Summarises the layouts of all documents of a file for its manifest entry. */
import type {Layout} from '../../../datasets/types.ts';
import type {LayoutTally} from './layout_tally.ts';

export interface FileFacts {
  layout: string;
  unknown: string[];
  missing: string[];
}

export class FileSummary {
  readonly #tallies = new Map<Layout, LayoutTally>();

  add(tally: LayoutTally): void {
    const seen = this.#tallies.get(tally.layout);
    if (seen) seen.merge(tally);
    else this.#tallies.set(tally.layout, tally);
  }

  /** Where there are several layouts, every name is prefixed with its layout. */
  facts(): FileFacts {
    const tallies = [...this.#tallies.values()];
    const named = ({layout}: LayoutTally, columns: Iterable<string>) =>
      [...columns].map((column) => (tallies.length > 1 ? `${layout.name}: ${column}` : column));
    return {
      layout: tallies.map(({layout}) => layout.name).join(', '),
      unknown: tallies.flatMap((tally) => named(tally, tally.unknown)),
      missing: tallies.flatMap((tally) => {
        // The container of its rows has another name in every document.
        const hasContainer = tally.count > 0 || tally.empty || !tally.lacking;
        return named(tally, [...tally.missing(), ...(hasContainer ? [] : [placeOf(tally)])]);
      }),
    };
  }
}

/** Where a layout looks for its rows, for messages. */
export const placeOf = ({rows}: LayoutTally): string => ('path' in rows ? rows.path : rows.form);
