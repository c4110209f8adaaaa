/** The part of the dashboard with the tool clients that may ask in the name of the account. */
import {html} from 'hono/html';
import type {ConnectedClient} from '../../accounts/grants.ts';
import type {Visitor} from '../env.ts';
import {buttonForm} from '../fields.ts';
import {time} from '../figures.ts';
import type {Html} from '../layout.ts';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import type {Say} from '../texts/types.ts';

const row = (say: Say, visitor: Visitor, {grant, name, created_at}: ConnectedClient): Html =>
  html`<tr><th scope="row" class="name">${name}</th><td>${time(created_at)}</td>
<td>${buttonForm(say, '/account/grants/revoke', TEXTS.disconnect, visitor, {
    hidden: {grant: String(grant)},
    about: name,
  })}</td></tr>`;

const table = (say: Say, visitor: Visitor, clients: readonly ConnectedClient[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-labelledby="clients">
<table>
<thead><tr>${[TEXTS.client, TEXTS.connected, TEXTS.action].map((head) => html`<th scope="col">${say(head)}</th>`)}</tr></thead>
<tbody>${clients.map((client) => row(say, visitor, client))}</tbody>
</table>
</div>
<p class="hint">${say(TEXTS.clients_why)}</p>`;

export const clientsPart = (say: Say, visitor: Visitor, clients: readonly ConnectedClient[]): Html =>
  html`<section class="card wide" aria-labelledby="clients">
<h2 id="clients">${say(TEXTS.clients)}</h2>
${clients.length === 0 ? html`<p>${say(TEXTS.no_clients)}</p>` : table(say, visitor, clients)}
</section>`;
