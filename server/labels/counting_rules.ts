/** Rules against counting the same money or record twice, one row each. */

interface CountingRule {
  /** Tools and datasets whose figures it is about. */
  about: string;
  rule: string;
}

export const COUNTING_RULES: readonly CountingRule[] = [
  {
    about: 'any two datasets',
    rule: 'Never add totals of different datasets: they report part of the same money again.',
  },
  {
    about: 'contracts',
    rule: 'One contract is one record with its latest value, however often it was amended: never add its amendments. Its year is that of its award.',
  },
  {
    about: 'contracts and disclosures',
    rule: 'disclosures are the part of contracts that departments disclose themselves: they are counted in contracts already.',
  },
  {
    about: 'contracts and awards',
    rule: 'An award notice comes again as a contract: use contracts for what was spent, awards for who won a tender.',
  },
  {
    about: 'contracts',
    rule: 'Standing offers and supply arrangements are no spending: their value is a ceiling. The filter instrument_type Contract leaves them out.',
  },
  {
    about: 'tenders',
    rule: 'A tender notice is a request for bids: nothing is spent by it.',
  },
  {
    about: 'grants',
    rule: 'One agreement is one record with its value after the latest amendment: never add its versions.',
  },
  {
    about: 'grants and research_grants',
    rule: 'The research councils report their awards in grants, too: never add the two. A research award has one record for each fiscal year of its payments.',
  },
  {
    about: 'infrastructure_projects',
    rule: 'The federal share of a project may be a grant to a province or municipality in grants: never add the two.',
  },
  {
    about: 'get_stats',
    rule: 'A record with several values of a dimension (institutions, subjects, officials) counts in each of its groups: meta.overlapping says so, and the groups add up to more than meta.total.',
  },
  {
    about: 'get_stats',
    rule: 'sum_value adds the records that have a value: value_count says how many those are. It is null where none has one, which is not 0.',
  },
  {
    about: 'search_organizations, get_organization_profile',
    rule: 'total_value of an organization adds contracts and grants, and no other dataset.',
  },
  {
    about: 'vendors, recipients, clients',
    rule: 'Spellings of one supplier of contracts are counted together. Recipients of grants and clients of lobbyists are counted by spelling, English and French apart: look for all spellings.',
  },
  {
    about: 'lobbying_registrations',
    rule: 'One record for each version that was filed: the number of records is not the number of lobbyists or clients.',
  },
  {
    about: 'permits',
    rule: 'Estimated costs are those that applicants give; several municipalities publish none.',
  },
];
