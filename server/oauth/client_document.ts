/**
 * Clients that do not register: their id is the https address of a document that describes them (Client ID
 * Metadata Documents).
 */
import {accountTables} from '../accounts/tables.ts';
import type {Client} from '../accounts/tool_clients.ts';
import {fetchPublic, isPublicUrl} from '../http/fetch_public.ts';
import type {AccountServices} from '../pages/account_services.ts';
import {DOCUMENT_MS, LIMITS} from './constants.ts';
import {clientMetadata} from './register.ts';

/** True of an id that is the address of a document: with a path, without a query. */
export function isDocumentAddress(id: string): boolean {
  const isShort = id.length <= LIMITS.redirect;
  return isShort && isPublicUrl(id) && !/[?#]/.test(id) && new URL(id).pathname !== '/';
}

/** The host that vouches for a client; null of one that registered itself. */
export const documentHost = (id: string): string | null => (isDocumentAddress(id) ? new URL(id).host : null);

/** Name and redirect addresses of a document. Throws for one of another address, or of a client with a secret. */
function readDocument(text: string, id: string): Omit<Client, 'created_at'> {
  const body: unknown = JSON.parse(text);
  if (typeof body !== 'object' || body === null) throw new Error(`${id} is no object`);
  const {client_id, token_endpoint_auth_method: method, ...given} = body as Record<string, unknown>;
  if (client_id !== id) throw new Error(`${id} describes another client`);
  if (String(method).startsWith('client_secret')) throw new Error(`${id} is of a client with a secret`);
  return {id, ...clientMetadata(given)};
}

/** The client of a document that was read lately, else null. */
export function clientReadLately(services: AccountServices, id: string): Client | null {
  const client = accountTables(services).clients.find(id);
  const isNew = client && services.context.now() - Date.parse(client.created_at) < DOCUMENT_MS;
  return isNew ? client : null;
}

/** Reads the document of a client, and keeps what it says; null where it cannot be read. */
export async function readClient(services: AccountServices, id: string): Promise<Client | null> {
  try {
    const read = services.fetchDocument ?? fetchPublic;
    const client = readDocument(await read(id), id);
    const now = new Date(services.context.now());
    const {clients} = accountTables(services);
    clients.replace(client, now);
    return clients.find(id);
  } catch (error) {
    services.context.log.info({client: id, err: error}, 'the document of a client was refused');
    return null;
  }
}
