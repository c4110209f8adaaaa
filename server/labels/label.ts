/** What people read instead of the name of a field, a parameter or a code: both languages. */

export interface Label {
  en: string;
  fr: string;
}

export type Labels = Readonly<Record<string, Label>>;

export const label = (en: string, fr: string): Label => ({en, fr});
