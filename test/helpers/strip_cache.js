/**
 * Preloaded by programs that tests start from sources: caches sources without their types and JSX, as
 * NODE_COMPILE_CACHE caches compiled ones. Node alone knows no JSX.
 */
import {createHash, randomUUID} from 'node:crypto';
import {mkdirSync, readFileSync, renameSync, unlink, writeFileSync} from 'node:fs';
import {createRequire, registerHooks, stripTypeScriptTypes} from 'node:module';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isMainThread} from 'node:worker_threads';

const folder = join(process.env.NODE_COMPILE_CACHE, `stripped-${process.version}`);

/**
 * Each try has a file of its own: threads share a process id, and so may containers. Programs that may not
 * write there go without.
 */
function keep(path, code) {
  const next = `${path}.${randomUUID()}`;
  try {
    mkdirSync(folder, {recursive: true});
    writeFileSync(next, code, {flag: 'wx'});
    renameSync(next, path);
  } catch {
    // The next program keeps it.
    unlink(next, () => {});
  }
}

/** What is kept, or nothing: a power cut may leave a file without its end, since none is flushed. */
function keptWith(path, end) {
  try {
    const code = readFileSync(path, 'utf8');
    return code.endsWith(end) ? code : null;
  } catch {
    return null;
  }
}

const withoutJsx = (source) =>
  createRequire(import.meta.url)('esbuild').transformSync(source, {
    loader: 'tsx',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
  }).code;

function stripped(url) {
  const source = readFileSync(fileURLToPath(url), 'utf8');
  const path = join(folder, createHash('sha1').update(url).update(source).digest('hex'));
  const end = `\n\n//# sourceURL=${url}`;
  const kept = keptWith(path, end);
  if (kept !== null) return kept;
  const code = `${url.endsWith('x') ? withoutJsx(source) : stripTypeScriptTypes(source)}${end}`;
  keep(path, code);
  return code;
}

/**
 * A file of the project beside another one: where it is needs no look at folders and at packages, as a tenth
 * of loading the modules was.
 */
const isOwn = (specifier, parent) =>
  specifier.startsWith('.') && /\.tsx?$/.test(specifier) && parent?.startsWith('file:');

const ROOT = new URL('../../', import.meta.url).href;
const THREADS = /^(?:server\/process|storage)\/(worker|web_thread|replica_thread|fetch_thread)\.ts$/;

/**
 * Threads of the server run from the bundle, as those of the service do: loading some hundred sources took
 * most of the time of threads that tests start and end. Null for any other file, and without a bundle.
 */
function bundled(specifier) {
  const [, name] = (specifier.startsWith(ROOT) && THREADS.exec(specifier.slice(ROOT.length))) || [];
  if (!name) return null;
  try {
    const main = readFileSync(new URL('dist/main.js', ROOT), 'utf8');
    return new URL(`dist/${/[0-9a-f]{16}/.exec(main)[0]}/${name}.js`, ROOT).href;
  } catch {
    return null;
  }
}

function resolve(specifier, context, nextResolve) {
  if (isOwn(specifier, context.parentURL))
    return {url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true};
  const url = isMainThread || context.parentURL ? null : bundled(specifier);
  return url ? {url, format: 'module', shortCircuit: true} : nextResolve(specifier, context);
}

registerHooks({
  resolve,
  load: (url, context, nextLoad) =>
    url.startsWith('file:') && /\.tsx?$/.test(url)
      ? {format: 'module', source: stripped(url), shortCircuit: true}
      : nextLoad(url, context),
});
