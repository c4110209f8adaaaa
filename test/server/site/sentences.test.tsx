/** The sentences of records: enumerations, articles, tense, and the states of permits. */
import {expect, test} from 'vitest';
import {datasetOrEntity} from '../../../datasets/index.ts';
import type {Row} from '../../../engine/types.ts';
import {TRANSLATE} from '../../../server/site/messages.ts';
import {sentenceText} from '../../../server/site/view/record_sentence.tsx';
import {inSentence, withArticle} from '../../../server/site/view/sentence_words.ts';
import type {View} from '../../../server/site/view/types.ts';

const viewIn = (language: 'en' | 'fr') => ({language, t: TRANSLATE[language]}) as View;
const told = (dataset: string, row: Row, language: 'en' | 'fr' = 'en') =>
  sentenceText(viewIn(language), dataset, datasetOrEntity(dataset).columns, row);

const SPOKE: Row = {
  lobbyist_name: 'Priya Nadeau',
  client: 'Kestrel Breweries Ltd.',
  institution: 'Senate of Canada; House of Commons; Health Canada (HC)',
  date: '2024-05-06',
  subjects: 'Taxation and Finance, Excise Act, 2001',
  subject_list: ['Taxation and Finance', 'Excise Act, 2001'],
};

test('a communication enumerates whom it was with and about what', () => {
  expect(told('lobbying_communications', SPOKE)).toBe(
    'Priya Nadeau spoke for Kestrel Breweries Ltd. with the Senate of Canada, the House of Commons and Health Canada (HC) on 6 May 2024 about taxation and finance and Excise Act, 2001.',
  );
  expect(told('lobbying_communications', SPOKE, 'fr')).toContain(
    'Sénat du Canada, Chambre des communes et Santé Canada (SC)) le 6 mai 2024. Sujets abordés\u00a0: fiscalité et finances et Excise Act, 2001.',
  );
});

test.each([
  ['Bank of Canada', 'the Bank of Canada'],
  ['Treasury Board Of Canada Secretariat (TBS)', 'the Treasury Board Of Canada Secretariat (TBS)'],
  ['Public Safety Canada (PS)', 'Public Safety Canada (PS)'],
  ['Employment Insurance Commission Canada', 'Employment Insurance Commission Canada'],
  ['National Defence (DND)', 'National Defence (DND)'],
])('%s in a sentence', (name, expected) => {
  expect(withArticle(viewIn('en'), name)).toBe(expected);
  expect(withArticle(viewIn('fr'), name)).toBe(name);
});

test('subjects of the registry are in lower case, but for names; the words of a filer stay', () => {
  const of = (subject: string) => inSentence(viewIn('en'), subject);
  expect([of('Indigenous Affairs'), of('Small Business'), of('Bill C-11')]).toEqual([
    'Indigenous affairs',
    'small business',
    'Bill C-11',
  ]);
});

test('what is over is told in the past tense', () => {
  const row = {lobbyist_name: 'A', client: 'B', effective_date: '2024-01-02', end_date: '2024-03-04'};
  expect(told('lobbying_registrations', {...row, active: false})).toBe(
    'A was registered to lobby for B from 2 Jan 2024 to 4 Mar 2024.',
  );
  expect(told('lobbying_registrations', {...row, active: true})).toBe(
    'A has been registered to lobby for B since 2 Jan 2024.',
  );
});

test.each([
  ['cancelled', 'Cancelled', true, 'as cancelled. It gives 19 May 2018'],
  ['in_review', 'Application On Hold', true, 'as on hold. It gives 19 May 2018'],
  ['in_review', 'Under Review', false, 'lists this permit (Renovation) for 1 Elm St as under review.'],
  [
    'expired',
    'Closed - Dormant',
    true,
    'Toronto issued this permit (Renovation) for 1 Elm St on 19 May 2018. It has',
  ],
  ['completed', 'Closed', true, 'Toronto issued this permit (Renovation) for 1 Elm St on 19 May 2018.'],
])('a permit that is %s, published as %s', (status, status_raw, isDated, expected) => {
  const row = {municipality: 'toronto', permit_type: 'renovation', address: '1 Elm St', status, status_raw};
  expect(told('permits', {...row, issued_date: isDated ? '2018-05-19' : null})).toContain(expected);
});
