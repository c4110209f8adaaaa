/** What the counting script does, without Redis: `exactly_once.test.ts` compares both. */

interface Window {
  used: number;
  /** By process. */
  own: Map<string, number>;
  versions: Map<string, number>;
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
    const found = windows.get(key) ?? {used: 0, own: new Map(), versions: new Map()};
    windows.set(key, found);
    return found;
  };

  return {
    count(keys, args) {
      const [process, version, serial] = [String(args[9]), Number(args[10]), Number(args[11])];
      const all = keys.map(window);
      const isLatest = version > (all[2]!.versions.get(process) ?? 0);
      const owns = all.map(({own}, i) => (isLatest ? Number(args[6 + i]) : (own.get(process) ?? 0)));
      const used = all.map((one, i) => one.used + owns[i]! - (one.own.get(process) ?? 0));
      const isFull = (i: number): boolean =>
        Number(args[i]) >= 0 && used[i]! + (isLatest ? 0 : 1) > Number(args[i]);
      const refused = serial > 0 ? 1 + [0, 1, 2].findLastIndex(isFull) : 0;
      if (!isLatest) return [serial, refused + (version > 0 ? 10 : 0), ...used];
      all.forEach((one, i) => {
        const less = refused > 0 ? 1 : 0;
        one.used = used[i]! - less;
        one.own.set(process, owns[i]! - less);
        one.versions.set(process, version);
      });
      return [serial, refused, ...all.map((one) => one.used)];
    },
    used: (key) => window(key).used,
    add(keys, count) {
      for (const key of keys) window(key).used += count;
    },
    empty: () => windows.clear(),
  };
}
