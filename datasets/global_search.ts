/** Groups of the search over all datasets, in the order of answers. */

/** A dataset or entity that a group searches, by its `globalSearch`. */
export interface Member {
  of: string;
  /** SQL over the columns (alias `r`): the records that belong to the group; absent: all. */
  where?: string;
}

/** Among otherwise equal records, those of an earlier member come first. */
export const SEARCH: Readonly<Record<string, readonly Member[]>> = {
  contracts: [{of: 'contracts'}, {of: 'awards'}, {of: 'tenders'}],
  lobbying: [{of: 'lobbying_registrations'}, {of: 'lobbying_communications'}],
  grants: [
    {of: 'grants', where: "r.agreement_type IS DISTINCT FROM 'Contribution'"},
    {of: 'research_grants'},
  ],
  contributions: [
    {of: 'grants', where: "r.agreement_type = 'Contribution'"},
    {of: 'infrastructure_projects'},
  ],
  parliament: [{of: 'bills'}, {of: 'politicians'}, {of: 'committees'}],
};
