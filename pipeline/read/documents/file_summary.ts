/** Summarises the layouts of all documents of a file for its manifest entry. */
import type {Layout} from '../../../datasets/types.ts';
import type {LayoutTally} from './layout_tally.ts';

export interface FileFacts {
  layout: string;
  unknown: string[];
  missing: string[];
}

interface Seen {
  present: Set<string>;
  missing: Set<string>;
  unknown: Set<string>;
  /** Whether its rows, or an empty container, occurred anywhere. */
  hasContainer: boolean;
  path: string;
}

export class FileSummary {
  readonly #layouts = new Map<Layout, Seen>();

  add(tally: LayoutTally): void {
    const {layout, rows, count, presence} = tally;
    let seen = this.#layouts.get(layout);
    if (!seen) {
      const path = rows.form === 'xml' || rows.form === 'json' ? rows.path : rows.form;
      seen = {present: new Set(), missing: new Set(), unknown: new Set(), hasContainer: false, path};
      this.#layouts.set(layout, seen);
    }
    for (const name of tally.presentColumns()) seen.present.add(name);
    for (const name of tally.missing()) seen.missing.add(name);
    for (const name of tally.unknown) seen.unknown.add(name);
    seen.hasContainer ||= count > 0 || presence.empty || !presence.lacking;
  }

  /** Where there are several layouts, every name is prefixed with its layout. */
  facts(): FileFacts {
    const several = this.#layouts.size > 1;
    const facts: FileFacts = {layout: '', unknown: [], missing: []};
    const names: string[] = [];
    for (const [{name}, {present, missing, unknown, hasContainer, path}] of this.#layouts) {
      const named = (column: string) => (several ? `${name}: ${column}` : column);
      names.push(name);
      facts.unknown.push(...[...unknown].map(named));
      facts.missing.push(...[...missing].filter((column) => !present.has(column)).map(named));
      // The container of its rows has another name in every document.
      if (!hasContainer) facts.missing.push(named(path));
    }
    return {...facts, layout: names.join(', ')};
  }
}
