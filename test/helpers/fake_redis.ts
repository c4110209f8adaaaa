/** What the counting script does, without Redis: `exactly_once.test.ts` compares both. */

type Window = Map<string, number | 'closed'>;

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
  const windows = new Map<string, Window>();
  const window = (key: string): Window => {
    const found = windows.get(key) ?? new Map();
    windows.set(key, found);
    return found;
  };
  const numberIn = (one: Window, field: string): number => Number(one.get(field) ?? 0);
  const addTo = (one: Window, field: string, count: number): void =>
    void one.set(field, numberIn(one, field) + count);

  return {
    count(keys, args) {
      const [limits, add, sender, batch] = [args.slice(0, 3), Number(args[6]), String(args[7]), args[8]];
      if (batch !== undefined)
        for (const [i, key] of keys.slice(3).entries()) {
          const one = window(key);
          if (one.get(String(batch)) === 'closed') continue;
          addTo(one, 'used', Number(args[9 + i]) - numberIn(one, String(batch)));
          one.set(String(batch), 'closed');
        }
      const current = keys.slice(0, 3).map(window);
      const used = () => current.map((one) => numberIn(one, 'used'));
      if (current.some((one) => one.get(sender) === 'closed')) return [-1, ...used()];
      const isFull = (i: number) => Number(limits[i]) >= 0 && used()[i]! >= Number(limits[i]);
      const refused = add > 0 ? [2, 1, 0].find(isFull) : undefined;
      if (refused !== undefined) return [refused + 1, ...used()];
      if (add !== 0)
        for (const one of current) {
          addTo(one, 'used', add);
          addTo(one, sender, add);
        }
      return [0, ...used()];
    },
    used: (key) => numberIn(window(key), 'used'),
    add(keys, count) {
      for (const key of keys) addTo(window(key), 'used', count);
    },
  };
}
