/** Telephone numbers and addresses in descriptions, and what records have in their place. */

export const CONTACTS = ', call (416) 555-0142 or write to someone@example.org';
const WITHOUT = ', call [...] or write to [...]';

/** A text as the record has it. */
export const published = (text: string): string => text.replace(CONTACTS, WITHOUT);
