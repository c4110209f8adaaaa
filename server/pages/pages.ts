/** The routes of the account pages: the page itself, its forms and its files. */
import {type Context, Hono} from 'hono';
import {methodNotAllowed} from 'hono/method-not-allowed';
import {FEED} from '../alerts/feed_address.ts';
import {assetResponse} from '../site/assets.ts';
import {ACCOUNT, ALERTS} from '../site/navigation.ts';
import {accountExport} from './account_export.ts';
import type {AccountServices} from './account_services.ts';
import {feedResponse} from './alerts/feed.ts';
import {alertsPage} from './alerts/list_page.tsx';
import {newAlertPage} from './alerts/new_page.tsx';
import {NEW} from './alerts/paths.ts';
import {canonicalAddress} from './canonical_host.ts';
import {EXPORT} from './dashboard/address.tsx';
import {dashboardPage} from './dashboard/page.tsx';
import type {PageEnv} from './env.ts';
import {errorPage} from './error_pages.tsx';
import {forms} from './forms/index.ts';
import {pageHeaders} from './headers.ts';
import {isDisplayed} from './is_displayed.ts';
import {mailPages} from './mail_pages.tsx';
import {onwardOf} from './onward.ts';
import {OPERATOR, operatorPage} from './operator.tsx';
import {rememberLanguage, seeOther} from './page.ts';
import {createPageServices, take} from './page_services.ts';
import {signedInAccount, visitor} from './session.ts';
import {welcomePage} from './welcome.tsx';

/** True for paths that people look at. */
export const isAccountPath = (path: string): boolean => /^\/(account|operator)(\/|$)/.test(path);

export function accountPages(services: AccountServices): Hono<PageEnv> {
  const app = new Hono<PageEnv>();
  const pageServices = createPageServices(services);
  const wrongMethod = (c: Context<PageEnv>, methods: readonly string[]) => {
    c.header('Allow', methods.join(', '));
    return errorPage(c, services, 'method');
  };
  app.use('/account/*', methodNotAllowed({app, onMethodNotAllowed: wrongMethod}));
  app.get('/account', async (c) => {
    const canonical = canonicalAddress(c, services);
    if (canonical !== null) return c.redirect(canonical, 303);
    const onward = onwardOf(services, (name) => c.req.query(name));
    const session = signedInAccount(c, services);
    if (session && onward) {
      rememberLanguage(c, services);
      return seeOther(c, onward.address);
    }
    if (session) return dashboardPage(c, pageServices, session);
    const flash = isDisplayed(c) ? take(pageServices.flashes, visitor(c, services).id) : null;
    return welcomePage(c, services, flash, onward);
  });
  // Threads with a socket answer these where there is a site.
  app.get('/site/*', (c) => {
    const asset = assetResponse(c.req.path, c.req.header('accept-encoding'));
    return asset ? c.body(new Uint8Array(asset.body as Buffer), 200, {...asset.headers}) : c.notFound();
  });
  app.get(OPERATOR, (c) => operatorPage(c, pageServices));
  app.get(EXPORT, (c) => {
    const session = signedInAccount(c, services);
    if (!session) return seeOther(c, ACCOUNT);
    for (const [name, value] of Object.entries(pageHeaders(services))) c.header(name, value);
    c.header('Content-Disposition', 'attachment; filename="account.json"');
    const data = accountExport(pageServices.tables, session.person, new Date(services.context.now()));
    return c.body(`${JSON.stringify(data, null, 2)}\n`, 200, {'Content-Type': 'application/json'});
  });
  app.get(ALERTS, (c) => alertsPage(c, pageServices));
  app.get(FEED, (c) => feedResponse(c, pageServices));
  app.get(NEW, (c) => newAlertPage(c, pageServices));
  // Before the forms, some of which are sent to these addresses.
  app.route('/', mailPages(pageServices));
  app.route('/', forms(pageServices));
  return app;
}
