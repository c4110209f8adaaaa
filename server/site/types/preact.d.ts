/** The part of preact that the site uses. Its own types bring those of a browser into the whole project. */

/** A rendered element. */
export interface VNode {
  readonly type: string;
  readonly props: object;
}

export type ComponentChildren = VNode | string | number | boolean | null | undefined | ComponentChildren[];

type Attribute = string | number | boolean | null | undefined | {readonly __html: string};

/** Makes an element. Attributes and texts are escaped; those that are null, undefined or false are left out. */
export function h(
  tag: string,
  attributes: Readonly<Record<string, Attribute>> | null,
  ...children: ComponentChildren[]
): VNode;
