/** The values put last by key, up to a number of them. */
export class Kept<T> {
  readonly #values = new Map<string, T>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  /** Keeps a value, and lets go of the one that was put first where there are too many. */
  put(key: string, value: T): T {
    if (this.#values.size === this.#most) {
      for (const first of this.#values.keys()) {
        this.#values.delete(first);
        break;
      }
    }
    this.#values.set(key, value);
    return value;
  }
}
