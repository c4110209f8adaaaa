/** Reads pages of a running site, and the answers of its API to the same questions. */
import {load} from 'cheerio';
import type {Row} from '../../engine/types.ts';
import {makeKey, sharedData, sharedServer} from './stack.ts';

export interface SiteReader {
  page: (target: string) => Promise<{status: number; $: ReturnType<typeof load>}>;
  api: (target: string) => Promise<{data: Row[]; meta: {total: number; next_cursor: string | null}}>;
}

/** A reader of a server at `base`, with an API key. */
export const readerOf = (base: string, key: string): SiteReader => ({
  async page(target) {
    const answer = await fetch(base + target);
    return {status: answer.status, $: load(await answer.text())};
  },
  async api(target) {
    const answer = await fetch(`${base}/api/v1${target}`, {headers: {'X-API-Key': key}});
    return (await answer.json()) as Awaited<ReturnType<SiteReader['api']>>;
  },
});

/** A reader of the shared server. */
export async function siteReader(): Promise<SiteReader> {
  const dataDir = await sharedData();
  const {base} = await sharedServer();
  return readerOf(base, makeKey(dataDir));
}

/** The digits of a text as a number: figures of either language. */
export const digits = (text: string): number => Number(text.replace(/[^\d]/g, ''));
