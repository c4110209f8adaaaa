/** Dashboard section: connected tool clients. */
import {html} from 'hono/html';
import type {ConnectedClient} from '../../accounts/tool_clients.ts';
import type {Visitor} from '../env.ts';
import {renderButton} from '../fields.ts';
import {formatTime} from '../format.ts';
import type {Html} from '../layout.ts';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import type {Translate} from '../texts/types.ts';

const row = (t: Translate, visitor: Visitor, {grant, name, created_at}: ConnectedClient): Html =>
  html`<tr><th scope="row" class="name">${name}</th><td>${formatTime(created_at)}</td>
<td>${renderButton(t, '/account/grants/revoke', TEXTS.disconnect, visitor, {
    hidden: {grant: String(grant)},
    about: name,
  })}</td></tr>`;

const table = (t: Translate, visitor: Visitor, clients: readonly ConnectedClient[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-labelledby="clients">
<table>
<thead><tr>${[TEXTS.client, TEXTS.connected, TEXTS.action].map((head) => html`<th scope="col">${t(head)}</th>`)}</tr></thead>
<tbody>${clients.map((client) => row(t, visitor, client))}</tbody>
</table>
</div>
<p class="hint">${t(TEXTS.clients_why)}</p>`;

export const clientsSection = (t: Translate, visitor: Visitor, clients: readonly ConnectedClient[]): Html =>
  html`<section class="card wide" aria-labelledby="clients">
<h2 id="clients">${t(TEXTS.clients)}</h2>
${clients.length === 0 ? html`<p>${t(TEXTS.no_clients)}</p>` : table(t, visitor, clients)}
</section>`;
