/** Everything that pages load, by name, and the file in `assets/` that each begins with: the one table. */
export const ASSET_ENTRIES = {
  'site.css': 'site.css',
  'site.js': 'site.js',
  'embed.js': 'bars.js',
  'account.css': 'account.css',
  'passkeys.js': 'passkeys.js',
  'map.css': 'map/index.css',
  'map.js': 'map/page.js',
  'layout.js': 'map/layout.js',
  'result.css': 'result/index.css',
  'result.js': 'result/view.js',
  'icon.svg': 'icon.svg',
} as const;

/** The library of the map is a file of its own: its worker starts with it, too. */
export const MAP_LIBRARY = 'maplibre.js';

export type AssetName = keyof typeof ASSET_ENTRIES | typeof MAP_LIBRARY;
