/** The headers of every page, and of every answer. Scripts and styles come from here only, and none stand in the page. */
import type {Site} from './account_services.ts';

/** `form-action` is given by the page: browsers hold redirects behind a form to it, too. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const HEADERS = {
  // Pages hold tokens for their forms, and what only their owner may see.
  'Cache-Control': 'no-store',
  // Not `no-referrer`: browsers would send forms with `Origin: null`.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** Of every answer of the port, page or not. */
export const EVERYWHERE = {'X-Content-Type-Options': 'nosniff', 'X-Frame-Options': 'DENY'} as const;

/** Under https, browsers come back by https only. */
const HTTPS = {'Strict-Transport-Security': 'max-age=31536000'};

export const isHttps = ({origin}: Pick<Site, 'origin'>): boolean => origin.startsWith('https:');

/** `formTargets` are origins that a form of the page may lead to, beside this one. */
export const pageHeaders = (
  site: Pick<Site, 'origin'>,
  formTargets: readonly string[],
): Record<string, string> => ({
  ...HEADERS,
  ...(isHttps(site) ? HTTPS : {}),
  'Content-Security-Policy': [...POLICY, ["form-action 'self'", ...formTargets].join(' ')].join('; '),
});
