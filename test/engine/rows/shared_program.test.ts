/** What renders the rows of a build is compiled when it is loaded, once for all threads. */
import {rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {attachBuild, loadBuild} from '../../../engine/open.ts';
import {writeBuild} from '../../helpers/build.ts';
import {deferCleanup} from '../../helpers/cleanup.ts';

/** How many modules are compiled meanwhile. */
async function compiledBy(work: () => Promise<void>): Promise<number> {
  const {Module} = WebAssembly;
  let count = 0;
  WebAssembly.Module = new Proxy(Module, {
    construct(target, [bytes]) {
      count++;
      return new target(bytes);
    },
  });
  try {
    await work();
  } finally {
    WebAssembly.Module = Module;
  }
  return count;
}

async function loaded(id: string) {
  const dir = join(tmpdir(), `program-${process.pid}-${id}`);
  await writeBuild(dir, {build_id: id, rows: {contracts: [{vendor: `Zed ${id}`, value: 1}], tenders: []}});
  const build = await loadBuild(dir);
  deferCleanup(async () => {
    build.close();
    await rm(dir, {recursive: true});
  });
  return build.shared;
}

test('a thread that attaches to a build compiles nothing', async () => {
  const shared = await loaded('one');
  const ask = async (build: typeof shared): Promise<void> => {
    const {items} = await attachBuild(build).list({
      dataset: 'contracts',
      where: [],
      sort: 'date',
      order: 'desc',
      limit: 5,
      offset: 0,
    });
    expect(items.count).toBe(1);
  };
  // What all builds have in common is compiled by the first query.
  await ask(shared);
  const other = await loaded('two');
  expect(await compiledBy(() => ask(other))).toBe(0);
  // As they come to another thread.
  const cloned = structuredClone(other.tables.map(({rows}) => rows?.program));
  expect(cloned.every((program) => program === undefined || program instanceof WebAssembly.Module)).toBe(
    true,
  );
});
