/** The key words of the sector tags of bills, for docs/DATASETS.md. */
import {SECTORS, SECTORS_VERSION} from '../../datasets/codes/sectors.ts';
import {code, table} from './markdown.ts';

/** The heading, the rule and a table of every tag with its key words. */
export function sectorSection(): string[] {
  const rows = Object.entries(SECTORS).map(([tag, {en, fr}]) => [code(tag), en.join(', '), fr.join(', ')]);
  return [
    '## Sectors of bills',
    `Key words, version ${SECTORS_VERSION}. A bill gets a tag of \`bills.sectors\` when one of its words or phrases occurs in the long or short title, English or French, as whole words: case and accents are ignored, and everything but letters and digits counts as a blank. Words of both languages are looked up in all titles.`,
    table(['Tag', 'English', 'French'], rows),
  ];
}
