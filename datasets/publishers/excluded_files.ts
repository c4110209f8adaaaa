/** Files of the publishers that are not loaded, each with the reason; published in docs/DATASETS.md. */

interface ExcludedFile {
  file: string;
  reason: string;
}

export const EXCLUDED_FILES: readonly ExcludedFile[] = [
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
      'no successor file could be found at the publisher; such instruments are also in the disclosures and award notices',
  },
  {
    file: '`nibsunspsc-gsinunspsc.csv` (GSIN to UNSPSC)',
    reason: 'a concordance of codes, no records; codes are given as published',
  },
  {
    file: 'elections of openparliament.ca (`elections_candidacy` of its database dump)',
    reason:
      'a work of others from official results, to be republished only with their consent; elections come from the House of Commons and the Library of Parliament, which give no votes of other candidates, so that `vote_percent` is null',
  },
  {
    file: 'voting results of Elections Canada',
    reason:
      'a file of its own form for every election since 2004, with names instead of numbers of people; not read yet, so that shares of votes are not known',
  },
  {
    file: 'parliamentary secretaries, house officers, chair occupants, party standings and constituencies of the House of Commons',
    reason:
      'the profiles of the members, which are loaded, list the same positions; counts of seats follow from them',
  },
  {
    file: 'parliamentary associations and interparliamentary groups in the profiles of members',
    reason: 'no field of a politician shows them',
  },
  {
    file: 'ballots of divisions of the House that are not about a bill',
    reason:
      'only the records of bills show how parties voted; such files may lie in a mirror and are read then',
  },
  {
    file: 'divisions of the Senate (pages of sencanada.ca)',
    reason: 'published as pages for people only; the records of bills name the divisions of the House',
  },
  {
    file: 'texts of bills before the 44th Parliament, and prints after the first',
    reason:
      'only the summary of a text is shown; such files may lie in a mirror and are read then, the last one in each language',
  },
  {
    file: 'legislative summaries of the Library of Parliament',
    reason:
      'essays of many pages; the short summary and that of the text are shown, `legisinfo_url` leads to the others',
  },
  {
    file: 'transcripts of committee meetings (evidence in XML)',
    reason:
      'no field shows what was said, `has_evidence` says that it is published; such files may be in a mirror, and give meetings that no page lists',
  },
  {
    file: 'roles and committee memberships of the House of Commons as of a day (CSV)',
    reason:
      'it names people without their numbers, and the pages of the committees list the same members; such a file may be in a mirror and fills in where no page was read',
  },
  {
    file: 'members and meetings of committees before the 42nd Parliament, reports and briefs of committees',
    reason:
      'a profile shows the latest session; of earlier ones only the names are needed, for the roles of members',
  },
];
