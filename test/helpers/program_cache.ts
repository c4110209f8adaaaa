/** Environment of programs that tests start: they find their modules compiled and without types. */

const STRIP = new URL('./strip_cache.js', import.meta.url).href;

/** Empty where no folder is set for the cache. */
export function programCache({NODE_COMPILE_CACHE} = process.env): Record<string, string> {
  return NODE_COMPILE_CACHE ? {NODE_COMPILE_CACHE, NODE_OPTIONS: `--import=${STRIP}`} : {};
}
