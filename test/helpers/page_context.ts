/** What pages are made with in tests: an engine that may change at any time, and a log that keeps errors. */
import type {Engine} from '../../engine/types.ts';
import {READY} from '../../server/api/context.ts';
import type {PageContext} from '../../server/site/page_maker.ts';

/** `open` counts the builds that are held; `errors` has the arguments of each call of `log.error`. */
export function pageContext(engineNow: () => Engine): {
  context: PageContext;
  open: () => number;
  errors: unknown[];
} {
  let leases = 0;
  const errors: unknown[] = [];
  const context = {
    builds: {
      info: () => engineNow().info,
      acquire() {
        leases++;
        return {engine: engineNow(), release: () => void leases--};
      },
      isReadable: () => true,
    },
    store: {healthy: () => true},
    state: () => READY,
    log: {isLevelEnabled: () => false, debug() {}, info() {}, error: (...all: unknown[]) => errors.push(all)},
    now: () => Date.now(),
    code: 'test',
    timeout_ms: 60_000,
  };
  return {context, open: () => leases, errors};
}
