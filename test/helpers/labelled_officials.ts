/**
 * Officials as filers write them, labelled by hand with the intended politician: every hard case seen in
 * published reports, with invented people.
 */
import {personKey} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';

type Term = [chamber: 'House' | 'Senate', from: string, to: string | null, riding?: string];

const person = (id: number, slug: string, forms: readonly string[], terms: readonly Term[]) => ({
  id,
  slug,
  name: forms[0] ?? '',
  folded_names: [...new Set(forms.map(personKey))],
  terms: terms.map(([chamber, from_date, to_date, riding = null]) => ({chamber, from_date, to_date, riding})),
});

export const PEOPLE: readonly Record<string, Json>[] = [
  person(1, 'maren-cote-lindqvist', ['Maren Côté-Lindqvist'], [['House', '2015-10-19', null]]),
  person(
    2,
    'robert-castellane',
    ['Robert Castellane', 'Bob Castellane'],
    [['House', '2011-05-02', '2019-09-11']],
  ),
  person(3, 'jean-yves-o-shaughnessy', ["Jean-Yves O'Shaughnessy"], [['House', '2015-10-19', null]]),
  person(4, 'david-anderson', ['David Anderson'], [['House', '2000-11-27', '2019-10-20', 'Cobalt Hills']]),
  person(
    5,
    'david-anderson-5',
    ['David Anderson'],
    [['House', '1993-10-25', '2006-01-22', 'Port Wren—Île-Verte']],
  ),
  person(6, 'ngozi-ekwueme', ['Ngozi Ekwueme'], [['Senate', '2016-11-10', null]]),
  person(7, 'paul-desrosiers', ['Paul Desrosiers'], [['House', '2004-06-28', '2011-05-01']]),
  person(8, 'james-moorcroft', ['James Moorcroft'], [['House', '1979-05-22', '1988-11-20']]),
  person(9, 'james-moorcroft-9', ['James Moorcroft'], [['House', '2000-11-27', '2015-10-18']]),
  person(10, 'kathleen-st-john', ['Kathleen St. John'], [['House', '2008-10-14', null]]),
  person(11, 'francois-xavier-d-amboise', ["François-Xavier D'Amboise"], [['House', '2019-10-21', null]]),
  person(12, 'ellen-harkness', ['Ellen Harkness'], []),
  person(13, 'peter-frostad', ['Peter Frostad'], []),
  person(14, 'peter-frostad-14', ['Peter Frostad'], [['House', '2015-10-19', null]]),
  person(
    15,
    'anne-quach-tremblay',
    ['Anne Minh-Thu Quach-Tremblay', 'Anne Quach-Tremblay'],
    [['House', '2011-05-02', '2019-10-20']],
  ),
  person(16, 'adrien-bellefontaine', ['Adrien Bellefontaine'], [['House', '2008-10-14', null]]),
  person(17, 'charles-james', ['Charles James'], [['House', '2015-10-19', null]]),
  person(
    18,
    'zoe-achille',
    ['Zoé Achille'],
    [
      ['House', '2015-10-19', '2021-09-19'],
      ['Senate', '2022-03-01', null],
    ],
  ),
  person(19, 'li-ng', ['Li Ng'], [['House', '2017-04-03', null]]),
  person(20, 'seamus-o-regan-hale', ["Séamus O'Regan-Hale"], [['House', '2015-10-19', null]]),
  person(21, 'william-hart', ['William Hart'], [['House', '2015-10-19', null]]),
  person(22, 'marie-eve-boeuf', ['Marie-Ève Bœuf'], [['House', '2015-10-19', null]]),
  person(23, 'ruby-major', ['Ruby Major'], [['House', '2015-10-19', null]]),
  person(24, 'ngozi-ekwueme-24', ['Ngozi Ekwueme'], [['House', '2015-10-19', '2019-09-11']]),
  person(25, 'cass-lund', ['Cass Lund', 'Cassandra Lund'], [['House', '2015-10-19', null]]),
  person(26, 'cassandra-lund', ['Cassandra Lund'], [['House', '2015-10-19', '2019-09-11']]),
];

