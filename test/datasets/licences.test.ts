/** Every source says under which licence its data is, what to write beside it, and nothing is called open that is not. */
import {expect, test} from 'vitest';
import {SOURCES} from '../../datasets/index.ts';
import {licenceOf} from '../../datasets/licence_of.ts';
import {fileMetadata} from '../../datasets/rules/file_metadata.ts';
import {messagesOf} from '../../server/site/messages.ts';

const ALL = Object.values(SOURCES).map((source) => ({slug: source.slug, source, licence: licenceOf(source)}));

test.each(ALL)('$slug: licence, address and sentence in both languages', ({source, licence}) => {
  const {id, title, url, open, attribution, terms} = licence;
  expect(id).toMatch(/^[a-z][a-z0-9.-]+$/);
  for (const language of ['en', 'fr'] as const) {
    expect(title[language]).not.toBe('');
    expect(new URL(url[language]).protocol).toBe('https:');
    expect(attribution[language]).toMatch(/^\p{Lu}.*\.$/u);
    expect(attribution[language]).not.toContain('%');
  }
  expect(attribution.en).not.toBe(attribution.fr);
  // What is not open says what it asks for; one without a row is never open.
  expect(terms === null).toBe(open);
  const isUnclear = source.license.startsWith('LICENCE UNCLEAR');
  expect(id === 'unclear').toBe(isUnclear);
});

test('one name is one id, and one id one name', () => {
  const known = ALL.filter(({licence}) => licence.id !== 'unclear');
  const names = new Map(known.map(({licence}) => [licence.title.en, licence.id]));
  expect(new Set(names.values()).size).toBe(names.size);
  for (const {licence} of known) expect(names.get(licence.title.en)).toBe(licence.id);
});

test('works of Parliament are not open data, and must not look official', () => {
  const own = ALL.filter(({source}) => /Parliament|House of Commons|Senate/.test(source.publisher));
  expect(own.length).toBeGreaterThan(3);
  for (const {licence} of own) {
    expect([licence.id, licence.open]).toEqual([licence.id, false]);
    expect(licence.terms!.en).toMatch(/official.*commercial/);
    expect(licence.terms!.fr).toMatch(/officiel.*commercial/);
  }
});

test('no sentence of the site calls all data open', () => {
  expect(ALL.some(({licence}) => !licence.open)).toBe(true);
  const texts = Object.entries({en: messagesOf('en'), fr: messagesOf('fr')}).flatMap(([language, messages]) =>
    [
      ...JSON.stringify(messages).matchAll(
        /[^."]*\b(?:open (?:data|licen[cs]es?)|données ouvertes|licences? ouvertes?)\b[^."]*/gi,
      ),
    ].map(([text]) => [language, text] as const),
  );
  for (const [, text] of texts) expect(text).toMatch(/most|some|plupart|quelques/i);
});

test('Parquet files carry the sentence and the terms', () => {
  const about = {name: 'x', title: 'X', help: 'x', columns: {}};
  const {commons_members: members, canadabuys_awards: awards} = SOURCES;
  expect(fileMetadata(about, [members!], false)).toMatchObject({
    attribution: licenceOf(members!).attribution.en,
    licence_terms: licenceOf(members!).terms!.en,
  });
  expect(fileMetadata(about, [awards!], false)).not.toHaveProperty('licence_terms');
});
