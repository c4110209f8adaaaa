/** Summarises the layouts of all documents of a file for its manifest entry. */
import type {Layout} from '../../../datasets/types.ts';
import type {LayoutTally} from './layout_tally.ts';

export interface FileFacts {
  layout: string;
  unknown: string[];
  missing: string[];
}

interface Seen {
  found: Set<string>;
  missing: Set<string>;
  unknown: Set<string>;
  /** Whether its rows, or an empty container, occurred anywhere. */
  stood: boolean;
  at: string;
}

export class FileSummary {
  readonly #layouts = new Map<Layout, Seen>();

  add(tally: LayoutTally): void {
    const {layout, rows, count, presence: place} = tally;
    let seen = this.#layouts.get(layout);
    if (!seen) {
      const at = rows.form === 'xml' || rows.form === 'json' ? rows.at : rows.form;
      seen = {found: new Set(), missing: new Set(), unknown: new Set(), stood: false, at};
      this.#layouts.set(layout, seen);
    }
    for (const name of tally.found()) seen.found.add(name);
    for (const name of tally.missing()) seen.missing.add(name);
    for (const name of tally.unknown) seen.unknown.add(name);
    seen.stood ||= count > 0 || place.empty || !place.lacking;
  }

  /** Where there are several layouts, every name is prefixed with its layout. */
  facts(): FileFacts {
    const several = this.#layouts.size > 1;
    const facts: FileFacts = {layout: '', unknown: [], missing: []};
    const names: string[] = [];
    for (const [{name}, {found, missing, unknown, stood, at}] of this.#layouts) {
      const named = (column: string) => (several ? `${name}: ${column}` : column);
      names.push(name);
      facts.unknown.push(...[...unknown].map(named));
      facts.missing.push(...[...missing].filter((column) => !found.has(column)).map(named));
      // The container of its rows has another name in every document.
      if (!stood) facts.missing.push(named(at));
    }
    return {...facts, layout: names.join(', ')};
  }
}
