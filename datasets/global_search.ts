/** The groups of the search over all datasets, in the order of the answer. */

/** A dataset or entity whose records a group finds, by its `found`. */
export interface Member {
  of: string;
  /** SQL over the columns (alias `r`): the records that count; absent: all. */
  where?: string;
}

/** Among records that are alike otherwise those of an earlier member stand first. */
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
