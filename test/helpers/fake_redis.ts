/** What the counting script does, without Redis: `exactly_once.test.ts` compares both. */

interface Own {
  count: number;
  version: number;
}

interface Window {
  used: number;
  own: Map<string, Own>;
}

export interface FakeRedis {
  /** Runs the script. */
  count(keys: readonly string[], args: readonly (string | number)[]): number[];
  /** What a window holds. */
  used(key: string): number;
  /** Counts of other machines. */
  add(keys: readonly string[], count: number): void;
  /** It begins again with nothing. */
  empty(): void;
}

/** Empty, and without expiry. */
export function fakeRedis(): FakeRedis {
  const windows = new Map<string, Window>();
  const window = (key: string): Window => {
    const found = windows.get(key) ?? {used: 0, own: new Map()};
    windows.set(key, found);
    return found;
  };

  return {
    count(keys, args) {
      const [version, asks, serial] = [Number(args[10]), Number(args[11]) === 1, Number(args[12])];
      const all = keys.map((key, i) => {
        const one = window(key);
        const own = one.own.get(String(args[9])) ?? {count: 0, version: 0};
        const isLatest = version > own.version;
        if (isLatest) {
          one.own.set(String(args[9]), own);
          one.used += Number(args[6 + i]) - own.count;
          Object.assign(own, {count: Number(args[6 + i]), version});
        }
        return {one, own, isLatest, limit: Number(args[i])};
      });
      const refused = asks ? 1 + all.findLastIndex(({one, limit}) => limit >= 0 && one.used > limit) : 0;
      for (const {one, own, isLatest} of all) {
        if (!isLatest || refused === 0) continue;
        one.used--;
        own.count--;
      }
      return [serial, refused, ...all.map(({one}) => one.used), ...all.map(({own}) => own.count)];
    },
    used: (key) => window(key).used,
    add(keys, count) {
      for (const key of keys) window(key).used += count;
    },
    empty: () => windows.clear(),
  };
}
