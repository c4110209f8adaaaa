/** Joins rows to records step by step and remembers why. */
import type {JoinRule} from '../../../datasets/codes/join_rules.ts';

/**
 * A union of rows by their position; each row but one of a record has the rule that joined it, or the rows
 * behind it.
 */
export class Joins {
  readonly #parent: number[];
  readonly #rule: (JoinRule | null)[];

  constructor(rows: number) {
    this.#parent = Array.from({length: rows}, (_, at) => at);
    this.#rule = new Array<JoinRule | null>(rows).fill(null);
  }

  /** The row that stands for the record of a row. */
  root(at: number): number {
    let root = at;
    while (this.#parent[root] !== root) {
      // Halves the way for the next look.
      this.#parent[root] = this.#parent[this.#parent[root]!]!;
      root = this.#parent[root]!;
    }
    return root;
  }

  /** Puts the record of `at` into that of `to`; nothing where they are one already. */
  join(at: number, to: number, rule: JoinRule): void {
    const [own, other] = [this.root(at), this.root(to)];
    if (own === other) return;
    this.#parent[own] = other;
    this.#rule[own] = rule;
  }

  /** Joins all positions with an equal key to the first of them; null has no equal. */
  joinEqual(
    positions: readonly number[],
    keyOf: (at: number) => string | number | null,
    rule: JoinRule,
  ): void {
    const first = new Map<string | number, number>();
    for (const at of positions) {
      const key = keyOf(at);
      if (key === null) continue;
      const to = first.get(key);
      if (to === undefined) first.set(key, at);
      else this.join(at, to, rule);
    }
  }

  /** Why a row was joined; null where others joined it. */
  ruleOf(at: number): JoinRule | null {
    return this.#rule[at]!;
  }

  /** The positions of each record, in order. */
  records(): number[][] {
    const records = Map.groupBy(this.#parent.keys(), (at) => this.root(at));
    return [...records.values()];
  }
}
