/**
 * Sections of a file that is not in memory, as the typed arrays that queries read: each block is asked for
 * when one of its elements is. Whoever knows what is read next tells it by `expectElements`, so that one
 * Missing names all of it.
 */
import {type ByteSource, Missing, type MissingRange} from './byte_source.ts';
import {ELEMENTS, type ElementType, type TypedArray, viewOf} from './sections.ts';

/** A part of so many bytes at most is copied where it is asked for; of a longer one the elements are. */
const MOST_COPIED = 1 << 14;

/** Bytes in which elements are looked at: those of a block that was asked for are not asked for again. */
const PIECE = 1 << 12;

/** A section of so many bytes at most is asked for as a whole: it is searched, and its parts would follow. */
const SMALL = 1 << 15;

/** Bytes that are asked for at most where elements are read one after the other. */
const MOST_AHEAD = 1 << 18;

/** Where the elements lie. */
interface Place {
  source: ByteSource;
  type: ElementType;
  /** Byte at which they begin; a multiple of their size. */
  offset: number;
  /** Elements. */
  length: number;
}

/** What is known of the arrays of this file, which look like any others. */
const places = new WeakMap<object, Place & {whole(): TypedArray}>();

/** A copy of elements `from` up to `to`. */
function copyOf({source, type, offset}: Place, from: number, to: number): TypedArray {
  const size = ELEMENTS[type].BYTES_PER_ELEMENT;
  const bytes = source.bytes(offset + from * size, (to - from) * size);
  const own = bytes.byteOffset % size === 0 ? bytes : bytes.slice();
  return viewOf(type, own.buffer, own.byteOffset, to - from);
}

/** Where a relative index of `subarray` or `slice` points. */
const clamped = (index: number | undefined, length: number, absent: number): number => {
  if (index === undefined) return absent;
  return index < 0 ? Math.max(0, length + index) : Math.min(length, index);
};

/** Reads single elements by pieces; of those that are read in a row it asks for more each time. */
class ElementReader {
  readonly #place: Place;
  readonly #size: number;
  #piece = -1;
  #elements: TypedArray | null = null;
  /** First element of the piece. */
  #first = 0;
  #ahead = PIECE;

  constructor(place: Place) {
    this.#place = place;
    this.#size = ELEMENTS[place.type].BYTES_PER_ELEMENT;
  }

  at(index: number): number {
    const piece = Math.floor((this.#place.offset + index * this.#size) / PIECE);
    if (piece !== this.#piece) this.#load(piece);
    return this.#elements![index - this.#first]!;
  }

  #load(piece: number): void {
    const {source, offset, length} = this.#place;
    const end = offset + length * this.#size;
    const from = Math.max(offset, piece * PIECE);
    const isNext = piece === this.#piece + 1 && this.#piece >= 0;
    if (end - offset <= SMALL) source.expect?.([offset], [end - offset], 1);
    try {
      source.expect?.([from], [Math.min(end, (piece + 1) * PIECE) - from], 1);
    } catch (error) {
      if (!(error instanceof Missing) || !isNext) throw error;
      this.#ahead = Math.min(MOST_AHEAD, this.#ahead * 4);
      source.expect?.([from], [Math.min(end, from + this.#ahead) - from], 1);
    }
    const first = (from - offset) / this.#size;
    const to = Math.min(length, first + Math.ceil(((piece + 1) * PIECE - from) / this.#size));
    this.#elements = copyOf(this.#place, first, to);
    this.#first = first;
    this.#piece = piece;
  }
}

/** Elements that are read where they lie; every method of an array that reads works as there. */
export function farElements(place: Place): TypedArray {
  const {type, offset, length, source} = place;
  const size = ELEMENTS[type].BYTES_PER_ELEMENT;
  const reader = new ElementReader(place);
  // Kept for as long as somebody uses it: its blocks are kept anyway.
  let kept: WeakRef<TypedArray> | null = null;
  const whole = (): TypedArray => {
    const all = kept?.deref() ?? copyOf(place, 0, length);
    kept ??= new WeakRef(all);
    if (kept.deref() !== all) kept = new WeakRef(all);
    return all;
  };
  const part = (begin?: number, end?: number): TypedArray => {
    const from = clamped(begin, length, 0);
    const to = Math.max(from, clamped(end, length, length));
    if ((to - from) * size <= MOST_COPIED) return copyOf(place, from, to);
    return farElements({source, type, offset: offset + from * size, length: to - from});
  };
  const members: Record<string, unknown> = {
    length,
    byteLength: length * size,
    subarray: part,
    slice: (begin?: number, end?: number) => part(begin, end).subarray(0),
    at: (index: number) => reader.at(index < 0 ? length + index : index),
  };
  const elements = new Proxy(viewOf(type, new ArrayBuffer(0), 0, 0), {
    get(_, name) {
      if (typeof name === 'string') {
        const index = Number(name);
        if (index >= 0 && index < length) return reader.at(index);
        if (Object.hasOwn(members, name)) return members[name];
        if (index >= 0) return undefined;
      }
      const value: unknown = Reflect.get(whole(), name);
      return typeof value === 'function' ? value.bind(whole()) : value;
    },
  });
  places.set(elements, {...place, whole});
  return elements;
}

/** What is about to be read, of any arrays: those in memory are there. */
export class Expected {
  readonly #ranges = new Map<ByteSource, {begins: number[]; lengths: number[]}>();

  /** Elements `from` up to `to`. */
  add(elements: TypedArray | null, from: number, to: number): void {
    const place = elements && places.get(elements);
    if (!place || to <= from) return;
    const size = ELEMENTS[place.type].BYTES_PER_ELEMENT;
    this.addBytes(place.source, place.offset + from * size, (to - from) * size);
  }

  /** Bytes of a source. */
  addBytes(source: ByteSource, begin: number, length: number): void {
    if (!source.expect) return;
    const ranges = this.#ranges.get(source) ?? {begins: [], lengths: []};
    this.#ranges.set(source, ranges);
    ranges.begins.push(begin);
    ranges.lengths.push(length);
  }

  /** Throws Missing for all that is not there. */
  check(): void {
    const missing: MissingRange[] = [];
    for (const [source, {begins, lengths}] of this.#ranges) {
      try {
        source.expect?.(begins, lengths, begins.length);
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        missing.push(...error.ranges);
      }
    }
    if (missing.length > 0) throw new Missing(missing);
  }
}

/**
 * The elements for who reads so many of them, in any order: in memory where these are a good part of them, as
 * one request brings all sooner than many bring the parts.
 */
export function elementsFor<T extends TypedArray>(elements: T, reads: number): T {
  const place = places.get(elements);
  if (!place || reads * PIECE < elements.byteLength) return elements;
  return place.whole() as T;
}

/** Whether elements are read where they lie. */
export const isFar = (elements: TypedArray): boolean => places.has(elements);

/** Throws Missing where some elements are not there: so many from each index of a list on. */
export function expectElements(elements: TypedArray | null, indexes: ArrayLike<number>, width = 1): void {
  if (!elements || !places.has(elements)) return;
  const expected = new Expected();
  for (let i = 0; i < indexes.length; i++)
    expected.add(elements, indexes[i]!, Math.min(elements.length, indexes[i]! + width));
  expected.check();
}

/** Takes all steps, of which none needs another; throws one Missing for what any of them lacks. */
export function takeAll(steps: readonly (() => unknown)[]): void {
  const missing: MissingRange[] = [];
  for (const step of steps) {
    try {
      step();
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      missing.push(...error.ranges);
    }
  }
  if (missing.length > 0) throw new Missing(missing);
}
