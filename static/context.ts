/** What pages are made under where there is one build, for as long as anybody asks. */
import type {Engine} from '../engine/types.ts';
import type {ApiContext} from '../server/api/context.ts';
import type {PageContext} from '../server/site/page_maker.ts';

/** The context of an engine; `onError` gets what a server would log. */
export const contextOf = (engine: Engine, code: string, onError: (error: unknown) => void) =>
  ({
    builds: {info: () => engine.info, acquire: () => ({engine, release: () => {}}), isReadable: () => true},
    store: {find: () => null, healthy: () => true},
    log: {
      isLevelEnabled: () => false,
      debug() {},
      info() {},
      error: (facts: object) => onError((facts as {err?: unknown}).err),
    },
    now: () => Date.now(),
    code,
    timeout_ms: Number.POSITIVE_INFINITY,
  }) satisfies Omit<PageContext, 'store'> & Pick<ApiContext, 'store'>;
