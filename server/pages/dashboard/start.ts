/** The part of the dashboard that shows how to begin. */
import {html} from 'hono/html';
import {KEY_HEADER} from '../../api/auth.ts';
import type {Site} from '../account_services.ts';
import type {Html} from '../layout.ts';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import type {Say} from '../texts/types.ts';
import {copyButton} from './key.ts';

/** `key`: the full one, or its beginning with an ellipsis, as far as it is known. */
export function startPart(say: Say, {origin, api}: Site, key: string): Html {
  const line = `curl -H '${KEY_HEADER}: ${key}' '${api}/api/v1/contracts?limit=2'`;
  return html`<section class="card" aria-labelledby="start">
<h2 id="start">${say(TEXTS.start)}</h2>
<p>${say(TEXTS.start_how)}</p>
<p class="line"><code id="curl">${line}</code>${copyButton(say, 'curl')}</p>
<p><a href="${api}/docs">${say(TEXTS.docs)}</a></p>
<p>${say(TEXTS.tools_how)}</p>
<p class="line"><code id="tools">${origin}/mcp</code>${copyButton(say, 'tools')}</p>
</section>`;
}
