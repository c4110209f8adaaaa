/** Dashboard section: the API keys, each shown in full once, on the page after its creation. */
import {html} from 'hono/html';
import {KEY_SLOTS} from '../../accounts/key_slots.ts';
import {type ActiveKey, MAX_KEY_NAME} from '../../accounts/keys.ts';
import type {Visitor} from '../env.ts';
import {renderButton} from '../fields.ts';
import {tokenField} from '../form.ts';
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

/**
 * Replacing or revoking a key in use asks for confirmation: the button is inside a disclosure that explains
 * it.
 */
const confirmed = (
  t: Translate,
  {action, name, why}: {action: string; name: Text; why: Text},
  {slot, prefix}: ActiveKey,
  visitor: Visitor,
): Html =>
  html`<details><summary>${t(name)}…</summary>
<p>${t(why)}</p>
${renderButton(t, action, name, visitor, {hidden: {slot: String(slot)}, about: prefix})}
</details>`;

const REFRESH = {action: '/account/key/refresh', name: TEXTS.refresh, why: TEXTS.refresh_why};
const REVOKE = {action: '/account/key/revoke', name: TEXTS.revoke, why: TEXTS.revoke_why};

const activeKey = (t: Translate, key: ActiveKey, visitor: Visitor): Html => {
  const {slot, name, prefix, created_at, last_used_at} = key;
  return html`<h3>${name || t(TEXTS.key_one, {number: slot})}</h3>
<dl class="facts">
<div><dt>${t(TEXTS.key_starts)}</dt><dd><code>${prefix}</code>…</dd></div>
<div><dt>${t(TEXTS.created)}</dt><dd>${formatTime(created_at)}</dd></div>
<div><dt>${t(TEXTS.last_used)}</dt><dd>${last_used_at === null ? t(TEXTS.never) : formatTime(last_used_at)}</dd></div>
</dl>
${confirmed(t, REFRESH, key, visitor)}
${confirmed(t, REVOKE, key, visitor)}`;
};

const CREATE = '/account/key/create';

/** A form with a name for the key; its button is the main one where there is no key yet. */
const createForm = (t: Translate, visitor: Visitor, isFirst: boolean): Html =>
  html`<form method="post" action="${CREATE}">
${tokenField(visitor)}
<div class="field"><label for="key-name">${t(TEXTS.key_name)}</label>
<input id="key-name" name="name" type="text" maxlength="${MAX_KEY_NAME}" autocomplete="off"></div>
<button${isFirst && html` class="main"`} type="submit">${t(TEXTS.create)}</button>
</form>`;

/** `full`: the whole key, if it was just created. */
export const keySection = (
  t: Translate,
  visitor: Visitor,
  active: readonly ActiveKey[],
  full: string | null,
): Html =>
  html`<section class="card" aria-labelledby="key">
<h2 id="key">${t(TEXTS.key)}</h2>
${full !== null && fresh(t, full)}
${active.map((one) => activeKey(t, one, visitor))}
${active.length === 0 && html`<p>${t(TEXTS.no_key)}</p>`}
${active.length > 0 && active.length < KEY_SLOTS.length && html`<p>${t(TEXTS.key_another)}</p>`}
${active.length < KEY_SLOTS.length && createForm(t, visitor, active.length === 0)}
</section>`;
