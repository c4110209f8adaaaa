/** What people and programs read where the host is of no use. */
import {escapeXml} from '../../server/api/formats/xml.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import type {Language} from '../../server/site/language.ts';
import en from '../messages/en.json' with {type: 'json'};
import fr from '../messages/fr.json' with {type: 'json'};
import {assetPath} from '../platform/assets.ts';
import {HostError} from './host.ts';

const MESSAGES: Readonly<Record<Language, typeof en>> = {en, fr};

/** The answer to a request that failed: a page with a remedy, or an error of the API. */
export function failure(error: unknown, {pathname}: URL, language: Language): Response {
  const {kind, message} = error instanceof HostError ? error : new HostError('failing', String(error));
  const headers = {'Cache-Control': 'no-store', 'Retry-After': '5'};
  if (pathname.startsWith(BASE_PATH))
    return Response.json({error: {code: 'UNAVAILABLE', message}}, {status: 503, headers});
  const {title, what, remedy} = MESSAGES[language].failures[kind];
  const page = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${assetPath('site.css')}">
</head>
<body>
<main id="main">
<h1>${title}</h1>
<p class="lead">${what}</p>
<p>${remedy}</p>
<p><small>${escapeXml(message)}</small></p>
</main>
</body>
</html>
`;
  return new Response(page, {status: 503, headers: {...headers, 'Content-Type': 'text/html; charset=utf-8'}});
}
