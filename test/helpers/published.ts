/** Small builds with the form of real ones, for tests of publishing and following. */
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {dataPaths, FORMAT, inBuild, type Manifest, type StoredFile} from '../../builds/artefacts.ts';

export const sha256 = (body: string | Buffer): string => createHash('sha256').update(body).digest('hex');

/** Id of a build, from a small number. */
export const idOf = (n: number): string => n.toString(16).padStart(16, '0');

/** What a manifest says of tables: of each its files in `index/`. */
const indexOf = (stored: readonly StoredFile[], tables: readonly string[]): Manifest['index'] =>
  Object.fromEntries(
    tables.map((name) => {
      const file = (path: string) => stored.find((one) => one.path === path);
      const entry = {
        values: file(inBuild.values(name)),
        items: file(inBuild.items(name)),
        details: file(inBuild.details(name)),
        found: file(inBuild.search(name)),
        whole: file(inBuild.whole(name)),
      };
      const there = Object.entries(entry).filter(([, one]) => one !== undefined);
      return [name, {key: '', index: file(inBuild.index(name))!, ...Object.fromEntries(there)}];
    }),
  );

/** Writes a build with these files, and these tables of them, below DATA_DIR; returns its manifest. */
export function writeBuild(
  dataDir: string,
  n: number,
  files: Record<string, string | Buffer>,
  tables: readonly string[] = [],
): Manifest {
  const id = idOf(n);
  const folder = dataPaths(dataDir).build(id);
  const stored: StoredFile[] = Object.entries(files).map(([path, body]) => {
    mkdirSync(dirname(join(folder, path)), {recursive: true});
    writeFileSync(join(folder, path), body);
    return {path, bytes: Buffer.byteLength(body), sha256: sha256(body)};
  });
  const manifest: Manifest = {
    format: FORMAT,
    build_id: id,
    definition: '',
    built_at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString().slice(0, 19),
    data_as_of: '2026-01-01T00:00:00',
    synthetic: true,
    sources: [],
    datasets: {contracts: {rows: 1, files: stored}},
    index: indexOf(stored, tables),
    checks: [],
    links: [],
  };
  writeFileSync(join(folder, inBuild.manifest), JSON.stringify(manifest));
  writeFileSync(join(folder, inBuild.report), `<p>${id}</p>`);
  writeFileSync(join(folder, inBuild.catalogue), 'holds paths of this machine');
  return manifest;
}

/** Every file of a build by its path. */
export function readBuildFiles(dataDir: string, n: number, paths: readonly string[]): Record<string, string> {
  const folder = dataPaths(dataDir).build(idOf(n));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}
