/** The words for datasets: one in every tool and answer, and others that people write for it. */
import {valueLabel} from '../../datasets/labels/index.ts';
import {plainKey} from './plain_values.ts';

/** Further words, by dataset; its name and its labels in both languages are known without. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
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

/** All words for a dataset, its name first. */
export function wordsOf(name: string): string[] {
  const label = valueLabel('dataset', name);
  return [name, ...(label ? [label.en, label.fr] : []), ...(WORDS[name] ?? [])];
}

/** The one of the names that a text means, with blanks or capitals, too; null for none. */
export function datasetOf(text: string, names: readonly string[]): string | null {
  const asked = plainKey(text);
  return names.find((name) => wordsOf(name).some((word) => plainKey(word) === asked)) ?? null;
}
