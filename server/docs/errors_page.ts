/** /docs/errors: every error by reason, each at the place that problems of RFC 9457 link to. */

import {STATUS} from '../api/error_row.ts';
import {ERRORS, REASONS} from '../api/error_table.ts';
import {escapeHtml, type Page, sourceOf} from './html.ts';

const STYLE = `:root { color-scheme: light dark; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; font-family: sans-serif; line-height: 1.5; }
section { padding: .2rem .6rem; border-top: 1px solid #888; overflow-wrap: anywhere; }
section:target { background: #ffe066; color: #000; }
h2 { margin: .4rem 0; font-size: 1.1rem; }
dt { font-weight: bold; }
dd { margin: 0 0 .6rem; }`;

/** Text with what stands between backticks as code. */
const withCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

function section(reason: string): string {
  const errors = Object.values(ERRORS).filter((one) => one.reason === reason);
  const items = errors.map(
    ({code, message, when}) =>
      `<dt>${withCode(message)}</dt><dd>${STATUS[code]} <code>${code}</code>: ${withCode(when)}</dd>`,
  );
  return `<section id="${reason}"><h2><code>${reason}</code></h2><dl>${items.join('')}</dl></section>`;
}

export function errorsPage(): Page {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Federal public data: errors</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<p>The body of an error has its code and a message for people. <code>X-Error-Reason</code> gives the reason,
<code>X-Error-Param</code> the parameters at fault. <a href="/docs">All operations</a></p>
${REASONS.map(section).join('\n')}
</main>
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `style-src ${sourceOf(STYLE)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return {html, policy};
}