/** The filing, its day, and the slug of the intended politician; null: none of the above. */
export type Labelled = [
  name: string,
  title: string | null,
  institution: string | null,
  date: string,
  meant: string | null,
];

const HOUSE = 'House of Commons';
const SENATE = 'Senate of Canada';
const MAREN = 'maren-cote-lindqvist';

const SPELLINGS: readonly Labelled[] = [
  ['Maren Côté-Lindqvist', 'Member of Parliament', HOUSE, '2018-03-02', MAREN],
  ['MAREN COTE-LINDQVIST', 'MP', HOUSE, '2018-03-02', MAREN],
  ['Maren Cote Lindqvist', 'M.P.', HOUSE, '2018-03-02', MAREN],
  [
    '  maren   côté lindqvist ',
    'Member of Parliament for Harbour—Northline',
    'Members of the House of Commons',
    '2018-03-02',
    MAREN,
  ],
  [
    'Hon. Maren Côté-Lindqvist',
    'Minister of Fisheries',
    'Fisheries and Oceans Canada (DFO)',
    '2019-03-02',
    MAREN,
  ],
  [
    'The Honourable Maren Côté-Lindqvist, P.C., M.P.',
    'Minister',
    'Fisheries and Oceans Canada (DFO)',
    '2019-03-02',
    MAREN,
  ],
  [
    "L'honorable Maren Côté-Lindqvist",
    'Ministre des Pêches',
    'Pêches et Océans Canada (MPO)',
    '2019-03-02',
    MAREN,
  ],
  ['Maren Côté-Lindqvist (Hon.)', 'Minister', 'Fisheries and Oceans Canada (DFO)', '2019-03-02', MAREN],
  ['Mme Maren Côté-Lindqvist', 'Députée', 'Chambre des communes', '2018-03-02', MAREN],
  ['Ms. Maren Côté-Lindqvist', 'Critic for Northern Affairs', HOUSE, '2018-03-02', MAREN],
  [
    'Right Hon. Adrien Bellefontaine',
    'Prime Minister',
    "Prime Minister's Office (PMO)",
    '2018-03-02',
    'adrien-bellefontaine',
  ],
  [
    'Le très honorable Adrien Bellefontaine',
    'Premier ministre',
    'Cabinet du premier ministre (CPM)',
    '2018-03-02',
    'adrien-bellefontaine',
  ],
  ['Adrien Bellefontaine MP', 'Prime Minister of Canada', HOUSE, '2018-03-02', 'adrien-bellefontaine'],
  ['Jean-Yves O’Shaughnessy', 'Deputy House Leader', HOUSE, '2018-03-02', 'jean-yves-o-shaughnessy'],
  ['Jean Yves OShaughnessy', 'Whip', HOUSE, '2018-03-02', 'jean-yves-o-shaughnessy'],
  ['JEAN-YVES O´SHAUGHNESSY', 'MP', HOUSE, '2018-03-02', 'jean-yves-o-shaughnessy'],
  [
    'Kathleen St John',
    'Chair, Standing Committee on Government Operations and Estimates',
    HOUSE,
    '2018-03-02',
    'kathleen-st-john',
  ],
  [
    'Dr. Kathleen St. John',
    'Parliamentary Secretary to the Minister of Health',
    'Health Canada (HC)',
    '2018-03-02',
    'kathleen-st-john',
  ],
  [
    "François-Xavier D'Amboise",
    'Secrétaire parlementaire du ministre de la Santé',
    'Santé Canada',
    '2020-03-02',
    'francois-xavier-d-amboise',
  ],
  [
    'Li Ng',
    'Minister of Small Business',
    'Innovation, Science and Economic Development Canada',
    '2019-03-02',
    'li-ng',
  ],
  [
    'Hon. Li Ng',
    'Minister of State',
    'Innovation, Science and Economic Development Canada',
    '2019-03-02',
    'li-ng',
  ],
  [
    "Seamus O'Regan-Hale",
    'Associate Minister of National Defence',
    'National Defence (DND)',
    '2018-03-02',
    'seamus-o-regan-hale',
  ],
  [
    "Séamus O'Regan-Hale",
    'President of the Treasury Board',
    'Treasury Board Of Canada Secretariat (TBS)',
    '2018-03-02',
    'seamus-o-regan-hale',
  ],
  ['Marie-Ève Bœuf', 'Députée', 'Chambre des communes', '2018-03-02', 'marie-eve-boeuf'],
  ['Ruby Major', 'Member of Parliament', HOUSE, '2018-03-02', 'ruby-major'],
  ['William Hart', null, HOUSE, '2018-03-02', 'william-hart'],
  ['Charles James', 'Leader of the Opposition', HOUSE, '2018-03-02', 'charles-james'],
];

