/** Imports a folder of modules. The bundle of the server names them instead: `server/bundle/bundle.ts`. */
import {readdirSync} from 'node:fs';

/** Every `<name>.ts` of a folder, by name. */
export async function importFolder<T>(folder: URL): Promise<Record<string, T>> {
  const names = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const modules = names.map(async (file): Promise<[string, T]> => {
    return [file.replace(/\.ts$/, ''), await import(new URL(file, folder).href)];
  });
  return Object.fromEntries(await Promise.all(modules));
}
