/** Forms of citations: what their formats give a meaning is escaped, and addresses that name a build stay here. */
import {expect, test} from 'vitest';
import {namedBuild} from '../../../server/site/builds.ts';
import {bibtex, type Citation, cslJson, ris} from '../../../server/site/citation.ts';

const CITATION: Citation = {
  language: 'fr',
  title: 'Été {100%} & fils_#1 ~ $5 \\ A^2\nÀ suivre',
  publishers: ['Ville de Québec', 'Bits & Bytes'],
  service: 'Données',
  build_id: '3f9a1c0b27d84e65',
  day: '2026-11-05',
  address: 'https://x.example/builds/3f9a1c0b27d84e65/fr/permits?q=%7Ba%7D',
  licences: [{license: 'CC BY', license_url: 'https://cc.example/by'}],
  attributions: ['Source : Ville.'],
};

test('BibTeX: special characters are commands, names of bodies stay whole', () => {
  const text = bibtex(CITATION);
  expect(text).toContain(
    'title = {{Été \\{100\\%\\} \\& fils\\_\\#1 \\textasciitilde{} \\$5 \\textbackslash{} A\\textasciicircum{}2 À suivre}},',
  );
  expect(text).toContain('author = {{Ville de Québec} and {Bits \\& Bytes}},');
  expect(text).toContain(`url = {${CITATION.address}},`);
  expect(text).toMatch(/^@misc\{fpd-3f9a1c0b-fr-permits-q-a,\n/);
  // Braces are balanced, or all entries behind are lost.
  const plain = text.replace(/\\[{}\\]/g, '');
  expect(plain.split('{').length).toBe(plain.split('}').length);
});

test('a note is sentences, each with one full stop', () => {
  const note = /note = \{(.*)\},/.exec(
    bibtex({...CITATION, attributions: ['Source : Ville.', 'Source : Province.']}),
  )![1]!;
  expect(note).toContain('CC BY: https://cc.example/by. Source : Ville. Source : Province.');
  expect(note).not.toContain('..');
});

test('RIS: one line for each tag, from TY to ER', () => {
  const lines = ris(CITATION).split('\r\n');
  expect(lines.at(-1)).toBe('');
  for (const line of lines.slice(0, -1)) expect(line).toMatch(/^[A-Z][A-Z0-9] {2}- /);
  expect([lines[0], lines.at(-2)]).toEqual(['TY  - DATA', 'ER  - ']);
  expect(lines).toContain('DA  - 2026/11/05');
  expect(lines.filter((line) => line.startsWith('AU'))).toHaveLength(2);
});

test('CSL-JSON: an item of type dataset with its build as version', () => {
  expect(JSON.parse(cslJson(CITATION))).toEqual([
    expect.objectContaining({
      type: 'dataset',
      title: CITATION.title,
      version: CITATION.build_id,
      URL: CITATION.address,
      issued: {'date-parts': [[2026, 11, 5]]},
      author: [{literal: 'Ville de Québec'}, {literal: 'Bits & Bytes'}],
    }),
  ]);
});

test.each([
  ['/builds/3f9a/en/contracts?vendor=a', '/en/contracts?vendor=a'],
  ['/builds/3f9a/fr/', '/fr/'],
  ['/builds/3f9a/fr', '/fr'],
])('%s is a page', (target, page) => expect(namedBuild(target)?.page).toBe(page));

test.each([
  '/builds/3f9a',
  '/builds/3f9a/',
  '/builds/3f9a//evil.example/en/',
  '/builds/3f9a/\\evil.example',
  '/builds/3f9a/en\\evil.example',
  '/builds/3f9a/english',
  '/builds/3f9a/de/contracts',
  '/builds/3f9a/account/sign-out',
  '/builds/../en/contracts',
])('%s is none', (target) => expect(namedBuild(target)).toBeNull());
