/** The part of the dashboard for the key: shown whole on the one page behind its making. */
import {html} from 'hono/html';
import type {ActiveKey} from '../../accounts/keys.ts';
import type {Visitor} from '../env.ts';
import {buttonForm} from '../fields.ts';
import {time} from '../figures.ts';
import type {Html} from '../layout.ts';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import type {Say, Text} from '../texts/types.ts';

/** A button of the light script, which takes the text of an element to the clipboard; hidden without it. */
export const copyButton = (say: Say, of: string): Html =>
  html`<button type="button" class="copy" data-copies="${of}" data-done="${say(TEXTS.copied)}" hidden>${say(TEXTS.copy)}</button>`;

const fresh = (say: Say, key: string): Html =>
  html`<div class="fresh" role="status">
<p><strong>${say(TEXTS.key_fresh)}</strong></p>
<p class="line"><code id="fresh-key">${key}</code>${copyButton(say, 'fresh-key')}</p>
</div>`;

/** What ends the key that is used asks once more: the button stands behind its name and what it does. */
const careful = (say: Say, action: string, name: Text, why: Text, visitor: Visitor): Html =>
  html`<details><summary>${say(name)}…</summary>
<p>${say(why)}</p>
${buttonForm(say, action, name, visitor)}
</details>`;

const held = (say: Say, {shown, created_at, last_used_at}: ActiveKey, visitor: Visitor): Html =>
  html`<dl class="facts">
<div><dt>${say(TEXTS.key_starts)}</dt><dd><code>${shown}</code>…</dd></div>
<div><dt>${say(TEXTS.created)}</dt><dd>${time(created_at)}</dd></div>
<div><dt>${say(TEXTS.last_used)}</dt><dd>${last_used_at === null ? say(TEXTS.never) : time(last_used_at)}</dd></div>
</dl>
${careful(say, '/account/key/refresh', TEXTS.refresh, TEXTS.refresh_why, visitor)}
${careful(say, '/account/key/revoke', TEXTS.revoke, TEXTS.revoke_why, visitor)}`;

/** `full`: the key itself, when it was just made. */
export const keyPart = (say: Say, visitor: Visitor, active: ActiveKey | null, full: string | null): Html =>
  html`<section class="card" aria-labelledby="key">
<h2 id="key">${say(TEXTS.key)}</h2>
${full !== null && fresh(say, full)}
${
  active
    ? held(say, active, visitor)
    : html`<p>${say(TEXTS.no_key)}</p>${buttonForm(say, '/account/key/create', TEXTS.create, visitor, {main: true})}`
}
</section>`;
