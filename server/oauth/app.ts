/** OAuth 2.1 for tool clients: metadata, registration, consent, tokens, revocation. */
import {Hono} from 'hono';
import {methodNotAllowed} from 'hono/method-not-allowed';
import type {AccountServices} from '../pages/account_services.ts';
import type {PageEnv} from '../pages/env.ts';
import {authorization} from './authorize.ts';
import {metadata} from './metadata.ts';
import {register} from './register.ts';
import {revoke} from './revoke.ts';
import {token} from './token.ts';

export function oauthApp(services: AccountServices): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  const wrongMethod = methodNotAllowed({app});
  for (const paths of ['/oauth/*', '/.well-known/*']) app.use(paths, wrongMethod);
  for (const part of [metadata, register, authorization, token, revoke]) app.route('/', part(services));
  return app;
}
