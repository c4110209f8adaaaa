/**
 * The view of results: one HTML document for clients that show one (MCP Apps), which asks no host for
 * anything. Its script and style are bundled with those of the pages.
 */

import {ROUTES} from '../api/routes/index.ts';
import {fieldLabelOrNull} from '../labels/index.ts';
import {TOOLS} from './tools.ts';

/** The address that tools name; clients read it like any resource. */
export const VIEW_URI = 'ui://federal-public-data/result.html';

/** By field of the rows that the view shows: its names in both languages, that of most datasets before others. */
function fieldNames(): Record<string, readonly [string, string]> {
  const paths = TOOLS.filter(({hasView}) => hasView).flatMap(({path}) =>
    typeof path === 'string' ? [path] : Object.values(path),
  );
  const routes = ROUTES.filter(({path}) => paths.includes(path));
  const names: Record<string, readonly [string, string]> = {};
  for (const route of routes) {
    const owner = 'dataset' in route ? route.dataset : '';
    for (const name of Object.keys({...route.columns, ...route.further})) {
      const label = fieldLabelOrNull('', name) ?? fieldLabelOrNull(owner, name);
      if (label) names[name] ??= [label.en, label.fr];
    }
  }
  return names;
}

/** The text of a bundled file. The bundle is read when a client asks for the view first. */
async function assetText(name: 'result.css' | 'result.js'): Promise<string> {
  const {assetPath, assetResponse} = await import('../site/assets.ts');
  return String(assetResponse(assetPath(name), undefined)?.body ?? '');
}

async function viewDocument(): Promise<string> {
  const [style, script] = await Promise.all([assetText('result.css'), assetText('result.js')]);
  // Neither may end where its own text says so.
  const inline = (text: string) => text.replaceAll('</', '<\\/');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Result</title><style>${style}</style></head>
<body><main id="result"></main><script type="application/json" id="fields">${inline(JSON.stringify(fieldNames()))}</script>
<script>${inline(script)}</script></body></html>`;
}

export const RESULT_VIEW = {
  resource: {
    uri: VIEW_URI,
    name: 'result_view',
    title: 'View of a result',
    description: 'Draws a result as chart, table and map. For clients that show views, not for models.',
    mimeType: 'text/html;profile=mcp-app',
  },
  read: viewDocument,
};
