/** The key words of the sector tags of bills, for docs/DATASETS.md. */
import {SECTORS, SECTORS_VERSION} from '../../datasets/codes/sectors.ts';
import {code, table} from './markdown.ts';

/** Heading, rule and table of every tag with its words. */
export function sectorSection(): string[] {
  const rows = Object.entries(SECTORS).map(([tag, {en, fr}]) => [code(tag), en.join(', '), fr.join(', ')]);
  return [
    '## Sectors of bills',
    `Key words, version ${SECTORS_VERSION}. A tag of \`bills.sectors\` applies when one of its words or phrases stands in the long or the short title of the bill, in English or in French: whole, without case and accents, with anything but letters and digits as a blank. Words of both languages are looked for in all titles.`,
    table(['Tag', 'English', 'French'], rows),
  ];
}
