/** Resources, templates, prompts and completion. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {DATASETS} from '../../../datasets/index.ts';
import {COUNTING_RULES} from '../../../server/labels/counting_rules.ts';
import {LISTED_TOOLS} from '../../../server/mcp/listed_tools.ts';
import {PROMPTS} from '../../../server/mcp/prompts.ts';
import {RESOURCES, TEMPLATES} from '../../../server/mcp/resources.ts';
import {exampleRow, exampleTables} from '../../helpers/rows.ts';
import {type ToolService, toolService} from '../../helpers/tools.ts';

let service: ToolService;
beforeAll(async () => {
  const vendors = ['Northline Surveying Inc.', 'Northgate Ltd.', 'Elmsgate'];
  const contracts = vendors.map((vendor, i) => exampleRow('contracts', {record_id: `c_${i}`, vendor}));
  service = await toolService({...exampleTables(), contracts, bills: [exampleRow('bills', {})]});
});
afterAll(() => service.close());

async function read(uri: string): Promise<string> {
  const {result, error} = await service.rpc('resources/read', {uri});
  if (!result) throw new Error(error?.message);
  return (result as {contents: [{text: string}]}).contents[0].text;
}

describe('resources', () => {
  test('are listed as they are read', async () => {
    const {result} = await service.rpc('resources/list');
    expect(result).toEqual({resources: RESOURCES.map(({resource}) => resource)});
    const names = [
      ...RESOURCES.map(({resource}) => resource.name),
      ...TEMPLATES.map((one) => one.template.name),
    ];
    expect(new Set(names).size).toBe(names.length);
    expect(await service.used()).toBe(0);
  });

  test('tell what every dataset and field is, and what may not be added', async () => {
    const datasets = await read('glossary://datasets');
    for (const name of Object.keys(DATASETS)) {
      if (name in {contracts: 1, grants: 1, permits: 1}) expect(datasets).toContain(`## ${name}\n`);
    }
    expect(await read('glossary://contracts')).toMatch(
      /^field,type,unit,english,french,meaning\r\nrecord_id,text/,
    );
    await expect(read('glossary://nothing')).rejects.toThrow('Resource not found.');
    const rules = await read('rules://counting');
    expect(rules.split('\n')).toHaveLength(COUNTING_RULES.length);
  });

  test('a record is that of the tool, and counts as it does', async () => {
    const before = await service.used();
    const text = await read('record://contracts/c_1');
    const {structuredContent} = await service.call('get_record', {dataset: 'contracts', record_id: 'c_1'});
    expect(JSON.parse(text)).toEqual(structuredContent);
    expect(await service.used()).toBe(before + 2);
    const id = String(exampleRow('bills', {})['bill_id']);
    expect(id).toContain('/');
    expect(await read(`record://bills/${encodeURIComponent(id)}`)).toBe(await read(`record://bills/${id}`));
    for (const uri of [
      'record://contracts/none',
      'record://nothing/1',
      'record://contracts/%',
      'record://bills',
    ]) {
      await expect(read(uri)).rejects.toThrow('Resource not found.');
    }
  });

  test('a record that the limits refuse is not missing', async () => {
    service.setQuotas({minute: 1});
    await service.call('list_sources');
    await expect(read('record://contracts/c_1')).rejects.toThrow('Service is temporarily unavailable.');
    service.setQuotas({});
  });
});

describe('prompts', () => {
  test('name only tools, datasets and arguments that there are', () => {
    for (const {question, arguments: all} of PROMPTS) {
      const text = question.join(' ');
      for (const [, name] of text.matchAll(/\b((?:get|list|search|lookup)_\w+)\b/g)) {
        expect([...LISTED_TOOLS.keys()]).toContain(name);
      }
      const named = [...text.matchAll(/<(\w+)>/g)].map(([, name]) => name);
      expect([...new Set(named)].sort()).toEqual(Object.keys(all).sort());
    }
  });

  test('ask their question with what is given', async () => {
    const get = async (given: object) => service.rpc('prompts/get', {name: 'my_street', ...given});
    const ask = async (given: object) => {
      const {messages} = (await get({arguments: given})).result as {
        messages: [{role: string; content: {text: string}}];
      };
      expect(messages[0].role).toBe('user');
      return messages[0].content.text;
    };
    const text = await ask({street: 'Rue $& 5', municipality: 'laval'});
    expect(text).toContain('on "Rue $& 5" in laval?');
    expect(text).not.toMatch(/[<>]|or later/);
    const since = await ask({street: 'x', municipality: 'y', since: '2025-01-01'});
    expect(since).toContain('issued on 2025-01-01 or later');
    for (const given of [
      {},
      {arguments: {street: 'x'}},
      {arguments: {street: ' ', municipality: 'y'}},
      {arguments: 5},
    ]) {
      expect((await get(given)).error?.code).toBe(-32602);
    }
    expect((await service.rpc('prompts/get', {name: 'none'})).error?.message).toBe('Unknown prompt: none.');
  });
});

describe('completion', () => {
  const complete = async (ref: object, name: string, value: string) => {
    const {result} = await service.rpc('completion/complete', {ref, argument: {name, value}});
    return result!['completion'] as {values: string[]; total?: number; hasMore: boolean};
  };
  const prompt = (name: string) => ({type: 'ref/prompt', name});

  test('gives values of the data, those that begin so first, and counts nothing', async () => {
    const before = await service.used();
    const {values, hasMore} = await complete(prompt('follow_organization'), 'organization', 'north');
    expect(values).toEqual(expect.arrayContaining(['Northgate Ltd.', 'Northline Surveying Inc.']));
    expect(values.join()).not.toContain('Elmsgate');
    expect(hasMore).toBe(false);
    expect(await service.used()).toBe(before);
  });

  test('gives the closed sets of templates', async () => {
    const ref = {type: 'ref/resource', uri: 'record://{dataset}/{record_id}'};
    expect((await complete(ref, 'dataset', 'Grant')).values).toEqual(['grants', 'research_grants']);
    expect((await complete(ref, 'dataset', '')).total).toBeGreaterThan(10);
  });

  test.each([
    [prompt('my_street'), 'street'],
    [prompt('my_street'), 'constructor'],
    [prompt('none'), 'street'],
    [{type: 'ref/resource', uri: 'record://{dataset}/{record_id}'}, 'record_id'],
    [{type: 'ref/resource', uri: 'none://'}, 'x'],
  ])('has nothing for %j and %s', async (ref, name) => {
    expect(await complete(ref, name, 'a')).toEqual({values: [], total: 0, hasMore: false});
  });
});
