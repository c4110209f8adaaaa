/** The sentences of the site, `messages/<language>.json`, and the translator that writes them. */
import type {Label} from '../labels/index.ts';
import {CATALOGUES, type Catalogue} from './catalogues.ts';
import {formatNumber} from './format.ts';
import type {Language} from './language.ts';

type Group = keyof Catalogue;

/** `group.key` of the catalogues. */
export type MessageKey = {[G in Group]: `${G}.${keyof Catalogue[G] & string}`}[Group];

/** What people read: a message, or a label of the data. */
export type Text = MessageKey | Label;

type Parts = Readonly<Record<string, string | number>>;

/**
 * A text in one language. `{name}` is replaced by a part, numbers as people of the language write them; the
 * part `n` chooses the plural form. Throws if a part is missing, a bug of the page.
 */
export type Translate = (text: Text, parts?: Parts) => string;

/** A message with a count has a form for each plural category; one that the file lacks is as `other`. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & {other: string}>;

const byKey = (catalogue: Catalogue): ReadonlyMap<string, Message> =>
  new Map(
    Object.entries(catalogue).flatMap(([group, messages]) =>
      Object.entries<Message>(messages).map(([key, message]) => [`${group}.${key}`, message]),
    ),
  );

const read = new Map<Language, ReadonlyMap<string, Message>>();

/** All messages of a language by key. */
export function messagesOf(language: Language): ReadonlyMap<string, Message> {
  const messages = read.get(language) ?? byKey(CATALOGUES[language]);
  read.set(language, messages);
  return messages;
}

/** Whether there is a message of this key in every language: values of the data name some. */
export function isMessageKey(key: string): key is MessageKey {
  const [first] = Object.keys(CATALOGUES) as Language[];
  return messagesOf(first!).has(key);
}

const PLACEHOLDER = /\{(\w+)\}/g;

function translate(language: Language): Translate {
  const rules = new Intl.PluralRules(language);
  return (text, parts = {}) => {
    const partOf = (name: string): string | number => {
      const part = parts[name];
      if (part !== undefined) return part;
      throw new Error(`the text "${typeof text === 'string' ? text : text.en}" lacks its part ${name}`);
    };
    const own = typeof text === 'string' ? messagesOf(language).get(text)! : text[language];
    const form = typeof own === 'string' ? own : (own[rules.select(Number(partOf('n')))] ?? own.other);
    if (!form.includes('{')) return form;
    return form.replaceAll(PLACEHOLDER, (_, name: string) => {
      const part = partOf(name);
      return typeof part === 'number' ? formatNumber(part, language) : part;
    });
  };
}

/** The translator of each language. */
export const TRANSLATE: Readonly<Record<Language, Translate>> = {en: translate('en'), fr: translate('fr')};
