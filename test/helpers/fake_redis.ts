/** What the counting script does, without Redis: `counting_script.test.ts` compares both. */

export interface FakeRedis {
  /** Runs the script. */
  count(keys: readonly string[], args: readonly (string | number)[]): number[];
  /** What a window holds. */
  used(key: string): number;
  /** Counts of other machines. */
  add(keys: readonly string[], count: number): void;
}

/** Empty, and without expiry. */
export function fakeRedis(): FakeRedis {
  const windows = new Map<string, number>();
  const used = (key: string): number => windows.get(key) ?? 0;
  const add = (keys: readonly string[], count: number): void => {
    for (const key of keys) windows.set(key, used(key) + count);
  };
  return {
    count(keys, args) {
      const [count, serial] = args.slice(-2).map(Number) as [number, number];
      const isFull = (key: string, i: number): boolean =>
        count > 0 && Number(args[i]) >= 0 && used(key) + count > Number(args[i]);
      const refused = 1 + keys.findLastIndex(isFull);
      if (refused === 0)
        add(
          keys.filter((key) => count > 0 || used(key) > 0),
          count,
        );
      return [serial, refused, ...keys.map(used)];
    },
    used,
    add,
  };
}
