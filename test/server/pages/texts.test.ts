/** Every text of the pages exists in both languages, with the same placeholders, and is used. */
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import type {Labels} from '../../../datasets/labels/label.ts';
import {TIERS} from '../../../server/accounts/tiers.ts';
import {USAGE_GROUPS} from '../../../server/accounts/usage.ts';
import {CONSENT_TEXTS, REFUSAL_TEXTS} from '../../../server/oauth/texts.ts';
import {ERROR_STATUSES} from '../../../server/pages/error_pages.tsx';
import {DASHBOARD} from '../../../server/pages/texts/dashboard.ts';
import {ERROR_TEXTS} from '../../../server/pages/texts/errors.ts';
import {FORM_TEXTS} from '../../../server/pages/texts/forms.ts';
import {GROUP_TEXTS, TIER_TEXTS, USAGE} from '../../../server/pages/texts/usage.ts';
import {WELCOME} from '../../../server/pages/texts/welcome.ts';
import {LANGUAGES} from '../../../server/site/language.ts';
import {TRANSLATE} from '../../../server/site/messages.ts';

const TABLES: Record<string, Labels> = {
  CONSENT_TEXTS,
  DASHBOARD,
  FAULT_TEXTS: ERROR_TEXTS,
  FORM_TEXTS,
  GROUP_TEXTS,
  REFUSAL_TEXTS,
  USAGE,
  WELCOME,
  tiers: Object.fromEntries(Object.entries(TIER_TEXTS).map(([tier, {name}]) => [tier, name])),
  prices: Object.fromEntries(Object.entries(TIER_TEXTS).map(([tier, {price}]) => [tier, price])),
};

const partsOf = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(([part]) => part).toSorted();

test.each(Object.entries(TABLES))(
  '%s has every text in both languages, with the same placeholders',
  (_, texts) => {
    for (const [name, text] of Object.entries(texts)) {
      for (const language of LANGUAGES) {
        expect(text[language].trim(), name).toBe(text[language]);
        expect(text[language], name).not.toBe('');
        // Typewriter's signs: French has its own, and attributes need none.
        expect(text[language], name).not.toMatch(/['"]/);
        // In French a colon stays on the line of the word before it.
        expect(text[language], name).not.toContain(' :');
      }
      expect(partsOf(text.fr), name).toEqual(partsOf(text.en));
    }
  },
);

/** Words that both languages share. */
const SAME = ['Lobbying', 'Pro', 'Client', 'Action', 'Total'];

test('no text exists in one language only', () => {
  const texts = Object.values(TABLES).flatMap((table) => Object.values(table));
  const same = texts.filter(({en, fr}) => en === fr).map(({en}) => en);
  expect(same.toSorted()).toEqual(SAME.toSorted());
});

test('every usage group and every tier has its texts', () => {
  expect(Object.keys(GROUP_TEXTS).toSorted()).toEqual(USAGE_GROUPS.toSorted());
  expect(Object.keys(TIER_TEXTS)).toEqual(Object.keys(TIERS));
});

const SERVER = fileURLToPath(new URL('../../../server', import.meta.url));

test('no text of the tables is unused', () => {
  const sources = readdirSync(SERVER, {recursive: true, encoding: 'utf8'})
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('texts'))
    .map((file) => readFileSync(join(SERVER, file), 'utf8'))
    .join('\n');
  const named = [CONSENT_TEXTS, DASHBOARD, ERROR_TEXTS, FORM_TEXTS, REFUSAL_TEXTS, USAGE, WELCOME].flatMap(
    (table) => Object.keys(table),
  );
  // Windows and errors are named by what they are called.
  const errors = Object.keys(ERROR_STATUSES).flatMap((name) => [name, `${name}_why`]);
  const byName = new Set(['minute', 'month', ...errors]);
  const unused = named.filter((name) => !byName.has(name) && !new RegExp(`\\w\\.${name}\\b`).test(sources));
  expect(unused).toEqual([]);
});

test('a missing placeholder is an error that does not show the input of the visitor', () => {
  const t = TRANSLATE.fr;
  expect(t({en: '{a}', fr: '{a} et {b}'}, {a: 1, b: '{a}'})).toBe('1 et {a}');
  expect(() => t({en: '{a}', fr: '{a}'})).toThrow('lacks its part a');
});
