/** Words that people use for values of closed sets besides their labels, by field and value. */
type Words = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const WORDS: Words = {
  procurement_method: {
    Competitive: [
      'competitive bid',
      'competitive bidding',
      'competed',
      'open bidding',
      'open tender',
      'selective tendering',
      'request for proposals',
      'compétitif',
      'appel d’offres',
      'appel d’offres ouvert',
      'par concours',
    ],
    'Non-competitive': [
      'sole source',
      'sole sourced',
      'single source',
      'directed contract',
      'direct award',
      'no bid',
      'not competed',
      'uncompetitive',
      'noncompetitive',
      'not competitive',
      'without competition',
      'without competing',
      'without tender',
      'untendered',
      'non compétitif',
      'gré à gré',
      'de gré à gré',
      'fournisseur unique',
      'source unique',
      'sans concours',
      'sans concurrence',
      'sans mise en concurrence',
      'sans appel d’offres',
    ],
    'Advance contract award notice': [
      'acan',
      'advance notice',
      'pac',
      'préavis',
      'préavis d’adjudication de contrat',
    ],
  },
};

/** None for most values. */
export const wordsFor = (field: string, value: string): readonly string[] => WORDS[field]?.[value] ?? [];
