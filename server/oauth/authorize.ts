/**
 * The authorization endpoint and the consent form: from a client's request to a code (RFC 6749 4.1, RFC 7636
 * 4.3, RFC 8707 2.1, RFC 9207).
 */
import type {Context} from 'hono';
import {hashSecret, makeSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import type {Client} from '../accounts/tool_clients.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {countAttempt} from '../pages/attempt_limits.ts';
import type {PageEnv} from '../pages/env.ts';
import {errorPage} from '../pages/error_pages.tsx';
import {checkForm, sender} from '../pages/form.ts';
import {REQUEST, signInAddress} from '../pages/onward.ts';
import {seeOther} from '../pages/page.ts';
import {asOneself, signedInAccount} from '../pages/session.ts';
import {clientReadLately, isDocumentAddress, readClient} from './client_document.ts';
import {DOCUMENT_READS, DOCUMENTS, LIFETIME_MS, LIMITS, resourceOf, SCOPE} from './constants.ts';
import {errorBody, OAuthError} from './errors.ts';
import {ALLOW, consentPage, DECISION, REFUSALS} from './pages.tsx';
import {onlyOne, required, resourceIn, single} from './parameters.ts';
import {type AuthorizationRequest, findPending, type Pending, savePending} from './pending_consent.ts';
import {isRegistered, redirectTo} from './redirects.ts';

type Call = Context<PageEnv>;

/** A SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Validates the parameters whose errors are reported to the client; throws the first one. */
function readRequest(
  params: URLSearchParams,
  resource: string,
): Omit<AuthorizationRequest, 'client' | 'redirect_uri'> {
  const state = single(params, 'state');
  if (state !== null && state.length > LIMITS.state) throw new OAuthError('state');
  if (required(params, 'response_type', 'response_type_missing') !== 'code') {
    throw new OAuthError('response_type');
  }
  const challenge = required(params, 'code_challenge', 'challenge_missing');
  // Without a method the challenge would be plain (RFC 7636 4.3), which reveals the verifier to anyone who
  // sees the address.
  if (single(params, 'code_challenge_method') !== 'S256') throw new OAuthError('method');
  if (!CHALLENGE.test(challenge)) throw new OAuthError('challenge');
  // There is one resource: clients from before RFC 8707 do not name it.
  if ((resourceIn(params) ?? resource) !== resource) throw new OAuthError('resource');
  // Whatever is asked for, the only scope is granted, as the consent and the tokens say (RFC 6749 3.3): many
  // clients ask for those of other servers.
  single(params, 'scope');
  return {state, challenge, scope: SCOPE, resource};
}

/** The state to return with an error: none if it is ambiguous or too long. */
function stateOf(params: URLSearchParams): string | null {
  const state = onlyOne(params, 'state') ?? '';
  return state.length > LIMITS.state ? null : state || null;
}

/** Asks the account holder for consent, after signing in if necessary. */
async function ask(c: Call, services: AccountServices, handle: string, pending: Pending): Promise<Response> {
  const session = signedInAccount(c, services);
  if (!session) return seeOther(c, signInAddress({[REQUEST]: handle}));
  // Tool clients act for the person's own account.
  return consentPage(c, services, asOneself(session), pending, handle);
}

/** The client of an id, or the page that refuses it. */
async function findClient(c: Call, services: AccountServices, id: string): Promise<Client | Response> {
  if (!isDocumentAddress(id)) {
    return accountTables(services).clients.find(id) ?? errorPage(c, services, REFUSALS.client);
  }
  const client = clientReadLately(services, id);
  if (client) return client;
  const attempt = countAttempt(services, [
    [DOCUMENTS, c.get('address')],
    [DOCUMENT_READS, id],
  ]);
  if (!attempt.counted) return errorPage(c, services, REFUSALS.busy, attempt.wait_s);
  return (await readClient(services, id)) ?? errorPage(c, services, REFUSALS.document);
}

/**
 * Answers the authorization endpoint. An unknown client or redirect address gets a page and no redirect, as
 * the address may be unsafe.
 */
export async function authorize(c: Call, services: AccountServices): Promise<Response> {
  const params = new URL(c.req.url).searchParams;
  const client = await findClient(c, services, onlyOne(params, 'client_id') ?? '');
  if (client instanceof Response) return client;
  const redirect_uri = onlyOne(params, 'redirect_uri');
  if (redirect_uri === null || !isRegistered(client.redirect_uris, redirect_uri)) {
    return errorPage(c, services, REFUSALS.redirect);
  }
  try {
    const request = {client: client.id, redirect_uri, ...readRequest(params, resourceOf(services))};
    const saved = savePending(services, request, c.get('address'));
    if (typeof saved === 'number') return errorPage(c, services, REFUSALS.busy, saved);
    return ask(c, services, saved, {request, client});
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const result = {...errorBody(error.errorName), state: stateOf(params), iss: services.origin};
    return seeOther(c, redirectTo(redirect_uri, result));
  }
}

/** Shows the consent form of a pending request. */
export async function askAgain(c: Call, services: AccountServices): Promise<Response> {
  const handle = c.req.query(REQUEST) ?? '';
  const pending = findPending(services, handle);
  return pending ? ask(c, services, handle, pending) : errorPage(c, services, REFUSALS.gone);
}

/** Stores the grant and issues its code. */
function grantCode(services: AccountServices, account: number, request: AuthorizationRequest): string {
  const {grants} = accountTables(services);
  const now = services.context.now();
  const {client, scope, resource, redirect_uri, challenge} = request;
  const grant = grants.add({account, client, scope, resource}, new Date(now));
  const code = makeSecret('code');
  const expires_at = new Date(now + LIFETIME_MS.code).toISOString();
  grants.addCode(hashSecret(code), {grant, redirect_uri, challenge, expires_at});
  return code;
}

/** Answers the consent form: anything but the allow button declines. */
export async function decide(c: Call, services: AccountServices): Promise<Response> {
  const fields = await checkForm(c, services, sender);
  const handle = fields.get(REQUEST) ?? '';
  const session = signedInAccount(c, services);
  if (!session) return seeOther(c, signInAddress({[REQUEST]: handle}));
  const decisions = fields.getAll(DECISION);
  const isAllowed = decisions.length === 1 && decisions[0] === ALLOW;
  const redirectAddress = services.database.transaction(() => {
    const request = findPending(services, handle)?.request;
    accountTables(services).pending.remove(hashSecret(handle));
    if (!request) return null;
    const {redirect_uri, state} = request;
    const result = isAllowed ? {code: grantCode(services, session.person.id, request)} : errorBody('denied');
    return redirectTo(redirect_uri, {...result, state, iss: services.origin});
  });
  return redirectAddress === null ? errorPage(c, services, REFUSALS.gone) : seeOther(c, redirectAddress);
}
