/** /docs: one self-contained page with Swagger UI, and a plain list for browsers without scripts. */
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {type BuildExamples, NO_EXAMPLES} from '../api/schema/build_examples.ts';
import type {Schema} from '../api/schema/column_schema.ts';
import {KEYLESS, type Operation, operations} from '../api/schema/operations.ts';
import {emptyForm} from './empty_form.ts';
import {escapeHtml, type Page, sourceOf} from './html.ts';
import {parameterMessages} from './parameter_errors.ts';

/** Escapes what would end a script element or open a comment that hides its end. */
const inScript = (text: string): string => text.replace(/<(?=\/script|!--|script)/gi, '\\x3C');

function library(file: string): string {
  return readFileSync(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`), 'utf8');
}

let read: {bundle: string; source: string; style: string} | null = null;

/** The parts of the page that are the same for all builds, read once. */
function libraries(): {bundle: string; source: string; style: string} {
  if (read) return read;
  const bundle = inScript(library('swagger-ui-bundle.js'));
  read = {bundle, source: sourceOf(bundle), style: library('swagger-ui.css')};
  return read;
}

function plainOperation({path, route, parameters, exampleTarget, example}: Operation): string {
  const rows = Object.entries(parameters).map(([name, parameter]) => {
    const preset = parameter.default === undefined ? '' : `, default ${parameter.default}`;
    const faults = parameterMessages(name, parameter).join(' ');
    const help = escapeHtml(`(${parameter.type}${preset}): ${parameter.help}.`);
    return `<li><code>${name}</code> ${help} <small>${escapeHtml(faults)}</small></li>`;
  });
  return `<h3><code>GET ${path}</code></h3>
<p>${escapeHtml(route.summary)}. Example: <code>${escapeHtml(exampleTarget)}</code></p>
<ul>${rows.join('\n')}</ul><pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`;
}

function plainPage(examples: BuildExamples): string {
  const keyless = KEYLESS.map(
    ({path, summary}) => `<li><code>GET ${path}</code>: ${escapeHtml(summary)}</li>`,
  );
  return `<h1>Federal public data: operations</h1>
<p>The operations below take the key of an account in the header <code>X-API-Key</code>; these do not:</p>
<ul>${keyless.join('\n')}</ul>${operations(examples).map(plainOperation).join('\n')}`;
}

/** The page that shows the OpenAPI document. The try-it form sends the key from the browser. */
export function docsPage(document: Schema, examples = NO_EXAMPLES): Page {
  const {bundle, source, style} = libraries();
  const start = `SwaggerUIBundle({
  spec: ${inScript(JSON.stringify(emptyForm(document))).replaceAll('<', '\\u003C')},
  dom_id: '#docs', deepLinking: true, tryItOutEnabled: true, validatorUrl: null,
  defaultModelsExpandDepth: -1, docExpansion: 'list',
});`;
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Federal public data: operations</title>
<link rel="icon" href="data:,">
<style>${style}
noscript { display: block; max-width: 60rem; margin: 2rem auto; font-family: sans-serif; }</style>
</head>
<body>
<div id="docs"></div>
<noscript>${plainPage(examples)}</noscript>
<script>${bundle}</script>
<script>${start}</script>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src ${source} ${sourceOf(start)}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {html, policy};
}
