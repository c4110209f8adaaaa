/** Words that people write for datasets, which have one name in every tool and answer. */
/** Further words, by dataset; its name and its labels in both languages are known without. */
export const DATASET_WORDS: Readonly<Record<string, readonly string[]>> = {
  contracts: ['federal contracts'],
  awards: ['federal awards'],
  tenders: ['federal tenders'],
  grants: ['federal grants', 'grants and contributions', 'federal grants and contributions'],
  research_grants: ['research', 'research awards'],
  infrastructure_projects: ['infrastructure', 'projects'],
  lobbying_registrations: ['registrations'],
  lobbying_communications: ['communications'],
  politicians: ['members', 'members of parliament'],
  permits: ['building permits', 'municipal permits', 'municipal building permits'],
};
