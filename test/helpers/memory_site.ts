/** The site over an engine in memory, made anew for each test of a file. */
import {afterEach, beforeEach} from 'vitest';
import {allocateAddressLimits} from '../../server/site/address_limits.ts';
import {openSite} from '../../server/site/site.ts';
import {handle} from './handle.ts';
import {mergeHeaders} from './merge_headers.ts';
import {type Service, testService} from './service.ts';

export const ORIGIN = 'https://data.example.org';

/** Registers the hooks of a file; `open` replaces the site, `get` asks it for a page. */
export function memorySite() {
  let service: Service;
  const open = (perMinute: number, proxies = 0, contact: string | null = null): void => {
    const limits = allocateAddressLimits();
    service.context.site = openSite({origin: ORIGIN, perMinute, proxies, limits, keptBytes: 1e6, contact});
  };
  beforeEach(async () => {
    service = await testService();
    open(0);
  });
  afterEach(() => service.close());
  return {
    get service(): Service {
      return service;
    },
    open,
    async get(target: string, headers: Record<string, string> = {}, peer = '192.0.2.1') {
      const response = await handle({method: 'GET', target, headers, peer: () => peer}, service.context);
      const {status, body} = response;
      return {status, headers: mergeHeaders(response.blocks, response.headers), text: String(body ?? '')};
    },
  };
}
