/** What settings say of requests: how they name themselves, whom they trust, and how many there may be. */
import {readFileSync} from 'node:fs';
import {getCACertificates} from 'node:tls';
import {NO_CONTACT, numeric, type Settings} from '../../datasets/settings.ts';
import {codeOf} from './errors.ts';

/**
 * How requests name themselves: with the contact address in place of the words that say that there is none,
 * else behind them.
 */
export function userAgent({USER_AGENT, CONTACT}: Pick<Settings, 'USER_AGENT' | 'CONTACT'>): string {
  if (!CONTACT || USER_AGENT.includes(CONTACT)) return USER_AGENT;
  return USER_AGENT.includes(NO_CONTACT)
    ? USER_AGENT.replace(NO_CONTACT, CONTACT)
    : `${USER_AGENT} (${CONTACT})`;
}

/** The certificates that are trusted beside those of the system: intermediate ones that servers leave out. */
export function extraCertificates(path: string): {ca?: string[]} {
  if (!path) return {};
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`setting EXTRA_CA: ${path} cannot be read (${codeOf(error)}): name a PEM file`);
  }
  if (!text.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error(`setting EXTRA_CA: ${path} holds no certificate: write it in the form PEM`);
  return {ca: [...getCACertificates('default'), text]};
}

/** A setting that is a number of at least 1; throws naming it. */
export function positive(all: Settings, name: keyof Settings): number {
  const value = numeric(all, name);
  if (Number.isInteger(value) && value > 0) return value;
  throw new Error(
    `setting ${name} must be a whole number of at least 1, got "${all[name]}": correct the environment`,
  );
}
