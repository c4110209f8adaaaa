/**
 * Response headers of accounts, OAuth and tools. Scripts and styles come from this origin only, never inline.
 */
import type {AccountServices} from './account_services.ts';

/** Pages add `form-action`, which browsers also apply to redirects after a form. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
];

const PAGE_HEADERS = {
  // Pages hold CSRF tokens and private data.
  'Cache-Control': 'no-store',
  // With `no-referrer`, browsers would send forms with `Origin: null`.
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
};

/** On every response of the port. */
export const COMMON_HEADERS = {'X-Content-Type-Options': 'nosniff', 'X-Frame-Options': 'DENY'} as const;

/** Under https, browsers return by https only. */
const HTTPS = {'Strict-Transport-Security': 'max-age=31536000'};

export const isHttps = ({origin}: Pick<AccountServices, 'origin'>): boolean => origin.startsWith('https:');

/** `formTargets` are further origins that a form of the page may lead to. */
export const pageHeaders = (
  services: Pick<AccountServices, 'origin'>,
  formTargets: readonly string[],
): Record<string, string> => ({
  ...PAGE_HEADERS,
  ...(isHttps(services) ? HTTPS : {}),
  'Content-Security-Policy': [...CONTENT_POLICY, ["form-action 'self'", ...formTargets].join(' ')].join('; '),
});
