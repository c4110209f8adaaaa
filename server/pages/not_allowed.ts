/** What somebody gets who may not do what they asked for in the account that they act for. */
import type {Context} from 'hono';
import {ACCOUNT} from '../site/navigation.ts';
import type {PageEnv} from './env.ts';
import {seeOther} from './page.ts';
import type {PageServices} from './page_services.ts';
import type {SignedIn} from './session.ts';

export function notAllowed(c: Context<PageEnv>, {flashes}: PageServices, {id}: SignedIn): Response {
  flashes.set(id, {done: 'members.not_allowed'});
  return seeOther(c, ACCOUNT);
}
