/** /docs/errors: every error by reason, each at the place that problems of RFC 9457 link to. */
import {ERRORS, STATUS} from '../api/error_table.ts';
import {escapeHtml, type Page, sourceOf} from './html.ts';

const STYLE = `body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; font-family: sans-serif; line-height: 1.4; color-scheme: light dark; }
.rows { overflow-x: auto; }
table { border-collapse: collapse; }
th, td { padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #888; text-align: left; vertical-align: top; }
tr:target { background: #ffe066; color: #000; }`;

const HEAD = ['Reason', 'Status', 'Message', 'When'].map((title) => `<th scope="col">${title}</th>`).join('');

function row(error: (typeof ERRORS)[keyof typeof ERRORS], isFirst: boolean): string {
  const {code, reason, message, when} = error;
  const cells = [
    `<code>${reason}</code>`,
    `${STATUS[code]} <code>${code}</code>`,
    escapeHtml(message),
    escapeHtml(when),
  ];
  // Several errors may have one reason.
  return `<tr${isFirst ? ` id="${reason}"` : ''}>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

export function errorsPage(): Page {
  const all = Object.values(ERRORS);
  const rows = all.map((one, i) => row(one, all.findIndex(({reason}) => reason === one.reason) === i));
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
<h1>Errors</h1>
<p>The body of an error has its code and a message for people. <code>X-Error-Reason</code> gives the reason,
<code>X-Error-Param</code> the parameters at fault. <a href="/docs">All operations</a></p>
<div class="rows" tabindex="0" role="region" aria-label="Errors"><table><thead><tr>${HEAD}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>
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
