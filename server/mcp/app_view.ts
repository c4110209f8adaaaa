/**
 * The view of results: one HTML document for clients that show one (MCP Apps), which asks no host for
 * anything. Its script and style are bundled with those of the pages.
 */

/** The address that tools name; clients read it like any resource. */
export const VIEW_URI = 'ui://federal-public-data/result.html';

/** The text of a bundled file. The bundle is read when a client asks for the view first. */
async function assetText(name: 'result.css' | 'result.js'): Promise<string> {
  const {assetPath, assetResponse} = await import('../site/assets.ts');
  return String(assetResponse(assetPath(name), undefined)?.body ?? '');
}

async function viewDocument(): Promise<string> {
  const [style, script] = await Promise.all([assetText('result.css'), assetText('result.js')]);
  // The script ends where its own text would end it.
  const inline = script.replaceAll('</', '<\\/');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Result</title><style>${style}</style></head><body><main id="result"></main><script>${inline}</script></body></html>`;
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
