/** Reasons as the reference lists them. */
import type {Label} from './label.ts';

/** A text with the reasons behind it, as the reference lists them. */
export const withReasons = (
  text: Label,
  reasons: Readonly<Record<string, Label>>,
  language: 'en' | 'fr',
): string => {
  const joint = language === 'fr' ? '\u00a0: ' : ': ';
  const all = Object.entries(reasons).map(([name, one]) => `\`${name}\`${joint}${one[language]}`);
  return `${text[language]}${joint}${all.join('; ')}`;
};
