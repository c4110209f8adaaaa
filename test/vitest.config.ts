/** How the tests run: three processes that keep their modules from file to file, the slowest files first. */
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {defineConfig} from 'vitest/config';
import {SlowestFirst} from './helpers/sequencer.ts';
import {SlowestFiles} from './helpers/slowest_files.ts';

const STRIP = new URL('./helpers/strip_cache.js', import.meta.url).href;

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.{ts,tsx}'],
    setupFiles: ['test/helpers/setup.ts'],
    globalSetup: ['test/helpers/run.ts'],
    // Programs that tests start find their modules compiled.
    env: {NODE_COMPILE_CACHE: join(tmpdir(), 'federal-public-data-compiled')},
    // Far above the duration of any test or wait, so that a loaded machine fails no test.
    testTimeout: 600_000,
    hookTimeout: 900_000,
    expect: {poll: {timeout: 60_000}},
    pool: 'forks',
    // One more than cores: tests of kills, streams and timeouts wait for others.
    maxWorkers: 3,
    isolate: false,
    sequence: {sequencer: SlowestFirst},
    reporters: ['default', new SlowestFiles()],
    // A larger young generation: tests make much that is soon dropped, and collecting it cost a tenth of the
    // processor time. Threads that tests start find their modules without types, as programs do.
    execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32', `--import=${STRIP}`],
  },
});
