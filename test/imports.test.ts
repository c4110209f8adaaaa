/** The direction of imports: datasets stand alone, pipeline and engine meet in files, the server is last. */
import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const MAY: Record<string, string[]> = {
  datasets: [],
  corpus: ['datasets'],
  pipeline: ['datasets'],
  engine: ['datasets'],
  server: ['datasets', 'engine'],
};

interface Import {
  file: string;
  /** As written. */
  name: string;
}

/** Every static and dynamic import below a folder. */
function importsOf(folder: string): Import[] {
  return readdirSync(join(ROOT, folder), {recursive: true, encoding: 'utf8'})
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const path = join(folder, file);
      const text = readFileSync(join(ROOT, path), 'utf8');
      const found = text.matchAll(
        /(?:^|\n)(?:import|export)\b[^;'"]*?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g,
      );
      return [...found].map((match) => ({file: path, name: (match[1] ?? match[2])!}));
    });
}

/** First folder of what a relative import names. */
const target = ({file, name}: Import) => relative(ROOT, join(ROOT, dirname(file), name)).split(sep)[0]!;

test.each(Object.keys(MAY))('%s imports only what it may', (folder) => {
  const all = importsOf(folder);
  expect(all.length).toBeGreaterThan(0);
  const wrong = all
    .filter(({name}) => name.startsWith('.'))
    .map((one) => ({...one, to: target(one)}))
    .filter(({to}) => to !== folder && to !== 'package.json' && !MAY[folder]!.includes(to))
    .map(({file, to}) => `${file} imports ${to}`);
  expect(wrong).toEqual([]);
});

test('relative imports name the file with its ending', () => {
  const wrong = Object.keys(MAY)
    .flatMap(importsOf)
    .filter(({name}) => name.startsWith('.') && !/\.(ts|json)$/.test(name));
  expect(wrong).toEqual([]);
});

test('one file knows the HTTP transport', () => {
  const users = Object.keys(MAY)
    .flatMap(importsOf)
    .filter(({name}) => name === 'uWebSockets.js')
    .map(({file}) => file);
  expect(users).toEqual([join('server', 'http', 'transport.ts')]);
});

test('the server knows how to open and ask the engine, and nothing of how it answers', () => {
  const users = importsOf('server')
    .filter((one) => one.name.startsWith('.') && target(one) === 'engine')
    .filter(({name}) => !/engine\/(open|types|rows\/json_lines)\.ts$/.test(name))
    .map(({file, name}) => `${file} ${name}`);
  expect(users).toEqual([]);
});
