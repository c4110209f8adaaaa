/** Canonical types and statuses of building permits. */

export const PERMIT_TYPES = [
  'new_construction',
  'renovation',
  'addition',
  'demolition',
  'change_of_use',
  'other',
] as const;

export const PERMIT_STATUSES = ['issued', 'in_review', 'completed', 'cancelled', 'expired'] as const;
