/** Thrift's compact protocol, in which Parquet writes its footers: structs to trees and back, without a schema. */

/** The types of the protocol. */
export const THRIFT = {
  true: 1,
  false: 2,
  i8: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  map: 11,
  struct: 12,
} as const;

export interface ThriftList {
  of: number;
  items: ThriftValue[];
}

/** A value by the type beside it: whole numbers are bigints, doubles their eight bytes. */
export type ThriftValue = boolean | bigint | Buffer | ThriftList | ThriftStruct;

/** Fields by number, in the order in which they were written. */
export type ThriftStruct = Map<number, {type: number; value: ThriftValue}>;

const LONG_LIST = 15;
const NIBBLE = 4;
const LOW = 0x0f;
const DOUBLE_BYTES = 8;

const unzigzag = (n: bigint): bigint => (n >> 1n) ^ -(n & 1n);
const zigzag = (n: bigint): bigint => (n >= 0n ? n << 1n : (-n << 1n) - 1n);

/** Reads the struct at the beginning of `bytes`. Throws where they end before it, or hold a type that is not known. */
export function readStruct(bytes: Buffer): ThriftStruct {
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new Error('the struct ends too early');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const byte = (): number => take(1)[0]!;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const next = byte();
      value |= BigInt(next & 0x7f) << shift;
      if (next < 0x80) return value;
    }
  };
  const list = (): ThriftList => {
    const head = byte();
    const length = head >> NIBBLE === LONG_LIST ? Number(varint()) : head >> NIBBLE;
    const of = head & LOW;
    return {of, items: Array.from({length}, () => (isBoolean(of) ? byte() === THRIFT.true : value(of)))};
  };
  const value = (type: number): ThriftValue => {
    if (isBoolean(type)) return type === THRIFT.true;
    if (type === THRIFT.i8) return BigInt(take(1).readInt8());
    if (type === THRIFT.i16 || type === THRIFT.i32 || type === THRIFT.i64) return unzigzag(varint());
    if (type === THRIFT.double) return take(DOUBLE_BYTES);
    if (type === THRIFT.binary) return take(Number(varint()));
    if (type === THRIFT.list || type === THRIFT.set) return list();
    if (type === THRIFT.struct) return struct();
    throw new Error(`a struct holds the type ${type}`);
  };
  const struct = (): ThriftStruct => {
    const fields: ThriftStruct = new Map();
    for (let id = 0, head = byte(); head !== 0; head = byte()) {
      id = head >> NIBBLE ? id + (head >> NIBBLE) : Number(unzigzag(varint()));
      const type = head & LOW;
      fields.set(id, {type, value: value(type)});
    }
    return fields;
  };
  return struct();
}

const isBoolean = (type: number): boolean => type === THRIFT.true || type === THRIFT.false;

/** The bytes of a struct. */
export function writeStruct(fields: ThriftStruct): Buffer {
  const parts: Buffer[] = [];
  const bytes = (...of: number[]) => parts.push(Buffer.from(of));
  const varint = (n: bigint) => {
    const out: number[] = [];
    for (; n >= 0x80n; n >>= 7n) out.push(Number(n & 0x7fn) | 0x80);
    bytes(...out, Number(n));
  };
  const list = ({of, items}: ThriftList) => {
    if (items.length < LONG_LIST) bytes((items.length << NIBBLE) | of);
    else {
      bytes((LONG_LIST << NIBBLE) | of);
      varint(BigInt(items.length));
    }
    for (const item of items) {
      if (isBoolean(of)) bytes(item === true ? THRIFT.true : THRIFT.false);
      else value(of, item);
    }
  };
  const value = (type: number, one: ThriftValue) => {
    if (type === THRIFT.i8) bytes(Number(one as bigint) & 0xff);
    else if (typeof one === 'bigint') varint(zigzag(one));
    else if (Buffer.isBuffer(one)) {
      if (type === THRIFT.binary) varint(BigInt(one.length));
      parts.push(one);
    } else if (one instanceof Map) struct(one);
    else if (typeof one === 'object') list(one);
  };
  const struct = (of: ThriftStruct) => {
    let before = 0;
    for (const [id, {type, value: one}] of of) {
      const step = id - before;
      if (step > 0 && step < LONG_LIST + 1) bytes((step << NIBBLE) | type);
      else {
        bytes(type);
        varint(zigzag(BigInt(id)));
      }
      // Booleans are their type.
      value(type, one);
      before = id;
    }
    bytes(0);
  };
  struct(fields);
  return Buffer.concat(parts);
}
