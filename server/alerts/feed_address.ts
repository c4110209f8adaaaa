/** The address of a private feed. */
import {ALERTS} from '../site/navigation.ts';

/** Path of all of them; the token tells which one. */
export const FEED = `${ALERTS}/feed`;

/** Name of the parameter with the token. */
export const FEED_TOKEN = 'token';

/** Path of the feed that a token opens. */
export const feedAddress = (token: string): string => `${FEED}?${new URLSearchParams({[FEED_TOKEN]: token})}`;
