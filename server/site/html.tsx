/** Elements as HTML: preact makes the tree, and its renderer escapes every text and attribute. */
import type {ComponentChildren, VNode} from 'preact';
import {renderToString} from 'preact-render-to-string';

/** An element of a page. */
export type Markup = VNode;

/** What stands in an element. Null, undefined and booleans are left out. */
export type Child = ComponentChildren;

/** The HTML of an element. */
export const render = (element: Markup): string => renderToString(element);

/** A script that holds data, which browsers do not run. */
export const dataScript = (attributes: {type: string; id?: string}, data: unknown): Markup => {
  // A `<` could end the element.
  const __html = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script {...attributes} dangerouslySetInnerHTML={{__html}} />;
};
