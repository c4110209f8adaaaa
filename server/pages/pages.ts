/** The account pages: one address to look at, forms that change something, and the files of both (specification 9). */
import {type Context, Hono} from 'hono';
import {methodNotAllowed} from 'hono/method-not-allowed';
import type {Site} from './account_services.ts';
import {assets} from './assets.ts';
import {elsewhere} from './canonical_host.ts';
import {onward, REQUEST} from './consent_return.ts';
import {dashboardPage} from './dashboard/page.ts';
import type {Known} from './env.ts';
import {faultPage} from './error_pages.ts';
import {forms} from './forms/index.ts';
import {isLookedAt} from './looked.ts';
import {openDesk} from './page_services.ts';
import {signedIn, visitor} from './session.ts';
import {welcomePage} from './welcome.ts';

/** Whether people look at what is answered there. */
export const isAccountPath = (path: string): boolean => /^\/account(\/|$)/.test(path);

export function accountPages(site: Site): Hono<Known> {
  const app = new Hono<Known>();
  const desk = openDesk(site);
  const wrongMethod = (c: Context<Known>, methods: readonly string[]) => {
    c.header('Allow', methods.join(', '));
    return faultPage(c, site, 'method');
  };
  app.use('/account/*', methodNotAllowed({app, onMethodNotAllowed: wrongMethod}));
  app.get('/account', async (c) => {
    const home = elsewhere(c, site);
    if (home !== null) return c.redirect(home, 303);
    const request = c.req.query(REQUEST) ?? '';
    const next = onward(site, request);
    const session = signedIn(c, site);
    if (session) return next === null ? dashboardPage(c, desk, session) : c.redirect(next, 303);
    const note = isLookedAt(c) ? desk.notes.take(visitor(c, site).id) : null;
    return welcomePage(c, site, note, next === null ? null : request);
  });
  app.route('/', assets());
  app.route('/', forms(desk));
  return app;
}
