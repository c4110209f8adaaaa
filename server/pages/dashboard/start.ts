/** Dashboard section: getting started. */
import {html} from 'hono/html';
import {API_KEY_HEADER} from '../../api/authenticate.ts';
import type {AccountServices} from '../account_services.ts';
import type {Html} from '../layout.ts';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import type {Translate} from '../texts/types.ts';
import {copyButton} from './key.ts';

/** `key`: the whole key, or its prefix with an ellipsis. */
export function startSection(t: Translate, {origin}: AccountServices, key: string): Html {
  const line = `curl -H '${API_KEY_HEADER}: ${key}' '${origin}/api/v1/contracts?limit=2'`;
  return html`<section class="card" aria-labelledby="start">
<h2 id="start">${t(TEXTS.start)}</h2>
<p>${t(TEXTS.start_how)}</p>
<p class="line"><code id="curl">${line}</code>${copyButton(t, 'curl')}</p>
<p><a href="/docs">${t(TEXTS.docs)}</a></p>
<p>${t(TEXTS.tools_how)}</p>
<p class="line"><code id="tools">${origin}/mcp</code>${copyButton(t, 'tools')}</p>
</section>`;
}
