/** Tools for procurement and grants. */
import type {Tool} from './types.ts';

export const spending: readonly Tool[] = [
  {
    name: 'search_contracts',
    title: 'Search contracts',
    description:
      'Federal contracts that were signed: who was paid, by which department, how much, when and how the supplier was chosen. One record per contract with its latest value, however often it was amended. Filter by part of the supplier or department name, value and date of award. For notices before a contract use search_tenders and search_awards; for sums by department, supplier or year use get_stats instead of adding up pages.',
    path: '/contracts',
  },
  {
    name: 'search_vendors',
    title: 'Search suppliers',
    description:
      'Suppliers of federal contracts with number and total value of their contracts, largest first. Spellings of one supplier are counted together. Use it to find how a supplier is called, or to rank suppliers; then get_vendor_profile tells more of one.',
    path: '/vendors',
  },
  {
    name: 'get_vendor_profile',
    title: 'Supplier profile',
    description:
      'All about one supplier of federal contracts: totals, first and last contract, its departments and recent contracts. The name need not be exact: a name that begins with the text, then one that contains it is taken, and the answer names the supplier it found.',
    path: '/vendors/{name}',
  },
  {
    name: 'get_department_profile',
    title: 'Department profile',
    description:
      'All about the buying of one federal department or agency: its largest suppliers, kinds of records and recent contracts. Takes the English or the French name, or part of one.',
    path: '/departments/{name}',
  },
  {
    name: 'search_tenders',
    title: 'Search tender notices',
    description:
      'Federal tender notices: what a department asked suppliers to bid for. The first of three steps; award notices (search_awards) and contracts (search_contracts) follow. A solicitation number in a record leads to the later steps by get_procurement_lifecycle.',
    path: '/tenders',
  },
  {
    name: 'search_awards',
    title: 'Search award notices',
    description:
      'Federal award notices: which supplier won a tender, published after it closed and before the contract is signed. For contracts in force and their values use search_contracts.',
    path: '/awards',
  },
  {
    name: 'get_procurement_lifecycle',
    title: 'Tender, award and contract of one solicitation',
    description:
      'All tender, award and contract records that share one solicitation number. Few records carry one: take the number from the field solicitation_number of a tender, award or contract.',
    path: '/procurement/{solicitation_number}',
  },
  {
    name: 'search_grants',
    title: 'Search grants and funded projects',
    description:
      'Money that the government gives. dataset federal_grants: grants and contributions of all departments to organizations and people. research_grants: awards of the councils NSERC and SSHRC to researchers. infrastructure_projects: projects with a federal share. The councils report in federal_grants too: never add the two. Each dataset takes its own filters. For sums use get_stats.',
    path: {
      federal_grants: '/grants',
      research_grants: '/research_grants',
      infrastructure_projects: '/infrastructure_projects',
    },
    preset: 'federal_grants',
  },
  {
    name: 'search_grant_recipients',
    title: 'Search recipients of grants',
    description:
      'Names of recipients of federal grants and contributions that contain a text, with number and total value of their grants. Names are as fragmented as published, and namesakes have their kind or province in brackets: look here for all spellings before get_grant_recipient_profile.',
    path: '/grants/recipients',
  },
  {
    name: 'get_grant_recipient_profile',
    title: 'Recipient profile',
    description:
      'All about one recipient of federal grants and contributions: totals, top departments, recent grants, and other names that may be the same recipient. Find names by search_grant_recipients.',
    path: '/grants/recipients/{name}',
  },
];
