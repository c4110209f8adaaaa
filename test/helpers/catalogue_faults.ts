/** What is wrong with catalogues of messages, a line for each fault: file, key, fault. */
import type {Language} from '../../server/site/language.ts';

/** What a file holds: messages by group and key. */
export type Catalogue = Record<string, Record<string, string | Record<string, string>>>;

const flat = (catalogue: Catalogue): Map<string, string | Record<string, string>> =>
  new Map(
    Object.entries(catalogue).flatMap(([group, messages]) =>
      Object.entries(messages).map(([key, message]) => [`${group}.${key}`, message]),
    ),
  );

/** Placeholders in the order of the alphabet, each once. */
const partsOf = (text: string): string =>
  [...new Set([...text.matchAll(/\{(\w*)\}/g)].map(([part]) => part))].toSorted().join(' ');

/** Categories that a language has; `many`, which French has for whole millions, falls back to `other`. */
const categoriesOf = (language: Language): string[] =>
  new Intl.PluralRules(language).resolvedOptions().pluralCategories.filter((one) => one !== 'many');

function faultsOfText(text: unknown, language: Language): string[] {
  if (typeof text !== 'string' || text === '') return ['is empty'];
  const faults = !/^ | $/.test(text) ? [] : ['begins or ends with a blank'];
  // Typewriter's signs: both languages have their own.
  if (/['"]/.test(text)) faults.push('has a straight apostrophe or quote');
  if (language === 'fr' && / [:?!»]|« /.test(text)) faults.push('has a blank that may break: write \\u00a0');
  if (/[{}]/.test(text.replaceAll(/\{\w+\}/g, ''))) faults.push('has half a placeholder');
  return faults;
}

function faultsOfMessage(message: string | Record<string, string>, language: Language): string[] {
  if (typeof message === 'string') return faultsOfText(message, language);
  const known = categoriesOf(language);
  return [
    ...known.filter((one) => !(one in message)).map((one) => `lacks the form ${one}`),
    ...Object.entries(message).flatMap(([form, text]) => [
      ...(known.includes(form) || form === 'many' ? [] : [`has the form ${form}, which no number takes`]),
      ...faultsOfText(text, language).map((fault) => `${fault} in the form ${form}`),
    ]),
  ];
}

const formsOf = (message: string | Record<string, string>): string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

/** Messages with a count in one language and without one in another, and other placeholders than English. */
function faultsBeside(message: string | Record<string, string>, english: typeof message): string[] {
  if (typeof message !== typeof english) return ['has plural forms in one language alone'];
  const expected = partsOf(formsOf(english)[0] ?? '');
  return formsOf(message).flatMap((text) =>
    partsOf(text) === expected ? [] : [`has the placeholders "${partsOf(text)}", not "${expected}"`],
  );
}

/** All faults of the catalogues, and keys that none of the sources names. */
export function catalogueFaults(
  catalogues: Readonly<Record<Language, Catalogue>>,
  sources: string,
): string[] {
  const english = flat(catalogues.en);
  const faults = (['en', 'fr'] as const).flatMap((language) => {
    const messages = flat(catalogues[language]);
    const lacking = [...english.keys()].filter((key) => !messages.has(key)).map((key) => `${key} is missing`);
    const found = [...messages].flatMap(([key, message]) => {
      const beside = english.get(key);
      const all =
        beside === undefined
          ? ['is not in en.json']
          : [...faultsOfMessage(message, language), ...faultsBeside(message, beside)];
      return all.map((fault) => `${key} ${fault}`);
    });
    return [...lacking, ...found].map((fault) => `${language}.json: ${fault}`);
  });
  // Keys of some groups are values of the data: `groupings.${group}`.
  const isUsed = (key: string) =>
    sources.includes(`'${key}'`) || sources.includes(`\`${key.replace(/\..*/, '')}.\${`);
  const unused = [...english.keys()].filter((key) => !isUsed(key));
  return [...faults, ...unused.map((key) => `en.json: ${key} is used by no source`)];
}
