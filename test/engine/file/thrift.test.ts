/** Thrift's compact protocol: what is read is written again byte by byte. */
import {expect, test} from 'vitest';
import {
  readStruct,
  THRIFT,
  type ThriftStruct,
  type ThriftValue,
  writeStruct,
} from '../../../engine/file/thrift.ts';

type Field = {type: number; value: ThriftValue};

const text = (of: string) => ({type: THRIFT.binary, value: Buffer.from(of)});
const whole = (value: bigint) => ({type: THRIFT.i64, value});

test('the example of the specification', () => {
  // Field 1 i32 = -1, field 2 binary "ab", field 20 true.
  const bytes = Buffer.from([0x15, 0x01, 0x18, 0x02, 0x61, 0x62, 0x01, 0x28, 0x00]);
  const read = readStruct(bytes);
  expect(read).toEqual(
    new Map<number, Field>([
      [1, {type: THRIFT.i32, value: -1n}],
      [2, text('ab')],
      [20, {type: THRIFT.true, value: true}],
    ]),
  );
  expect(writeStruct(read)).toEqual(bytes);
});

test('every type survives, in lists of any length, under numbers of any distance', () => {
  const inner: ThriftStruct = new Map([[3, text('x')]]);
  const items = (n: number) => Array.from({length: n}, (_, i) => BigInt(i - 7));
  const all: ThriftStruct = new Map<number, Field>([
    [1, {type: THRIFT.false, value: false}],
    [2, {type: THRIFT.i8, value: -5n}],
    [3, {type: THRIFT.i16, value: 300n}],
    [4, whole(2n ** 62n)],
    [5, whole(-(2n ** 63n))],
    [6, {type: THRIFT.double, value: Buffer.from(new Float64Array([1.5]).buffer)}],
    [7, {type: THRIFT.list, value: {of: THRIFT.struct, items: [inner, new Map()]}}],
    [40, {type: THRIFT.list, value: {of: THRIFT.i32, items: items(14)}}],
    [41, {type: THRIFT.set, value: {of: THRIFT.i64, items: items(15)}}],
    [42, {type: THRIFT.list, value: {of: THRIFT.true, items: [true, false]}}],
    [43, {type: THRIFT.list, value: {of: THRIFT.binary, items: []}}],
    [300, {type: THRIFT.struct, value: inner}],
  ]);
  const bytes = writeStruct(all);
  expect(readStruct(bytes)).toEqual(all);
  expect(writeStruct(readStruct(bytes))).toEqual(bytes);
});

test('a struct that ends too early or holds an unknown type is refused', () => {
  const bytes = writeStruct(new Map([[1, text('abc')]]));
  for (let length = 0; length < bytes.length; length++)
    expect(() => readStruct(bytes.subarray(0, length))).toThrow('ends too early');
  expect(() => readStruct(Buffer.from([0x1b, 0x00]))).toThrow('the type 11');
});
