/** Makes sources independent of the place that they lie in. */
import {readdir, readFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import type {Plugin} from 'esbuild';

/** Where a thread starts: `new URL('worker.ts', import.meta.url)`. */
const PROGRAM_URL = /new URL\('([\w/]+)\.ts', import\.meta\.url\)/g;

/** A folder of modules that is imported whole: `await importFolder(new URL('./cities/', import.meta.url))`. */
const FOLDER = /await importFolder\(new URL\('(\.\/\w+\/)', import\.meta\.url\)\)/;

/** Imports the modules of a folder by name, as a bundle cannot list a folder. */
async function withFolder(text: string, file: string): Promise<string> {
  const [call, folder] = FOLDER.exec(text) ?? [];
  if (!call || !folder) return text;
  const names = (await readdir(join(dirname(file), folder))).filter((name) => name.endsWith('.ts')).sort();
  const imports = names.map((name, i) => `import * as module${i} from '${folder}${name}';`);
  const table = names.map((name, i) => `'${basename(name, '.ts')}': module${i}`);
  return `${imports.join('')}${text.replace(call, `{${table}}`)}`;
}

/** Replaces what depends on the place of a source. */
export const places: Plugin = {
  name: 'places',
  setup({onLoad}) {
    onLoad({filter: /\.ts$/}, async ({path}) => {
      if (path.includes('node_modules')) return undefined;
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const moved = text.replace(
        PROGRAM_URL,
        (_, program: string) => `new URL('${basename(program)}.js', import.meta.url)`,
      );
      return {contents: await withFolder(moved, path), loader: 'ts'};
    });
  },
};
