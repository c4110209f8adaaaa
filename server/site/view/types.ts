/** What every component of the site is given, and what a page is. */

import type {BuildInfo} from '../../../engine/types.ts';
import type {Ground} from '../../tiles/ground.ts';
import type {AssetName} from '../asset_table.ts';
import type {Markup} from '../html.tsx';
import type {Language} from '../language.ts';
import type {Translate} from '../messages.ts';

export type {Child, Markup} from '../html.tsx';

/** The reader's language and the build: all that components need besides their data. */
export interface View {
  language: Language;
  t: Translate;
  /** Null while there is no build. */
  build: BuildInfo | null;
  /** Address by which browsers reach the service. */
  origin: string;
  /** Address of the operator's style of the map's ground; null: there is none. */
  basemap: string | null;
  /** The map's ground where there is no such style, or it cannot be read. */
  ground: Ground;
  /** Address by which people reach whoever runs the service, by e-mail or on the web; null: none is known. */
  contact: string | null;
}

/** What texts are made with. */
export type Words = Pick<View, 'language' | 't'>;

export interface Page {
  /** 200 by default. */
  status?: number;
  title: string;
  /** One sentence for search engines; of pages that are not for them, none. */
  description?: string;
  body: Markup;
  /** Path of the feed with the same records. */
  feed?: string | null;
  /** Path of a picture of 1200 by 630 pixels that other sites show beside a link. */
  picture?: string | null;
  /** Whether search engines may keep the page. */
  indexed: boolean;
  /** schema.org descriptions, written into the page as data. */
  marks?: readonly object[];
  /** Files that this page has beside those of every page. */
  assets?: {
    styles: readonly AssetName[];
    /** Run before the page is painted. */
    blocking: readonly AssetName[];
    scripts: readonly AssetName[];
  };
  /** Added to the headers of every page. */
  headers?: Readonly<Record<string, string>>;
}
