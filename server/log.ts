/** Logging: JSON lines on standard error, in one format for all threads. */
import pino from 'pino';

export interface Log {
  isLevelEnabled(level: string): boolean;
  debug(facts: object, text: string): void;
  info(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** Writes are synchronous, so that no line is lost or torn by another thread. */
export const openLog = (level: string): Log =>
  pino({level, base: null}, pino.destination({fd: 2, sync: true}));
