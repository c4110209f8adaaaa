/**
 * What holds for the arguments of every tool: where filters stand, what datasets are called, which hints
 * there are.
 */
import {expect, test} from 'vitest';
import {ROUTES} from '../../../server/api/routes/index.ts';
import {toJsonValue} from '../../../server/api/schema/parameter_schema.ts';
import {toRequest} from '../../../server/mcp/arguments.ts';
import {inToolWords} from '../../../server/mcp/hints.ts';
import {LISTED_TOOLS} from '../../../server/mcp/listed_tools.ts';
import {memberOf, plainKey, wordsOf} from '../../../server/mcp/plain_values.ts';
import type {Variant} from '../../../server/mcp/tool_arguments.ts';

const tools = [...LISTED_TOOLS.values()];
const variants = tools.flatMap((tool) =>
  tool.variants.map((variant) => [tool.tool.name, variant.dataset, tool, variant] as const),
);

const examplesOf = (parameters: Variant['query']) =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, toJsonValue(parameter.example, parameter)]),
  );

/** All arguments with their examples, but for those that exclude others. */
function examples({identifiers, query, filters, answer}: Variant) {
  const {cursor: _, ...others} = examplesOf(query);
  return {
    identifiers: examplesOf(identifiers),
    filters: examplesOf(filters),
    others,
    answer: examplesOf(answer),
  };
}

test.each(variants)('%s of %s takes its examples, in filters or beside them', (_, dataset, tool, variant) => {
  const {identifiers, filters, others, answer} = examples(variant);
  const choice = dataset === null ? {} : {dataset};
  const flat = toRequest(tool, {...choice, ...identifiers, ...filters, ...others, ...answer});
  const nested = toRequest(tool, {
    ...choice,
    ...identifiers,
    ...answer,
    filters: {...filters, ...others},
  });
  expect(nested).toEqual(flat);
  const given = new URLSearchParams(flat.target.split('?')[1]);
  for (const [name, value] of Object.entries({...filters, ...others})) {
    expect(given.get(name), name).toBe(Array.isArray(value) ? value.join(',') : String(value));
  }
});

/** The argument `dataset` of every tool that has one. */
const choices = tools.flatMap(({variants: [first], datasetArgument}) => {
  const {dataset} = {...first!.query, ...first!.identifiers, ...datasetArgument};
  return dataset ? [dataset] : [];
});
const datasets = [...new Set(choices.flatMap(({values = []}) => values))];
const choice = {...choices[0]!, values: datasets};

test('every dataset has words of its own, in the tools that take it by its name', () => {
  expect(datasets.length).toBeGreaterThan(10);
  const owners = new Map<string, string>();
  for (const dataset of datasets) {
    for (const word of wordsOf(dataset, choice)) {
      expect(owners.get(plainKey(word)) ?? dataset, word).toBe(dataset);
      owners.set(plainKey(word), dataset);
      expect(memberOf(word.toUpperCase().replaceAll('_', ' '), choice)).toBe(dataset);
    }
  }
  expect(memberOf('lobbying', choice)).toBeNull();
  // In every tool.
  for (const {columns} of choices) expect(columns).toEqual(['dataset']);
});

test('no message of a route names a path of the API', () => {
  const texts = ROUTES.flatMap((route) => ('missing' in route ? [route.missing.en] : []));
  expect(texts.some((text) => text.includes('/api/v1/'))).toBe(true);
  for (const text of texts) expect(inToolWords(text)).not.toContain('/');
});

test.each([
  ['Browse names with /api/v1/vendors?q=.', 'Browse names with search_vendors.'],
  ['listed in `/tenders` and /api/v1/awards.', 'listed in search_tenders and search_awards.'],
  ['and/or, 1/2, /unknown/path', 'and/or, 1/2, /unknown/path'],
])('the hint "%s" is "%s"', (text, hint) => {
  expect(inToolWords(text)).toBe(hint);
});
