/** An object store in memory, with the conditions of S3, and faults on demand. */
import {createHash} from 'node:crypto';
import {
  type Condition,
  Conflict,
  type ObjectHeaders,
  type ObjectStore,
  type UploadedPart,
} from '../../storage/object_store.ts';

interface Entry {
  body: Buffer;
  tag: string;
  modified: Date;
  headers?: ObjectHeaders | undefined;
}

export interface MemoryStore extends ObjectStore {
  objects: Map<string, Entry>;
  /** What was done, e.g. `write objects/...`. */
  calls: string[];
  /** Called before every operation; what it throws is the operation's error. */
  before: (call: string) => void | Promise<void>;
  now: () => Date;
}

const md5 = (body: Uint8Array): string => createHash('md5').update(body).digest('hex');

export function memoryStore(location = 's3://memory/builds'): MemoryStore {
  const objects = new Map<string, Entry>();
  const uploads = new Map<string, Map<number, Buffer>>();
  let writes = 0;
  const put = (key: string, body: Buffer, headers?: ObjectHeaders): string => {
    // As a strong tag of every write: equal bodies of two writes are told apart.
    const tag = `"${md5(body)}-${++writes}"`;
    objects.set(key, {body, tag, modified: store.now(), headers});
    return tag;
  };
  const doing = async (call: string): Promise<void> => {
    store.calls.push(call);
    await store.before(call);
  };
  const holds = (key: string, condition: Condition): boolean => {
    if (condition === 'any') return true;
    if (condition === 'absent') return !objects.has(key);
    return objects.get(key)?.tag === condition.tag;
  };
  const store: MemoryStore = {
    location,
    objects,
    calls: [],
    before: () => {},
    now: () => new Date(),
    async read(key) {
      await doing(`read ${key}`);
      const entry = objects.get(key);
      return entry ? {text: entry.body.toString(), tag: entry.tag} : null;
    },
    async write(key, body, condition, headers) {
      await doing(`write ${key}`);
      if (!holds(key, condition)) throw new Conflict(`${location}: ${key} was changed by another writer`);
      return put(key, Buffer.from(body as Uint8Array), headers);
    },
    async size(key) {
      await doing(`size ${key}`);
      return objects.get(key)?.body.length ?? null;
    },
    async open(key, from) {
      await doing(`open ${key}`);
      const entry = objects.get(key);
      if (!entry) return null;
      return (async function* () {
        for (let at = from; at < entry.body.length; at += 1 << 16) {
          await doing(`send ${key} ${at}`);
          yield entry.body.subarray(at, at + (1 << 16));
        }
      })();
    },
    async *list(prefix) {
      await doing(`list ${prefix}`);
      for (const key of [...objects.keys()].filter((one) => one.startsWith(prefix)).sort()) {
        const {body, modified} = objects.get(key)!;
        yield {key, bytes: body.length, modified};
      }
    },
    async remove(keys) {
      await doing(`remove ${keys.join(' ')}`);
      for (const key of keys) objects.delete(key);
    },
    async upload(key, headers) {
      await doing(`upload ${key}`);
      const parts = uploads.get(key) ?? new Map<number, Buffer>();
      uploads.set(key, parts);
      const partOf = (number: number, body: Buffer): UploadedPart => ({
        number,
        bytes: body.length,
        tag: md5(body),
      });
      return {
        id: key,
        parts: [...parts].map(([number, body]) => partOf(number, body)),
        async put(number, body) {
          await doing(`part ${key} ${number}`);
          const copy = Buffer.from(body);
          parts.set(number, copy);
          return partOf(number, copy);
        },
        async complete(all) {
          await doing(`complete ${key}`);
          put(key, Buffer.concat(all.map(({number}) => parts.get(number)!)), headers);
          uploads.delete(key);
        },
      };
    },
    async abandon(key) {
      await doing(`abandon ${key}`);
      uploads.delete(key);
    },
    close() {},
  };
  return store;
}
