/** Which rows of Toronto are one permit. */
import {cents, type RecordRule, type Version, type VersionRow} from './types.ts';

export interface RevisionRow extends VersionRow {
  revision: string;
  /** Whether the row is of the permits that are closed: there it is newer than in the other table. */
  cleared: boolean;
  builder: string | null;
  cost: number | null;
}

/**
 * Revisions of Toronto: `REVISION_NUM` numbers revisions to a permit after it was issued, says the City's dictionary. Most repeat the
 * cost of the permit or have none; one that differs is the cost of the revision and is added.
 */
export const permitRevisions: RecordRule<RevisionRow> = {
  candidates: [],
  read: {
    revision: 'v.revision',
    cleared: "v.table = 'cleared'",
    builder: 'v.contractor_name',
    cost: cents('v.estimated_cost'),
  },
  records: (rows) => {
    const ordered = rows.toSorted(
      (a, b) =>
        Number(a.revision > b.revision) - Number(a.revision < b.revision) ||
        Number(b.cleared) - Number(a.cleared) ||
        Number(a.builder === null) - Number(b.builder === null) ||
        a.row - b.row,
    );
    const costs = new Set<number>();
    const counted = new Set<string>();
    let total: number | null = null;
    const versions = ordered.map(({row, revision, cost}, nth): Version => {
      // Of the rows of one revision, the first with a cost gives it.
      if (cost !== null && !counted.has(revision)) {
        counted.add(revision);
        if (!costs.has(cost)) total = (total ?? 0) + cost;
        costs.add(cost);
      }
      const isKnown = ordered.slice(0, nth).some((other) => other.revision === revision);
      const rule = isKnown ? 'another row of the revision' : 'revision of the permit';
      return {row, rule: nth === 0 ? null : rule, total};
    });
    return [{versions, key: ordered[0]!.row}];
  },
};
