/** Modules of Node of which a service worker calls nothing: names that the rooms of the server import. */
const absent = (): never => {
  throw new Error('a worker has no such thing');
};

export const promisify = () => absent;
export const fileURLToPath = (url: URL | string): string => new URL(url).pathname;
export const threadId = 0;
export const isMainThread = true;
export {
  absent as chmod,
  absent as createRequire,
  absent as hostname,
  absent as isIPv4,
  absent as isIPv6,
  absent as open,
  absent as pathToFileURL,
  absent as readFile,
  absent as realpath,
  absent as setTimeout,
  absent as stat,
};
export default {};
