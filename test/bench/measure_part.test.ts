/** Parts of the bench that measure nothing fail; all parts are described. */
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {ROOT} from '../helpers/stack.ts';
import {measurePart} from './measure_part.ts';
import {PARTS} from './parts.ts';
import {say} from './say.ts';

const part = (measured: number, ...lines: string[]): Promise<void> =>
  measurePart('queries', async () => {
    for (const line of lines) say(line);
    return measured;
  });

test('a part that measures something and prints its figures passes', async () => {
  await part(1, '| partial vendor | 5,328 |');
});

test('a part that measures nothing fails, whatever it prints', async () => {
  await expect(part(0, '| partial vendor | 5,328 |')).rejects.toThrow('queries measured nothing');
  await expect(part(Number.NaN, '| partial vendor | 5,328 |')).rejects.toThrow('queries measured nothing');
});

test('a part that prints nothing, no figure or a wrong one fails', async () => {
  await expect(part(1)).rejects.toThrow('queries printed no figure');
  await expect(part(1, '| work | reached |')).rejects.toThrow('queries printed no figure');
  for (const wrong of ['NaN', 'Infinity', 'undefined'])
    await expect(part(1, '1', `| partial vendor | ${wrong} |`)).rejects.toThrow(
      `what is no figure: | partial`,
    );
});

test('what an earlier part printed is no figure of a later one', async () => {
  await part(1, '1');
  await expect(part(1)).rejects.toThrow('printed no figure');
});

test('docs/BENCHMARKS.md lists the parts as they are', () => {
  const text = readFileSync(join(ROOT, 'docs/BENCHMARKS.md'), 'utf8');
  const table = text.slice(text.indexOf('| part | what it does |'), text.indexOf('| setting | default |'));
  const listed = [...table.matchAll(/^\| `([a-z]+)` \|/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual(Object.keys(PARTS).toSorted());
});
