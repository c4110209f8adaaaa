/** /docs: one self-contained page with Swagger UI, and a plain list for browsers without scripts. */
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {ERRORS, STATUS} from '../api/errors.ts';
import {type BuildExamples, NO_EXAMPLES} from '../api/schema/build_examples.ts';
import type {Schema} from '../api/schema/column_schema.ts';
import {KEYLESS, type Operation, operations} from '../api/schema/operations.ts';
import {emptyForm} from './empty_form.ts';
import {parameterMessages} from './parameter_errors.ts';

const ESCAPES: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

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

/** All errors by reason, at the places that problems link to. */
function errorsTable(): string {
  const rows = Object.values(ERRORS).map(({code, reason, message, when}, i, all) => {
    const isFirst = all.findIndex((one) => one.reason === reason) === i;
    const cells = [`<code>${reason}</code>`, `${STATUS[code]} <code>${code}</code>`, message, when].map(
      (text, cell) => `<td>${cell < 2 ? text : escapeHtml(text)}</td>`,
    );
    return `<tr${isFirst ? ` id="${reason}"` : ''}>${cells.join('')}</tr>`;
  });
  return `<section class="errors"><h2 id="errors">Errors</h2>
<table><thead><tr><th scope="col">Reason</th><th scope="col">Status</th><th scope="col">Message</th><th scope="col">When</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></section>`;
}

const sourceOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

export interface DocsPage {
  html: string;
  /** `Content-Security-Policy`: only the two scripts of the page run, and requests go to this server only. */
  policy: string;
}

/** The page that shows the OpenAPI document. The try-it form sends the key from the browser. */
export function docsPage(document: Schema, examples = NO_EXAMPLES): DocsPage {
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
noscript, .errors { display: block; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font-family: sans-serif; }
.errors { overflow-x: auto; }
.errors table { border-collapse: collapse; }
.errors th, .errors td { padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #ccc; text-align: left; vertical-align: top; }
.errors tr:target { background: #fff3bf; }</style>
</head>
<body>
<div id="docs"></div>
<noscript>${plainPage(examples)}</noscript>
${errorsTable()}
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