const FORMS: readonly Labelled[] = [
  ['Bob Castellane', 'MP', HOUSE, '2014-03-02', 'robert-castellane'],
  ['Robert Castellane', 'MP', HOUSE, '2014-03-02', 'robert-castellane'],
  ['Anne Minh-Thu Quach-Tremblay', 'Députée', HOUSE, '2014-03-02', 'anne-quach-tremblay'],
  ['Anne Quach-Tremblay', 'Députée', HOUSE, '2014-03-02', 'anne-quach-tremblay'],
  // Nicknames that nobody publishes and slips stay without a link, and names that may be swapped or not.
  [
    'Francois-Xavier D Amboise',
    'Secrétaire parlementaire',
    'Santé Canada',
    '2020-03-02',
    'francois-xavier-d-amboise',
  ],
  ['Rob Castellane', 'MP', HOUSE, '2014-03-02', 'robert-castellane'],
  ['Bill Hart', 'Member of Parliament', HOUSE, '2018-03-02', 'william-hart'],
  ['Wiliam Hart', 'Member of Parliament', HOUSE, '2018-03-02', 'william-hart'],
  ['Achille Zoé', 'MP', HOUSE, '2018-03-02', 'zoe-achille'],
  ['James Charles', 'Member of Parliament', HOUSE, '2018-03-02', null],
  ['Hart', 'Member of Parliament', HOUSE, '2018-03-02', 'william-hart'],
];

const NAMESAKES: readonly Labelled[] = [
  ['David Anderson', 'MP', HOUSE, '2005-03-02', 'david-anderson'],
  ['David Anderson', 'Minister of the Environment', 'Environment Canada', '2003-03-02', 'david-anderson-5'],
  ['David Anderson', 'MP', HOUSE, '2012-03-02', 'david-anderson'],
  ['David Anderson', 'MP, Port Wren - Ile Verte', HOUSE, '2005-03-02', 'david-anderson-5'],
  ['David Anderson', 'Cobalt Hills', HOUSE, '2005-03-02', 'david-anderson'],
  ['David Anderson', 'Member for Port Wren—Île-Verte', HOUSE, '2012-03-02', null],
  ['Ngozi Ekwueme', 'MP', HOUSE, '2018-03-02', 'ngozi-ekwueme-24'],
  ['Ngozi Ekwueme', 'Member of Parliament', SENATE, '2018-03-02', 'ngozi-ekwueme-24'],
  ['Hon. Ngozi Ekwueme', 'Senator', null, '2018-03-02', 'ngozi-ekwueme'],
  ['Ngozi Ekwueme', 'Minister', 'Health Canada (HC)', '2018-03-02', 'ngozi-ekwueme-24'],
  ['Ngozi Ekwueme', 'MP', HOUSE, '2021-03-02', null],
  ['Cassandra Lund', 'MP', HOUSE, '2018-03-02', 'cassandra-lund'],
  ['Cassandra Lund', 'MP', HOUSE, '2020-03-02', 'cass-lund'],
  ['Cass Lund', 'MP', HOUSE, '2018-03-02', 'cass-lund'],
  ['Lund Cass', 'MP', HOUSE, '2018-03-02', 'cass-lund'],
  ['Lund Cass', 'Constituency Liaison', HOUSE, '2018-03-02', null],
  ['David Anderson', 'MP', HOUSE, '2020-03-02', null],
  ['James Moorcroft', 'Minister', 'Canadian Heritage (PCH)', '2010-03-02', 'james-moorcroft-9'],
  ['Hon. James Moorcroft', 'Minister', 'Canadian Heritage (PCH)', '2016-03-02', null],
  ['Peter Frostad', 'MP', HOUSE, '2018-03-02', 'peter-frostad-14'],
  ['Ellen Harkness', 'Senator', SENATE, '2012-03-02', 'ellen-harkness'],
];

