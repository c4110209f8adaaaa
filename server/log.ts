/** Logging: JSON lines on standard error, one form for all threads. */
import pino from 'pino';

export interface Log {
  isLevelEnabled(level: string): boolean;
  debug(facts: object, text: string): void;
  info(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** Lines are written at once, so that none is lost and none is torn by another thread. */
export const openLog = (level: string): Log =>
  pino({level, base: null}, pino.destination({fd: 2, sync: true}));
