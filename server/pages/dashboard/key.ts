/** Dashboard section: the API key, shown in full once, on the page after its creation. */
import {html} from 'hono/html';
import type {ActiveKey} from '../../accounts/keys.ts';
import type {Visitor} from '../env.ts';
import {renderButton} from '../fields.ts';
import {formatTime} from '../format.ts';
import type {Html} from '../layout.ts';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import type {Text, Translate} from '../texts/types.ts';

/** A button that copies an element's text to the clipboard; hidden without script. */
export const copyButton = (t: Translate, target: string): Html =>
  html`<button type="button" class="copy" data-copies="${target}" data-done="${t(TEXTS.copied)}" hidden>${t(TEXTS.copy)}</button>`;

const fresh = (t: Translate, key: string): Html =>
  html`<div class="fresh" role="status">
<p><strong>${t(TEXTS.key_fresh)}</strong></p>
<p class="line"><code id="fresh-key">${key}</code>${copyButton(t, 'fresh-key')}</p>
</div>`;

/** Replacing or revoking a key in use asks for confirmation: the button is inside a disclosure that explains it. */
const confirmed = (t: Translate, action: string, name: Text, why: Text, visitor: Visitor): Html =>
  html`<details><summary>${t(name)}…</summary>
<p>${t(why)}</p>
${renderButton(t, action, name, visitor)}
</details>`;

const activeKey = (t: Translate, {prefix, created_at, last_used_at}: ActiveKey, visitor: Visitor): Html =>
  html`<dl class="facts">
<div><dt>${t(TEXTS.key_starts)}</dt><dd><code>${prefix}</code>…</dd></div>
<div><dt>${t(TEXTS.created)}</dt><dd>${formatTime(created_at)}</dd></div>
<div><dt>${t(TEXTS.last_used)}</dt><dd>${last_used_at === null ? t(TEXTS.never) : formatTime(last_used_at)}</dd></div>
</dl>
${confirmed(t, '/account/key/refresh', TEXTS.refresh, TEXTS.refresh_why, visitor)}
${confirmed(t, '/account/key/revoke', TEXTS.revoke, TEXTS.revoke_why, visitor)}`;

/** `full`: the whole key, if it was just created. */
export const keySection = (
  t: Translate,
  visitor: Visitor,
  active: ActiveKey | null,
  full: string | null,
): Html =>
  html`<section class="card" aria-labelledby="key">
<h2 id="key">${t(TEXTS.key)}</h2>
${full !== null && fresh(t, full)}
${
  active
    ? activeKey(t, active, visitor)
    : html`<p>${t(TEXTS.no_key)}</p>${renderButton(t, '/account/key/create', TEXTS.create, visitor, {main: true})}`
}
</section>`;
