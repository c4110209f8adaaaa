/**
 * The authorization endpoint and the consent form: from a client's request to a code (RFC 6749 4.1, RFC
 * 9207).
 */
import {type Context, Hono} from 'hono';
import {hashSecret, makeSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {REQUEST, signInAddress} from '../pages/consent_return.ts';
import type {PageEnv} from '../pages/env.ts';
import {errorPage} from '../pages/error_pages.tsx';
import {checkForm} from '../pages/form.ts';
import {seeOther} from '../pages/page.ts';
import {signedInAccount} from '../pages/session.ts';
import {type AuthorizationRequest, readAuthorization} from './authorization_request.ts';
import {LIFETIME_MS, PATHS, resourceOf} from './constants.ts';
import {errorBody} from './errors.ts';
import {ALLOW, consentPage, DECISION, REFUSALS} from './pages.tsx';
import {findPending, type Pending, savePending, takePending} from './pending_consent.ts';
import {redirectTo} from './redirects.ts';

type Call = Context<PageEnv>;

/** Asks the account holder for consent, after signing in if necessary. */
function ask(
  c: Call,
  services: AccountServices,
  handle: string,
  pending: Pending,
): Response | Promise<Response> {
  const account = signedInAccount(c, services);
  if (!account) return seeOther(c, signInAddress(handle));
  return consentPage(c, services, account, pending, handle);
}

/** Answers the authorization endpoint. */
function authorize(c: Call, services: AccountServices): Response | Promise<Response> {
  const {clients} = accountTables(services);
  const outcome = readAuthorization(new URL(c.req.url).searchParams, clients.find, resourceOf(services));
  if (outcome.kind === 'page') return errorPage(c, services, REFUSALS[outcome.errorName]);
  if (outcome.kind === 'redirect') {
    const {redirect_uri, state, errorName} = outcome;
    return seeOther(c, redirectTo(redirect_uri, {...errorBody(errorName), state, iss: services.origin}));
  }
  const saved = savePending(services, outcome.request, c.get('address'));
  if ('wait_s' in saved) return errorPage(c, services, REFUSALS.busy, saved.wait_s);
  return ask(c, services, saved.handle, {
    request: outcome.request,
    client: clients.find(outcome.request.client)!,
  });
}

/** Stores the grant and issues its code. */
function grantCode(services: AccountServices, account: number, request: AuthorizationRequest): string {
  const {grants} = accountTables(services);
  const now = new Date(services.context.now());
  const {client, scope, resource, redirect_uri, challenge} = request;
  const grant = grants.add({account, client, scope, resource}, now);
  const code = makeSecret('code');
  const expires_at = new Date(now.getTime() + LIFETIME_MS.code).toISOString();
  grants.addCode(hashSecret(code), {grant, redirect_uri, challenge, expires_at});
  return code;
}

/** Answers the consent form: anything but the allow button declines. */
async function decide(c: Call, services: AccountServices): Promise<Response> {
  const fields = await checkForm(c, services);
  const handle = fields.get(REQUEST) ?? '';
  const account = signedInAccount(c, services);
  if (!account) return seeOther(c, signInAddress(handle));
  const decisions = fields.getAll(DECISION);
  const allowed = decisions.length === 1 && decisions[0] === ALLOW;
  const redirectAddress = services.database.transaction(() => {
    const request = takePending(services, handle)?.request;
    if (!request) return null;
    const {redirect_uri, state} = request;
    const result = allowed ? {code: grantCode(services, account.account.id, request)} : errorBody('denied');
    return redirectTo(redirect_uri, {...result, state, iss: services.origin});
  });
  return redirectAddress === null ? errorPage(c, services, REFUSALS.gone) : seeOther(c, redirectAddress);
}

export function authorization(services: AccountServices): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  app.get(PATHS.authorize, (c) => authorize(c, services));
  app.get(PATHS.consent, (c) => {
    const handle = c.req.query(REQUEST) ?? '';
    const pending = findPending(services, handle);
    return pending ? ask(c, services, handle, pending) : errorPage(c, services, REFUSALS.gone);
  });
  app.post(PATHS.consent, (c) => decide(c, services));
  return app;
}
