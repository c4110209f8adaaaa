/** Code tables of grants: types of agreements and recipients, placeholders. */
import type {CodeTable} from '../types.ts';
import {PLACEHOLDERS} from './procurement.ts';

/** Placeholders of institutions. Compared folded. */
export const NOT_SAID = [...PLACEHOLDERS, 'not available', 'non disponible'] as const;

/** Letters of the registry; some institutions write the word, in either language. */
export const AGREEMENT_TYPE: CodeTable = {
  name: 'agreement_type',
  help: 'kind of transfer payment',
  values: {
    Grant: ['G', 'Grants', 'Subvention', 'Subventions'],
    Contribution: ['C', 'Contributions'],
    'Other transfer payment': [
      'O',
      'Other',
      'Other transfer payments',
      'Autre',
      'Autre paiement de transfert',
      'Autres paiements de transfert',
    ],
  },
  ignored: NOT_SAID,
  unknown: 'report',
};

export const RECIPIENT_TYPE: CodeTable = {
  name: 'recipient_type',
  help: 'kind of recipient',
  values: {
    'For-profit organization': ['F', 'For-profit organizations', 'For-profit', 'Organisme à but lucratif'],
    'Not-for-profit organization or charity': [
      'N',
      'Not-for-profit organizations and charities',
      'Not-for-profit organization',
      'Not-for-profit',
      'Organisme à but non lucratif',
      'Organisme à but non lucratif et organisme de bienfaisance',
      'Organisme à but non lucratif ou organisme de bienfaisance',
    ],
    Academia: [
      'S',
      'Academic',
      'Établissement universitaire',
      'Établissement universitaire et institution publique',
    ],
    'Indigenous recipient': [
      'A',
      'Indigenous recipients',
      'Aboriginal recipient',
      'Aboriginal recipients',
      'Bénéficiaire autochtone',
    ],
    Government: ['G', 'Gouvernement'],
    International: [
      'I',
      'International (non-government)',
      'Organisation internationale (non gouvernementale)',
    ],
    'Individual or sole proprietorship': [
      'P',
      'Individual or sole proprietorships',
      'Individual',
      'Particulier',
      'Particulier ou entreprise à propriétaire unique',
    ],
    Other: ['O', 'Autre'],
  },
  ignored: NOT_SAID,
  unknown: 'report',
};

/** The type of people. */
export const INDIVIDUAL = 'Individual or sole proprietorship';
