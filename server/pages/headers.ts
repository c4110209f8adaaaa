/** Response headers of account pages, beside those of every page. */
import {PAGE_HEADERS} from '../site/respond.ts';
import type {AccountServices} from './account_services.ts';

/** Under https, browsers return by https only. */
const HTTPS = {'Strict-Transport-Security': 'max-age=31536000'};

export const isHttps = ({origin}: Pick<AccountServices, 'origin'>): boolean => origin.startsWith('https:');

export const pageHeaders = (services: Pick<AccountServices, 'origin'>): Record<string, string> => ({
  ...PAGE_HEADERS,
  // Pages hold CSRF tokens and private data.
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  ...(isHttps(services) ? HTTPS : {}),
});
