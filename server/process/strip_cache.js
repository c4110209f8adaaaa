/** Preloaded by the server and by programs that tests start: keeps sources without their types, as NODE_COMPILE_CACHE keeps compiled ones. */
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {registerHooks, stripTypeScriptTypes} from 'node:module';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const folder = join(process.env.NODE_COMPILE_CACHE, `stripped-${process.version}`);

/** Programs that may not write there, or no more, go without. */
function keep(path, code) {
  try {
    mkdirSync(folder, {recursive: true});
    const next = `${path}.${process.pid}`;
    writeFileSync(next, code);
    renameSync(next, path);
  } catch {
    // The next program keeps it.
  }
}

function stripped(url) {
  const source = readFileSync(fileURLToPath(url), 'utf8');
  const path = join(folder, createHash('sha1').update(url).update(source).digest('hex'));
  try {
    return readFileSync(path, 'utf8');
  } catch {
    const code = `${stripTypeScriptTypes(source)}\n\n//# sourceURL=${url}`;
    keep(path, code);
    return code;
  }
}

/** A file of the project beside another one: where it is needs no look at folders and at packages, as a tenth of loading the modules was. */
const isOwn = (specifier, parent) =>
  specifier.startsWith('.') && specifier.endsWith('.ts') && parent?.startsWith('file:');

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    isOwn(specifier, context.parentURL)
      ? {url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true}
      : nextResolve(specifier, context),
  load: (url, context, nextLoad) =>
    url.startsWith('file:') && url.endsWith('.ts')
      ? {format: 'module', source: stripped(url), shortCircuit: true}
      : nextLoad(url, context),
});
