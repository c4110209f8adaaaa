/**
 * The part of the module `chdb` that the comparison uses: connections to one folder of tables, in this
 * process.
 */
import {createRequire} from 'node:module';

export interface Session {
  query(sql: string, format: string): string;
  queryAsync(sql: string, options: {format: string}): Promise<{text(): string}>;
  close(): void;
}

interface Module {
  Session: new (folder: string) => Session;
}

/** Connections run their queries in parallel, each in a thread. */
export function openSessions(modulePath: string, folder: string, count: number): Session[] {
  const {Session} = createRequire(import.meta.url)(modulePath) as Module;
  return Array.from({length: count}, () => new Session(folder));
}

/** A text as a literal of ClickHouse. */
export const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
