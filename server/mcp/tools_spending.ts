/** Tools for procurement and grants. */
import type {Tool} from './types.ts';

export const spending: readonly Tool[] = [
  {
    name: 'search_contracts',
    title: 'Search contracts',
    description:
      'Federal contracts that were signed: supplier, department, value, date, method; newest first. One record per contract with its latest value: amendments do not count again. A standing offer or supply arrangement is no spending: leave it out by instrument_type Contract. For totals use get_stats.',
    path: '/contracts',
  },
  {
    name: 'search_vendors',
    title: 'Search suppliers',
    description:
      'Suppliers of federal contracts with number and total value of their contracts, largest first; spellings of one supplier are counted together. get_vendor_profile tells more of one.',
    hasView: true,
    path: '/vendors',
  },
  {
    name: 'get_vendor_profile',
    title: 'Supplier profile',
    description:
      'All about one supplier of federal contracts, all its spellings together: totals, departments, recent contracts. Part of a name finds the largest of all that have it: check the name in the answer.',
    path: '/vendors/{name}',
  },
  {
    name: 'list_departments',
    title: 'List departments',
    description:
      'Departments and agencies that buy, with the number of their records and the value of their contracts: their official names, which the filter department takes in part.',
    hasView: true,
    path: '/departments',
  },
  {
    name: 'get_department_profile',
    title: 'Department profile',
    description:
      'All about the buying of one department or agency: largest suppliers, recent contracts. Takes the English or French name from list_departments, or part of one: check the name in the answer.',
    path: '/departments/{name}',
  },
  {
    name: 'search_tenders',
    title: 'Search tender notices',
    description:
      'Federal tender notices: what departments asked suppliers to bid for, before award notices (search_awards) and contracts. An advance contract award notice means one supplier is chosen unless others object.',
    path: '/tenders',
  },
  {
    name: 'search_awards',
    title: 'Search award notices',
    description:
      'Federal award notices: who won a tender. Their values come again in contracts: never add the two.',
    path: '/awards',
  },
  {
    name: 'get_procurement_lifecycle',
    title: 'Tender, award and contract of one solicitation',
    description:
      'All tender, award and contract records with one solicitation_number, which few records carry: take it from one of them.',
    path: '/procurement/{solicitation_number}',
  },
  {
    name: 'search_grants',
    title: 'Search grants and funded projects',
    description:
      'Money that the government gives. grants: grants and contributions of all departments, amendments counted once. research_grants: awards of NSERC and SSHRC. infrastructure_projects: projects with a federal share. The councils report in grants too: never add datasets. For totals use get_stats.',
    path: {
      grants: '/grants',
      research_grants: '/research_grants',
      infrastructure_projects: '/infrastructure_projects',
    },
    preset: 'grants',
  },
  {
    name: 'search_grant_recipients',
    title: 'Search recipients of grants',
    description:
      'Recipients of federal grants with number and total value. Names are as fragmented as published: look for all spellings. Namesakes have their kind or province in brackets.',
    hasView: true,
    path: '/grants/recipients',
  },
  {
    name: 'get_grant_recipient_profile',
    title: 'Recipient profile',
    description:
      'All about one recipient of federal grants: totals, departments, recent grants, and other names that may be the same one.',
    path: '/grants/recipients/{name}',
  },
];
