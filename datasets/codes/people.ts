/**
 * Caucuses, parties and election results: canonical values with the spellings of the House and the Library.
 */
import type {CodeTable} from '../types.ts';

/**
 * Short names as the House writes caucuses; the Library writes parties in full. Other parties stay as
 * published.
 */
export const CAUCUS: CodeTable = {
  name: 'caucus',
  help: 'caucus, as the House of Commons names it',
  values: {
    Liberal: ['Liberal Party of Canada', 'Parti libéral du Canada'],
    Conservative: ['Conservative Party of Canada', 'Parti conservateur du Canada'],
    NDP: ['New Democratic Party', 'Nouveau Parti démocratique', 'N.D.P.'],
    'Bloc Québécois': [],
    'Green Party': ['Green Party of Canada', 'Parti vert du Canada', 'Green'],
    "People's Party": ["People's Party of Canada", 'People’s Party of Canada', 'Parti populaire du Canada'],
    Independent: ['Indépendant'],
  },
  ignored: ['none', 'n/a'],
  unknown: 'keep',
};

export const ELECTION_RESULT: CodeTable = {
  name: 'election_result',
  help: 'outcome for a candidate',
  values: {
    Elected: ['Re-Elected', 'Reelected', 'Acclaimed', 'Elected by acclamation', 'Re-Elected by acclamation'],
    Defeated: ['Not elected'],
  },
  ignored: [],
  unknown: 'report',
};
