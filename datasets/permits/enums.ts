/** Canonical kinds and states of building permits, and the key words by which towns without a list of values are read. */

export const PERMIT_TYPES = [
  'new_construction',
  'renovation',
  'addition',
  'demolition',
  'change_of_use',
  'other',
] as const;

export const PERMIT_STATUSES = ['issued', 'in_review', 'completed', 'cancelled', 'expired'] as const;
