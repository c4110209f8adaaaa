/** The part of preact-render-to-string that the site uses. */
import type {VNode} from './preact.d.ts';

/** The HTML of an element. */
export function renderToString(node: VNode): string;
