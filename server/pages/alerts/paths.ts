/** Addresses of what is done with saved searches. */
import {ALERTS} from '../../site/navigation.ts';

/** Asks how to be told of a list. */
export const NEW = `${ALERTS}/new`;
export const ADD = `${ALERTS}/add`;
export const PAUSE = `${ALERTS}/pause`;
export const RESUME = `${ALERTS}/resume`;
/** Gives a feed another address. */
export const RENEW = `${ALERTS}/renew`;
export const REMOVE = `${ALERTS}/remove`;
