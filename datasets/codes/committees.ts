/** Roles in committees as pages, headings and files of the House spell them. */
import type {CodeTable} from '../types.ts';

export const COMMITTEE_ROLE: CodeTable = {
  name: 'committee_role',
  help: 'roles in committees, one word for their spellings and for the sections of a page',
  values: {
    Chair: ['Chairs', 'committee-chair'],
    'Co-Chair': ['Co-Chairs'],
    'Joint Chair': ['Joint Chairs'],
    'Vice-Chair': ['Vice-Chairs', 'Vice Chair', 'Vice Chairs', 'committee-vice-chairs'],
    Member: ['Members', 'committee-members-only'],
    'Associate Member': ['Associate Members'],
  },
  ignored: [],
  unknown: 'keep',
};

/** Joint committees of both chambers: their pages are on the site of Parliament. */
export const JOINT_COMMITTEES: readonly string[] = ['AMAD', 'BILI', 'DEDC', 'REGS'];
