/** The authorization endpoint and the consent: from a client's request to a code (RFC 6749 4.1, RFC 9207). */
import {type Context, Hono} from 'hono';
import {hashOf, makeSecret} from '../accounts/secrets.ts';
import {tablesOf} from '../accounts/tables.ts';
import type {Site} from '../pages/account_services.ts';
import {REQUEST, signInAddress} from '../pages/consent_return.ts';
import type {Known} from '../pages/env.ts';
import {checkForm} from '../pages/form.ts';
import {signedIn} from '../pages/session.ts';
import {type AuthorizationRequest, readAuthorization} from './authorization_request.ts';
import {LIFETIME_MS, PATHS, resourceOf} from './constants.ts';
import {NO_STORE} from './endpoint.ts';
import {errorBody} from './errors.ts';
import {ALLOW, consentPage, DECISION, refusalPage} from './pages.ts';
import {keepPending, type Pending, pendingOf, takePending} from './pending.ts';
import {redirectTo} from './redirects.ts';

type Call = Context<Known>;

/** Sends the browser on, by GET whatever the request was (RFC 9700 4.12). */
function sendTo(c: Call, address: string): Response {
  for (const [name, value] of Object.entries(NO_STORE)) c.header(name, value);
  return c.redirect(address, 303);
}

/** Puts a request that waits to the account holder, who signs in first where nobody is. */
function ask(c: Call, site: Site, handle: string, pending: Pending): Response | Promise<Response> {
  const account = signedIn(c, site);
  if (!account) return sendTo(c, signInAddress(handle));
  return consentPage(c, site, account, pending, handle);
}

/** Answers a request of a client. */
function authorize(c: Call, site: Site): Response | Promise<Response> {
  const {clients} = tablesOf(site);
  const asked = readAuthorization(new URL(c.req.url).searchParams, clients.find, resourceOf(site));
  if (asked.kind === 'page') return refusalPage(c, site, asked.fault);
  if (asked.kind === 'redirect') {
    const {redirect_uri, state, fault} = asked;
    return sendTo(c, redirectTo(redirect_uri, {...errorBody(fault), state, iss: site.origin}));
  }
  const kept = keepPending(site, asked.request, c.get('address'));
  if ('wait_s' in kept) return refusalPage(c, site, 'busy', kept.wait_s);
  return ask(c, site, kept.handle, {request: asked.request, client: clients.find(asked.request.client)!});
}

/** Notes what the account granted, and gives the code for it. */
function grantCode(site: Site, account: number, request: AuthorizationRequest): string {
  const {grants} = tablesOf(site);
  const now = new Date(site.context.now());
  const {client, scope, resource, redirect_uri, challenge} = request;
  const grant = grants.add({account, client, scope, resource}, now);
  const code = makeSecret('code');
  const expires_at = new Date(now.getTime() + LIFETIME_MS.code).toISOString();
  grants.addCode(hashOf(code), {grant, redirect_uri, challenge, expires_at});
  return code;
}

/** Answers the form of the consent page: everything but the button that allows declines. */
async function decide(c: Call, site: Site): Promise<Response> {
  const fields = await checkForm(c, site);
  const handle = fields.get(REQUEST) ?? '';
  const account = signedIn(c, site);
  if (!account) return sendTo(c, signInAddress(handle));
  const decisions = fields.getAll(DECISION);
  const allowed = decisions.length === 1 && decisions[0] === ALLOW;
  const told = site.database.transaction(() => {
    const request = takePending(site, handle)?.request;
    if (!request) return null;
    const {redirect_uri, state} = request;
    const said = allowed ? {code: grantCode(site, account.account.id, request)} : errorBody('denied');
    return redirectTo(redirect_uri, {...said, state, iss: site.origin});
  });
  return told === null ? refusalPage(c, site, 'gone') : sendTo(c, told);
}

export function authorization(site: Site): Hono<Known> {
  const app = new Hono<Known>();
  app.get(PATHS.authorize, (c) => authorize(c, site));
  app.get(PATHS.consent, (c) => {
    const handle = c.req.query(REQUEST) ?? '';
    const pending = pendingOf(site, handle);
    return pending ? ask(c, site, handle, pending) : refusalPage(c, site, 'gone');
  });
  app.post(PATHS.consent, (c) => decide(c, site));
  return app;
}
