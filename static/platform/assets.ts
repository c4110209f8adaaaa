/** `server/site/assets.ts` for a service worker: the files lie beside it in the bucket. */

/** By name their address; the bundler writes it. */
declare const ASSET_PATHS: Readonly<Record<string, string>>;

export const ASSET_FOLDER = 'site';

/** Address of a file; throws if the site lacks it. */
export function assetPath(name: string): string {
  const path = ASSET_PATHS[name];
  if (!path) throw new Error(`the site has no ${name}: run \`make static\` again`);
  return path;
}

/** Hosts answer these themselves. */
export const assetResponse = (): null => null;