const TERMS: readonly Labelled[] = [
  ['Paul Desrosiers', 'MP', HOUSE, '2009-03-02', 'paul-desrosiers'],
  ['Paul Desrosiers', 'MP', HOUSE, '2011-05-01', 'paul-desrosiers'],
  ['Paul Desrosiers', 'MP', HOUSE, '2011-05-02', null],
  ['Paul Desrosiers', 'Member', 'Immigration and Refugee Board', '2014-03-02', null],
  ['Zoé Achille', 'MP', HOUSE, '2018-03-02', 'zoe-achille'],
  ['Senator Zoé Achille', 'Senator', SENATE, '2022-05-02', 'zoe-achille'],
  ['Zoé Achille', 'Director of Strategy', 'Northline Port Authority', '2021-12-01', null],
  ['Zoé Achille', 'MP', HOUSE, '2021-12-01', null],
  ['Ngozi Ekwueme', 'Senator', SENATE, '2018-03-02', 'ngozi-ekwueme'],
  ['Hon. Ngozi Ekwueme', 'Sénatrice', 'Sénat du Canada', '2018-03-02', 'ngozi-ekwueme'],
  ['Sen. Ngozi Ekwueme', 'Chair, Committee on Banking', SENATE, '2018-03-02', 'ngozi-ekwueme'],
  ['Ngozi Ekwueme', 'Senator', SENATE, '2016-03-02', null],
];

