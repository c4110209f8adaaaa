/** Groups of the search over all datasets, in the order of answers. */

/** A dataset or entity that a group searches, by its `globalSearch`. */
export interface Member {
  table: string;
  /** SQL over the columns (alias `r`): the records that belong to the group; absent: all. */
  where?: string;
}

/** Joins the items of a list in a label. */
export const LIST_JOINT = '; ';

/** Among otherwise equal records, those of an earlier member come first. */
export const SEARCH: Readonly<Record<string, readonly Member[]>> = {
  contracts: [{table: 'contracts'}, {table: 'awards'}, {table: 'tenders'}],
  lobbying: [{table: 'lobbying_registrations'}, {table: 'lobbying_communications'}],
  grants: [
    {table: 'grants', where: "r.agreement_type IS DISTINCT FROM 'Contribution'"},
    {table: 'research_grants'},
  ],
  contributions: [
    {table: 'grants', where: "r.agreement_type = 'Contribution'"},
    {table: 'infrastructure_projects'},
  ],
  parliament: [{table: 'bills'}, {table: 'politicians'}, {table: 'committees'}],
};
