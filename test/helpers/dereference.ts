/** Documents with local references (`#/components/...`) written out. */

/** A copy of the document in which every reference is replaced by what it names. */
export function dereference<T extends object>(document: T): T {
  const resolve = (pointer: string): unknown =>
    pointer
      .slice(2)
      .split('/')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document);
  const expand = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(expand);
    if (typeof value !== 'object' || value === null) return value;
    const pointer = (value as {$ref?: unknown}).$ref;
    if (typeof pointer === 'string') return expand(resolve(pointer));
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expand(one)]));
  };
  return expand(document) as T;
}
