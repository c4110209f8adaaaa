/**
 * Why a published row belongs to its record, in the words of `versions`; the reasons are in
 * `pipeline/normalise/record_rules/`.
 */
export const JOIN_RULES = [
  'earlier version',
  // Proactive disclosure of contracts.
  'same number, vendor, date and original value',
  'same number, vendor and date',
  'same number, vendor and original value',
  "same number, the vendor's latest contract before it",
  'same number, the only contract of the vendor',
  'same number, date and original value',
  'same number, vendor name cut off',
  'same number, the contract has an amendment of the vendor',
  'the only contract of the number',
  'amendment of the same number and vendor',
  'amendment of the same number, date and original value',
  'amendment of the same number, vendor name cut off',
  'amendment entered as a contract',
  'correction of the contract',
  'number with an ending; same vendor, date and original value',
  'no number; same vendor, date and original value',
  'standing offer of the same number and vendor',
  // CanadaBuys.
  'entry of the same number',
  'entry of the same number and supplier',
  'entry of the same number that continues the total',
  'entry of the same number and day of award',
  'entry of the same number, the latest original',
  'entry repeated',
  // Grants.
  'same reference and start date',
  'same reference and agreement number',
  'same reference and recipient',
  'same reference and business number',
  'same reference',
  'same reference, agreement number and recipient',
  'same reference, agreement number and business number',
  'same agreement number, start date and recipient',
  'same agreement number, start date and business number',
  'same agreement number and start date, longer name of the recipient',
  // Permits and projects.
  'listed at another address',
  'listed again at one address',
  'revision of the permit',
  'another row of the revision',
  'another occupancy of the permit',
  'an earlier row of the folder',
  'an earlier sheet has the permit',
  // Lobbying.
  'version published again',
  'earlier version of the report',
] as const;

export type JoinRule = (typeof JOIN_RULES)[number];
