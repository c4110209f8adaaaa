/** Sends messages to the addresses of webhooks: public ones alone, without following redirects. */
import {Agent, request} from 'undici';
import {outsideLookup} from '../../builds/private_addresses.ts';
import {addressFault, placeOf} from '../alerts/public_address.ts';
import type {Outcome} from './types.ts';

/** Longest time of a try. */
const TRY_MS = 15_000;
const CONNECT_MS = 5_000;

/** The address says that it is gone for good. */
const GONE = 410;

/** A request, whose body is signed. */
export interface HookRequest {
  address: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface HookTransport {
  /** Sends it; `hand` is asked before. Never rejects. */
  post(request: HookRequest, hand: () => boolean): Promise<Outcome>;
  close(): Promise<void>;
}

/** Errors after which nothing can have arrived. */
const BEFORE =
  /^(EPRIVATE|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/;

function outcomeOf(error: unknown): Outcome {
  const {code, cause, name} = error as {code?: string; cause?: {code?: string}; name?: string};
  const why = code ?? cause?.code ?? name ?? 'error';
  return BEFORE.test(why) ? {kind: 'later', why} : {kind: 'broken', why};
}

/** `allowed`: places, `host:port`, that need not be public. `lookup` is that of the system. */
export function hookTransport(allowed: ReadonlySet<string>, lookup = outsideLookup()): HookTransport {
  // One request for each connection: what was looked up is what is spoken to.
  const agentOf = (more: object): Agent =>
    new Agent({
      pipelining: 0,
      headersTimeout: TRY_MS,
      bodyTimeout: TRY_MS,
      connect: {timeout: CONNECT_MS, ...more},
    });
  const [open, guarded] = [agentOf({}), agentOf({lookup})];
  const stopped = new AbortController();
  return {
    async post({address, headers, body}, hand) {
      const fault = addressFault(address, allowed);
      if (fault) return {kind: 'refused', why: `the address is not allowed: ${fault}`};
      const isAllowed = allowed.has(placeOf(new URL(address)));
      if (!hand()) return {kind: 'withdrawn'};
      try {
        const answer = await request(address, {
          method: 'POST',
          headers,
          body,
          dispatcher: isAllowed ? open : guarded,
          signal: AbortSignal.any([AbortSignal.timeout(TRY_MS), stopped.signal]),
        });
        answer.body.on('error', () => {}).destroy();
        const {statusCode} = answer;
        if (statusCode >= 200 && statusCode < 300) return {kind: 'sent'};
        return {kind: statusCode === GONE ? 'refused' : 'later', why: `status ${statusCode}`};
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async close() {
      stopped.abort();
      await Promise.all([open.destroy(), guarded.destroy()]);
    },
  };
}
