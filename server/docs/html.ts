/** What the pages of the documents share. */
import {createHash} from 'node:crypto';

export interface Page {
  html: string;
  /** `Content-Security-Policy`: what the page may load and run. */
  policy: string;
}

const ESCAPES: Record<string, string> = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'};

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** Source of a policy that allows an inline script or style by its hash. */
export const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
