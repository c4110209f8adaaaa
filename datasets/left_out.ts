/** Files of the publishers that are not loaded, each with the reason; published in docs/DATASETS.md. */

interface LeftOut {
  file: string;
  reason: string;
}

export const LEFT_OUT: readonly LeftOut[] = [
  {
    file: '`contractsa.csv` of proactive disclosure (contracts under 10,000 CAD)',
    reason: 'sums by institution and year, no single contract and no supplier',
  },
  {
    file: '`newTenderNotice`, `openTenderNotice` and the files of single fiscal years of CanadaBuys',
    reason: 'parts of the complete files, which are loaded; a mirror may hold them instead',
  },
  {
    file: 'archives of buyandsell.gc.ca (`tpsgc-pwgsc_*.csv`)',
    reason: 'the site is closed: nothing is fetched, but a mirror may hold them and their headers are known',
  },
  {
    file: 'standing offers and supply arrangements (list of buyandsell.gc.ca)',
    reason:
      'no successor file could be found at the publisher; such instruments also stand in the disclosures and award notices',
  },
  {
    file: '`nibsunspsc-gsinunspsc.csv` (GSIN to UNSPSC)',
    reason: 'a concordance of codes, no records; codes are given as published',
  },
];
