/** Program: compiles the tables that a compiler names, beside it; see `compile/lanes.ts`. */
import {join} from 'node:path';
import {inBuild} from '../../datasets/artefacts.ts';
import {compileFamily, families} from '../compile/families.ts';
import type {WorkerAnswer, WorkerStart} from '../compile/lanes.ts';
import {readBuild} from '../file/build_files.ts';
import {openCompileDb} from '../sql/compile_db.ts';

const {dir, memory_mb, temporary, threads} = JSON.parse(process.argv[2] ?? '{}') as WorkerStart;
const opened = readBuild(dir).then((build) => openCompileDb(build, memory_mb, temporary, threads));

async function compile(name: string): Promise<WorkerAnswer> {
  try {
    const family = families().find(({base}) => base.name === name);
    if (!family) throw new Error(`no table is called ${name}`);
    return {entries: await compileFamily(await opened, family, join(dir, inBuild.indexes))};
  } catch (error) {
    return {error: error instanceof Error ? error.message : String(error)};
  }
}

process.on('message', (name: string) => {
  void compile(name).then((answer) => process.send?.(answer));
});
// The compiler ended: nobody wants the rest.
process.on('disconnect', () => process.exit(1));
