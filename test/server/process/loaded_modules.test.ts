/** What threads load before they serve: what few servers use, and what may come later, is not among it. */
import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {ROOT} from '../../helpers/stack.ts';

/**
 * Names of builtin modules, and files of modules that are none of ECMAScript, once a process has loaded
 * these.
 */
function loadedWith(...modules: string[]): string[] {
  const program = `
    import {Module} from 'node:module';
    for (const one of ${JSON.stringify(modules)}) await import(one);
    process.stdout.write(JSON.stringify([...process.moduleLoadList, ...Object.keys(Module._cache)]));
  `;
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, flags, {cwd: ROOT, encoding: 'utf8'}));
}

test('threads that answer or make pages load no clients of Redis and of web sockets', () => {
  const loaded = loadedWith('./server/process/worker.ts', './server/process/web.ts');
  // The list tells: what is always loaded is in it.
  expect(loaded.filter((name) => /\/pino\/|uWebSockets/.test(name))).not.toEqual([]);
  expect(loaded.filter((name) => /undici|ioredis/.test(name))).toEqual([]);
});

test('accounts load what answers messages of tools later', () => {
  const early = loadedWith('./server/process/accounts.ts');
  expect(early.filter((name) => /\/ajv\/|ioredis/.test(name))).toEqual([]);
  const all = loadedWith('./server/process/accounts.ts', './server/mcp/messages.ts');
  expect(all.filter((name) => name.includes('/ajv/'))).not.toEqual([]);
});