/** People with the names of politicians, and the offices of politicians. */
const STAFF: readonly Labelled[] = [
  ['William Hart', 'Legislative Assistant', HOUSE, '2018-03-02', null],
  ['William Hart', 'Policy Advisor', HOUSE, '2018-03-02', null],
  ['William Hart', "Policy Adviser, Minister's Office", 'Health Canada (HC)', '2018-03-02', null],
  ['William Hart', 'Assistant to Member of Parliament', HOUSE, '2018-03-02', null],
  ['William Hart', 'Executive Assistant to the MP', HOUSE, '2018-03-02', null],
  ['William Hart', 'Chief of Staff to the Minister', 'Health Canada (HC)', '2018-03-02', null],
  ['William Hart', 'Deputy Minister', 'Health Canada (HC)', '2018-03-02', null],
  ['William Hart', 'Associate Assistant Deputy Minister', 'Health Canada (HC)', '2018-03-02', null],
  ['William Hart', 'Sous-ministre adjoint', 'Santé Canada', '2018-03-02', null],
  ['William Hart', 'Director of Parliamentary Affairs', 'Health Canada (HC)', '2018-03-02', null],
  ['William Hart', 'Press Secretary', "Prime Minister's Office (PMO)", '2018-03-02', null],
  [
    'William Hart',
    'Principal Secretary to the Prime Minister',
    "Prime Minister's Office (PMO)",
    '2018-03-02',
    null,
  ],
  ['William Hart', 'Adjoint parlementaire', 'Chambre des communes', '2018-03-02', null],
  ['William Hart', 'Conseiller principal, Cabinet de la ministre', 'Santé Canada', '2018-03-02', null],
  ['William Hart', 'Office of the Minister of Health', 'Health Canada (HC)', '2018-03-02', null],
  ['William Hart', 'Issues Management, Leader’s Office', HOUSE, '2018-03-02', null],
  ['William Hart', 'Parliamentary Intern', HOUSE, '2018-03-02', null],
  ['William Hart', 'Committee Clerk', HOUSE, '2018-03-02', null],
  ['William Hart', 'Senior Analyst', 'Transport Canada (TC)', '2018-03-02', null],
  ['William Hart', 'Economist', 'Finance Canada (FIN)', '2018-03-02', null],
  ['William Hart', 'President and CEO', 'Export Development Canada', '2018-03-02', null],
  ['William Hart', null, 'Transport Canada (TC)', '2018-03-02', null],
  ['William Hart', 'Minister-Counsellor (Culture)', 'Global Affairs Canada (GAC)', '2018-03-02', null],
  ['William Hart', 'Ministre-conseiller', 'Affaires mondiales Canada (AMC)', '2018-03-02', null],
  ['William Hart', 'Minister Plenipotentiary', 'Global Affairs Canada (GAC)', '2018-03-02', null],
  ['William Hart', 'Scheduling for the Minister', 'Health Canada (HC)', '2018-03-02', null],
  ['William Hart', 'Secrétaire du député', 'Chambre des communes', '2018-03-02', null],
  ['William Hart', 'Member Services', HOUSE, '2018-03-02', null],
  ['William Hart', 'Outreach', HOUSE, '2018-03-02', null],
  ['William Hart', 'Page', HOUSE, '2018-03-02', null],
  ['Ngozi Ekwueme', "Director, Senator's Office", SENATE, '2018-03-02', null],
  ['Priya Nadeau', 'Legislative Assistant', HOUSE, '2018-03-02', null],
  ['Zoé Hart', 'MP', HOUSE, '2018-03-02', null],
  ['Maren Lindqvist', 'Member of Parliament', HOUSE, '2018-03-02', null],
];

/** Offices of politicians that hold words of staff. */
const OFFICES: readonly Labelled[] = [
  ['Charles James', 'Parliamentary Secretary', 'Transport Canada (TC)', '2018-03-02', 'charles-james'],
  ['Charles James', 'Assistant Deputy Speaker', HOUSE, '2018-03-02', 'charles-james'],
  [
    'Charles James',
    'Deputy Prime Minister and Minister of Finance',
    'Finance Canada (FIN)',
    '2018-03-02',
    'charles-james',
  ],
  ['Charles James', 'Leader parlementaire adjoint', 'Chambre des communes', '2018-03-02', 'charles-james'],
  ['Charles James', 'Secretary of State (Sport)', 'Canadian Heritage (PCH)', '2018-03-02', 'charles-james'],
  ['Charles James', 'Ministre délégué', 'Patrimoine canadien', '2018-03-02', 'charles-james'],
  ['Charles James', 'Attorney General of Canada', 'Justice Canada (JC)', '2018-03-02', 'charles-james'],
  [
    'Charles James',
    'Présidente du Conseil du Trésor',
    'Secrétariat du Conseil du Trésor',
    '2018-03-02',
    'charles-james',
  ],
  [
    'Charles James',
    'Leader of the Government in the House',
    'Privy Council Office (PCO)',
    '2018-03-02',
    'charles-james',
  ],
  [
    'Charles James',
    'Member, Standing Committee on Science and Research',
    HOUSE,
    '2018-03-02',
    'charles-james',
  ],
];

export const LABELLED: readonly Labelled[] = [
  ...SPELLINGS,
  ...FORMS,
  ...NAMESAKES,
  ...TERMS,
  ...STAFF,
  ...OFFICES,
];
