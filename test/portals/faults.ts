/** Faults of single responses of a portal, used one by one. */
import type {ServerResponse} from 'node:http';

export type Fault =
  | {kind: 'status'; status: number; headers?: Record<string, string>; body?: string}
  /** The connection is reset in the middle of the body. */
  | {kind: 'reset'}
  /** The body ends in its middle, and says that this is its length. */
  | {kind: 'cut'}
  /** The connection stays open and silent. */
  | {kind: 'stall'}
  /** A page of maintenance under status 200. */
  | {kind: 'page'};

/** Sends `text` as JSON, or what the fault makes of it. */
export function answer(response: ServerResponse, text: string, fault?: Fault | null): void {
  const half = text.slice(0, Math.floor(text.length / 2));
  switch (fault?.kind) {
    case 'status':
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    case 'reset':
      response.writeHead(200, {'content-type': 'application/json', 'content-length': `${text.length}`});
      response.write(half, () => setTimeout(() => response.socket?.resetAndDestroy(), 50));
      return;
    case 'cut':
      response.writeHead(200, {'content-type': 'application/json'}).end(half);
      return;
    case 'stall':
      return;
    case 'page':
      response.writeHead(200, {'content-type': 'text/html'}).end('<!DOCTYPE html><title>Maintenance</title>');
      return;
    default:
      response.writeHead(200, {'content-type': 'application/json; charset=utf-8'}).end(text);
  }
}
