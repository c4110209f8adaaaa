/** Which rows of Toronto are one permit. */
import {compareText} from '../../../datasets/rules/text.ts';
import {cents, type RecordRule, type Version, type VersionRow} from './types.ts';

export interface RevisionRow extends VersionRow {
  revision: string;
  /** Whether the row is of the permits that are closed: there it is newer than in the other table. */
  cleared: boolean;
  builder: string | null;
  cost: number | null;
}

/**
 * Revisions of Toronto: `REVISION_NUM` numbers revisions to a permit after it was issued, says the City's
 * dictionary. Most repeat the cost of the permit or have none; one that differs is the cost of the revision
 * and is added.
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
        compareText(a.revision, b.revision) ||
        Number(b.cleared) - Number(a.cleared) ||
        Number(a.builder === null) - Number(b.builder === null) ||
        a.row - b.row,
    );
    // Of the rows of one revision, the first with a cost gives it.
    const costs = new Map<string, number>();
    for (const {revision, cost} of ordered)
      if (cost !== null && !costs.has(revision)) costs.set(revision, cost);
    // The current version is the original: every version has the cost of the whole permit.
    const total = costs.size ? [...new Set(costs.values())].reduce((sum, cost) => sum + cost, 0) : null;
    const versions = ordered.map(({row, revision}, nth): Version => {
      const isKnown = ordered.slice(0, nth).some((other) => other.revision === revision);
      const rule = isKnown ? 'another row of the revision' : 'revision of the permit';
      return {row, rule: nth === 0 ? null : rule, total};
    });
    return [{versions, key: ordered[0]!.row}];
  },
};
