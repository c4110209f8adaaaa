/** Program: compiles the tables that a compiler names, beside it; see `compile/lanes.ts`. */
import {constants, getPriority, setPriority} from 'node:os';
import {join} from 'node:path';
import {inBuild} from '../../datasets/artefacts.ts';
import {compileStep, families} from '../compile/families.ts';
import {made, type WorkerAnswer, type WorkerStart, type WorkerTask} from '../compile/lanes.ts';
import {previousBuild} from '../compile/previous_build.ts';
import {readBuild} from '../file/build_files.ts';
import {openCompileDb} from '../sql/compile_db.ts';

// The compiler makes the largest step, which all wait for in the end: where processors are short, the steps beside it yield. Before the
// database opens, whose threads take this over.
const NICER = 5;
try {
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + NICER));
} catch {
  // A sandbox may refuse it; then both share the processors alike.
}

const {dir, memory_mb, temporary, threads, previous} = JSON.parse(process.argv[2] ?? '{}') as WorkerStart;
const earlier = previousBuild(previous);
const opened = readBuild(dir).then((build) => openCompileDb(build, memory_mb, temporary, threads));

async function compile({table, step, rows, isAlone}: WorkerTask): Promise<WorkerAnswer> {
  try {
    const family = families().find(({base}) => base.name === table);
    if (!family) throw new Error(`no table is called ${table}`);
    const options = {folder: join(dir, inBuild.indexes), previous: await earlier, isAlone};
    return {entries: await made(compileStep(await opened, family, step, options), rows)};
  } catch (error) {
    return {error: error instanceof Error ? error.message : String(error)};
  }
}

process.on('message', (task: WorkerTask) => {
  void compile(task).then((answer) => process.send?.(answer));
});
// The compiler ended: nobody wants the rest.
process.on('disconnect', () => process.exit(1));
