/** Hints on an empty list say what is wrong, what there is instead, and how many records others leave. */
import {expect, test} from 'vitest';
import type {Hint} from '../../../server/api/routes/hints.ts';
import {render} from '../../../server/site/html.tsx';
import {TRANSLATE} from '../../../server/site/messages.ts';
import {type HintedPage, hintList} from '../../../server/site/view/hints.tsx';
import type {View} from '../../../server/site/view/types.ts';

const view = {language: 'en', t: TRANSLATE.en} as View;

const page: HintedPage = {
  label: (filter) => filter,
  nothing: ({value}) => `No ${value}.`,
  shown: (_, value) => value,
  without: ({filter}) => `/without/${filter}`,
  instead: (_, value) => `/instead/${value}`,
  bound: () => null,
};

test.each<[string, Hint, string]>([
  [
    'of a value that nothing has: the nearest ones, then the records without it',
    {filter: 'method', value: 'sole', reason: 'no_match', nearest: ['solo', 'soil'], total: 1200},
    'No sole. There are: <a href="/instead/solo">solo</a>, <a href="/instead/soil">soil</a> <a href="/without/method">Without “method” there are 1,200.</a>',
  ],
  [
    'of a filter that only excludes: the records without it, of two filters without both',
    {filter: 'method', value: 'sole', reason: 'excludes', and: 'vendor', total: 1},
    '<a href="/without/method">Without “method” and “vendor” there is 1.</a>',
  ],
  [
    'of a value alone: that nothing has it',
    {filter: 'method', value: 'sole', reason: 'no_match'},
    'No sole.',
  ],
])('%s', (_, hint, said) => {
  expect(render(hintList(view, page, [hint])!)).toBe(`<ul><li>${said}</li></ul>`);
});
