/** Provinces and territories: two-letter codes with English, French and abbreviated spellings. */
import type {CodeTable} from '../types.ts';
import {PLACEHOLDERS} from './procurement.ts';

/** Where the clocks of the provinces with municipalities run. */
export const TIME_ZONE: Readonly<Record<string, string>> = {
  AB: 'America/Edmonton',
  BC: 'America/Vancouver',
  MB: 'America/Winnipeg',
  NB: 'America/Moncton',
  NS: 'America/Halifax',
  ON: 'America/Toronto',
  QC: 'America/Toronto',
  SK: 'America/Regina',
};

/** Spellings are compared folded: case and accents do not matter. */
export const PROVINCE: CodeTable = {
  name: 'province',
  help: 'two-letter code of the thirteen provinces and territories',
  values: {
    AB: ['Alberta', 'Alb.', 'Alta.', 'CA-AB'],
    BC: ['British Columbia', 'Colombie-Britannique', 'B.C.', 'C.-B.', 'CA-BC'],
    MB: ['Manitoba', 'Man.', 'CA-MB'],
    NB: ['New Brunswick', 'Nouveau-Brunswick', 'N.B.', 'N.-B.', 'CA-NB'],
    NL: [
      'Newfoundland and Labrador',
      'Newfoundland & Labrador',
      'Newfoundland',
      'Labrador',
      'Terre-Neuve-et-Labrador',
      'Terre-Neuve',
      'NF',
      'N.L.',
      'T.-N.-L.',
      'Nfld.',
      'CA-NL',
    ],
    NS: ['Nova Scotia', 'Nouvelle-Écosse', 'N.S.', 'N.-É.', 'CA-NS'],
    NT: [
      'Northwest Territories',
      'North West Territories',
      'Territoires du Nord-Ouest',
      'N.W.T.',
      'NWT',
      'T.N.-O.',
      'CA-NT',
    ],
    NU: ['Nunavut', 'Nvt.', 'CA-NU'],
    ON: ['Ontario', 'Ont.', 'CA-ON'],
    PE: ['Prince Edward Island', 'Île-du-Prince-Édouard', 'P.E.I.', 'PEI', 'Î.-P.-É.', 'CA-PE'],
    QC: ['Québec', 'Que.', 'P.Q.', 'PQ', 'CA-QC'],
    SK: ['Saskatchewan', 'Sask.', 'CA-SK'],
    YT: ['Yukon', 'Yukon Territory', 'Territoire du Yukon', 'YK', 'Yn', 'CA-YT'],
  },
  // The research councils write XX and OC for locations outside a single province.
  ignored: [
    ...PLACEHOLDERS,
    'not available',
    'non disponible',
    'XX',
    'OC',
    'Other in Canada',
    'Autre au Canada',
    'Outside Canada',
    'Extérieur du Canada',
  ],
  unknown: 'report',
};

/** The thirteen codes, for parameters. */
export const PROVINCE_CODES: readonly string[] = Object.keys(PROVINCE.values);
