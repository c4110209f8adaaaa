/** Joins rows to records step by step and remembers why. */
import type {JoinRule} from '../../../datasets/codes/join_rules.ts';

/**
 * A union of rows; each row but one of a record has the rule that joined it, or the rows behind it.
 */
export class Joins<Row> {
  readonly #parent: Map<Row, Row>;
  readonly #rule = new Map<Row, JoinRule>();

  constructor(rows: readonly Row[]) {
    this.#parent = new Map(rows.map((row) => [row, row]));
  }

  /** The row that stands for the record of a row. */
  root(row: Row): Row {
    let root = row;
    for (let next = this.#parent.get(root)!; next !== root; next = this.#parent.get(root)!) {
      // Halves the way for the next look.
      this.#parent.set(root, this.#parent.get(next)!);
      root = next;
    }
    return root;
  }

  /** Puts the record of `row` into that of `to`; nothing where they are one already. */
  join(row: Row, to: Row, rule: JoinRule): void {
    const [own, other] = [this.root(row), this.root(to)];
    if (own === other) return;
    this.#parent.set(own, other);
    this.#rule.set(own, rule);
  }

  /** Joins all rows with an equal key to the first of them; null has no equal. */
  joinEqual(rows: readonly Row[], keyOf: (row: Row) => string | number | null, rule: JoinRule): void {
    const first = new Map<string | number, Row>();
    for (const row of rows) {
      const key = keyOf(row);
      if (key === null) continue;
      const to = first.get(key);
      if (to === undefined) first.set(key, row);
      else this.join(row, to, rule);
    }
  }

  /** Why a row was joined; null where others joined it. */
  ruleOf = (row: Row): JoinRule | null => this.#rule.get(row) ?? null;

  /** The rows of each record, in order. */
  records(): Row[][] {
    return [...Map.groupBy(this.#parent.keys(), (row) => this.root(row)).values()];
  }
}
