/** Codes of the registry of lobbyists. */
import type {CodeTable} from '../types.ts';

/** Who files: a firm for a client, or a corporation or an organization for itself. */
export const REGISTRATION_TYPE: CodeTable = {
  name: 'registration_type',
  help: 'kind of registration, by who files it',
  values: {
    Consultant: ['1'],
    'In-house Corporation': ['2', 'In-house (Corporation)'],
    'In-house Organization': ['3', 'In-house (Organization)'],
  },
  ignored: [],
  unknown: 'report',
};
