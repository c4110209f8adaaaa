/**
 * Makes the program that renders the rows of one table: instructions for its very fields, which know labels, constant values and
 * longest entries, instead of a loop that looks them up. `layout.ts` describes the bytes it reads.
 *
 * Nothing checks bounds: every byte was compared with its checksum before. Texts are copied in pieces of 16 bytes, mostly more
 * than they have, since a branch that nobody can foresee costs more: SLACK bytes must follow what is read and written.
 */
import {
  COLUMN,
  COLUMN_BYTES,
  ENTRIES_PER_BLOCK,
  HEADER,
  HEADER_BYTES,
  KIND,
  MAX_TOKEN,
  NO_PARENT,
  RAW,
} from './layout.ts';
import {Code, type Global, type Local, TYPE, VECTOR, type WasmFunction, wasmModule} from './wasm_code.ts';

/** Bytes behind a text that may be read or written. */
export const SLACK = 64;

/** Longest constant that is part of the instructions; others are copied. */
const MAX_CONSTANT = 256;

/** Flags of fields that are read at once. */
const FLAGS = 32;

const BRACE_LF = 0x0a7d;
const QUOTE = 0x22;
const HEX_BYTES = 8;
const DIGITS = Buffer.from('0123456789abcdef');
const BLOCK_BITS = Math.log2(ENTRIES_PER_BLOCK);

/** A field as the values file describes it. */
interface Field {
  number: number;
  /** What comes before the value; of a hex id with its prefix. */
  label: Buffer;
  kind: number;
  fused: boolean;
  parent: number | null;
  /** The code that is predicted always, or where those by code of the parent begin. */
  predicted: number;
  entryOffsets: number;
  entries: number;
  /** Bytes of the longest entry; infinite where entries are read by range. */
  longest: number;
  /** The predicted label and value; null where that is not the same always. */
  constant: Buffer | null;
}

/** Reads fields and tokens from the memory in which the values file lies at an address. */
class ValuesReader {
  readonly #bytes: Buffer;
  readonly #words: Uint32Array;
  readonly #begin: number;

  constructor(buffer: SharedArrayBuffer, begin: number) {
    this.#bytes = Buffer.from(buffer, begin);
    this.#words = new Uint32Array(buffer, begin);
    this.#begin = begin;
  }

  header(name: keyof typeof HEADER): number {
    return this.#words[HEADER[name]]!;
  }

  /** The longest of texts whose offsets begin at a byte. */
  longest(offsets: number, count: number): number {
    const at = offsets >>> 2;
    let longest = 0;
    for (let i = at; i < at + count; i++) longest = Math.max(longest, this.#words[i + 1]! - this.#words[i]!);
    return longest;
  }

  field(number: number): Field {
    const at = (HEADER_BYTES + number * COLUMN_BYTES) >>> 2;
    const word = (name: keyof typeof COLUMN): number => this.#words[at + COLUMN[name]]!;
    const labelAt = word('label');
    const label = this.#bytes.subarray(labelAt, labelAt + word('labelLength'));
    const [kind, predicted, entryOffsets, entries] = [
      word('kind'),
      word('predicted'),
      word('entryOffsets'),
      word('entries'),
    ];
    const parent = word('parent') === NO_PARENT ? null : word('parent');
    const fused = word('fused') === 1;
    const small = kind === KIND.dictionary;
    // Other fields that have a frequent value have further ones, too.
    const isConstant = small && parent === null && predicted > 0 && entries === 1;
    return {
      number,
      label,
      kind,
      fused,
      parent,
      predicted: parent === null ? predicted : this.#begin + predicted,
      entryOffsets: this.#begin + entryOffsets,
      entries,
      longest: small ? this.longest(entryOffsets, entries) : Number.POSITIVE_INFINITY,
      constant: isConstant
        ? Buffer.concat([fused ? Buffer.alloc(0) : label, this.#entry(entryOffsets, predicted - 1)])
        : null,
    };
  }

  #entry(offsets: number, entry: number): Buffer {
    const at = (offsets >>> 2) + entry;
    return this.#bytes.subarray(this.#words[at]!, this.#words[at + 1]!);
  }
}

/** What the functions of one program share. */
interface Shared {
  values: number;
  tokens: {offsets: number; short: number; longest: number};
  /** Codes of the fields by which others are predicted. */
  codes: Map<number, Global>;
}

/** Numbers of the functions. */
const LITERAL = 0;
const HEAD = 1;
const REST = 2;

/** Copies at least so many bytes, known by now, from the address in `from` to that in `to`. */
function copyPieces(code: Code, to: Local, from: Local, bytes: number): void {
  for (let at = 0; at < bytes; at += VECTOR) code.get(to).get(from).load128(at).store128(at);
}

/** Copies `length` bytes from `from` to `to`, which moves behind them: at most `longest`. Changes the other two. */
function copyText(code: Code, to: Local, from: Local, length: Local, longest: number): void {
  if (longest <= SLACK) {
    copyPieces(code, to, from, longest);
    code.get(to).get(length).add().set(to);
    return;
  }
  const step = 2 * VECTOR;
  // `length` becomes the end.
  code.get(to).get(length).add().set(length);
  code.loop();
  copyPieces(code, to, from, step);
  code.get(from).i32(step).add().set(from);
  code.get(to).i32(step).add().tee(to).get(length).lessThan().brIf(0).end();
  code.get(length).set(to);
}

/** Writes bytes that are known by now. */
function writeConstant(code: Code, to: Local, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; at += VECTOR)
    code
      .get(to)
      .v128(bytes.subarray(at, at + VECTOR))
      .store128(at);
  code.get(to).i32(bytes.length).add().set(to);
}

/** Reads a number in groups of seven bits from `at`, which moves behind it: `largest` at most. Changes `last`. */
function readVarint(code: Code, at: Local, value: Local, largest: number, last: Local): void {
  if (largest < 1 << 7) {
    code.get(at).load8().set(value);
    code.get(at).i32(1).add().set(at);
    return;
  }
  // Without a branch: how many bytes a number takes cannot be foreseen. Bits up to the first byte without the highest bit.
  code.get(at).load32().tee(value);
  code.i32(-1).xor().i32(0x80808080).and().trailingZeros().set(last);
  code.get(value).i32(2).get(last).shiftLeft().i32(1).sub().and().set(value);
  code.get(at).get(last).i32(3).shiftRight().add().i32(1).add().set(at);
  code.get(value).i32(0x7f).and();
  code.get(value).i32(1).shiftRight().i32(0x3f80).and().or();
  if (largest >= 1 << 14) code.get(value).i32(2).shiftRight().i32(0x1fc000).and().or();
  if (largest >= 1 << 21) code.get(value).i32(3).shiftRight().i32(0xfe00000).and().or();
  code.set(value);
}

/** The function that renders a literal: gets and returns where it is read and written. */
function literalFunction({values, tokens}: Shared): WasmFunction {
  const code = new Code(2);
  const [at, to] = [code.parameter(0), code.parameter(1)];
  const [end, word, token, isLong, from, length] = [
    code.local(),
    code.local(),
    code.local(),
    code.local(),
    code.local(),
    code.local(),
  ];
  readVarint(code, at, length, 2 ** 28 - 1, word);
  code.get(at).get(length).add().set(end);
  code.block().loop();
  code.get(at).get(end).atLeast().brIf(1);
  code.get(at).load16().tee(word).i32(0xff).and().tee(token).i32(RAW).eq().if();
  code.get(at).i32(2).add().set(from);
  code.get(word).i32(8).shiftRight().tee(length).get(from).add().set(at);
  copyText(code, to, from, length, RAW);
  code.br(1).end();
  // The first `short` tokens take one byte. Without a branch, as which a token is cannot be foreseen.
  code.get(token).i32(tokens.short).atLeast().set(isLong);
  code.get(at).i32(1).add().get(isLong).add().set(at);
  code.get(token).i32(tokens.short).sub().i32(8).shiftLeft();
  code.get(word).i32(8).shiftRight().add().i32(tokens.short).add();
  code.get(token).get(isLong).select().i32(2).shiftLeft().set(token);
  code.get(token).load32(tokens.offsets).set(from);
  code
    .get(token)
    .load32(tokens.offsets + 4)
    .get(from)
    .sub()
    .set(length);
  code.get(from).i32(values).add().set(from);
  copyText(code, to, from, length, tokens.longest);
  code.br(0).end().end();
  code.get(at).get(to);
  return {parameters: 2, results: 2, code};
}

/** Makes the function that renders one of the two parts of a row: gets where it lies and where to write, returns the end. */
class PartFunction {
  readonly #code = new Code(2);
  readonly #at = this.#code.parameter(0);
  readonly #to = this.#code.parameter(1);
  readonly #value = this.#code.local();
  readonly #from = this.#code.local();
  readonly #length = this.#code.local();
  readonly #digits = this.#code.local(TYPE.v128);
  readonly #shared: Shared;
  readonly #fields: readonly Field[];
  /** By FLAGS fields: which are predicted. */
  readonly #flags: Local[] = [];

  constructor(shared: Shared, fields: readonly Field[]) {
    this.#shared = shared;
    this.#fields = fields;
  }

  make(): WasmFunction {
    const [code, at, fields] = [this.#code, this.#at, this.#fields];
    for (let i = 0; i < fields.length; i += FLAGS) {
      const flags = code.local();
      this.#flags.push(flags);
      code
        .get(at)
        .load32(i >>> 3)
        .set(flags);
    }
    code
      .get(at)
      .i32((fields.length + 7) >>> 3)
      .add()
      .set(at);
    for (let i = 0; i < fields.length; ) i = this.#isRun(i) ? this.#run(i) : this.#field(i);
    code.get(this.#to);
    return {parameters: 2, results: 1, code};
  }

  /** Leaves on the stack what is not 0 where the fields `from` to `to`, of one word of flags, are predicted. */
  #testFlags(from: number, to: number): void {
    const flags = this.#flags[Math.floor(from / FLAGS)]!;
    let mask = 0;
    for (let i = from; i < to; i++) mask |= 1 << (i % FLAGS);
    this.#code.get(flags).i32(mask).and();
    if (to - from > 1) this.#code.i32(mask).eq();
  }

  #isRun = (i: number): boolean => this.#runEnd(i) > i + 1;

  /** The end of the fields from this one on that have constant values and together are short. */
  #runEnd(begin: number): number {
    let bytes = 0;
    let i = begin;
    for (; i < this.#fields.length && Math.floor(i / FLAGS) === Math.floor(begin / FLAGS); i++) {
      const {constant} = this.#fields[i]!;
      bytes += constant?.length ?? Number.POSITIVE_INFINITY;
      if (bytes > MAX_CONSTANT) break;
    }
    return i;
  }

  /** Fields that mostly all have their constant values, which then are written as one text. Returns their end. */
  #run(begin: number): number {
    const end = this.#runEnd(begin);
    const run = this.#fields.slice(begin, end);
    this.#testFlags(begin, end);
    this.#code.if();
    writeConstant(this.#code, this.#to, Buffer.concat(run.map(({constant}) => constant!)));
    for (const {number, predicted} of run) this.#keepCode(number, () => this.#code.i32(predicted));
    this.#code.else();
    for (let i = begin; i < end; i++) this.#field(i);
    this.#code.end();
    return end;
  }

  /** Notes the code of a field by which others are predicted. */
  #keepCode(number: number, push: () => void): void {
    const global = this.#shared.codes.get(number);
    if (global === undefined) return;
    push();
    this.#code.setGlobal(global);
  }

  /** Renders a field; returns the next one. */
  #field(i: number): number {
    const field = this.#fields[i]!;
    if (field.kind === KIND.hex) this.#hex(i, field);
    else if (field.constant && field.constant.length <= MAX_CONSTANT) this.#constant(i, field);
    else this.#coding(i, field);
    return i + 1;
  }

  #literal(): void {
    this.#code.get(this.#at).get(this.#to).call(LITERAL).set(this.#to).set(this.#at);
  }

  /** An id of eight bytes; where the flag is set, it has other digits and is a literal, and its label stands without the prefix. */
  #hex(i: number, {label, entries}: Field): void {
    const [code, at, to, digits] = [this.#code, this.#at, this.#to, this.#digits];
    this.#testFlags(i, i + 1);
    code.if();
    writeConstant(code, to, label.subarray(0, entries));
    this.#literal();
    code.else();
    writeConstant(code, to, label);
    // The upper and the lower half of each byte in turn, each as its digit.
    code.get(to).v128(DIGITS);
    code.get(at).load64Zero().tee(digits).shiftBytesRight(4);
    code.get(digits).v128(Buffer.alloc(VECTOR, 0x0f)).and128();
    code.shuffle(Array.from({length: VECTOR}, (_, lane) => (lane >>> 1) + (lane % 2) * VECTOR));
    code.swizzle().store128();
    code
      .get(to)
      .i32(QUOTE)
      .store8(2 * HEX_BYTES);
    code
      .get(to)
      .i32(2 * HEX_BYTES + 1)
      .add()
      .set(to);
    code.get(at).i32(HEX_BYTES).add().set(at);
    code.end();
  }

  /** A field that mostly has one value. */
  #constant(i: number, field: Field): void {
    this.#testFlags(i, i + 1);
    this.#code.if();
    writeConstant(this.#code, this.#to, field.constant!);
    this.#keepCode(field.number, () => this.#code.i32(field.predicted));
    this.#code.else();
    readVarint(this.#code, this.#at, this.#value, field.entries, this.#length);
    this.#coded(field);
    this.#code.end();
  }

  /** A field whose code is predicted by another one, or always the same, or stands in the row. */
  #coding(i: number, field: Field): void {
    const {parent, predicted, entries} = field;
    const [code, at, value] = [this.#code, this.#at, this.#value];
    const isPredicted = parent !== null || predicted > 0;
    if (!isPredicted) readVarint(code, at, value, entries, this.#length);
    else {
      // Both, of which one is chosen: without a branch, since neither is rare.
      const before = this.#from;
      code.get(at).set(before);
      if (parent === null) code.i32(predicted);
      else code.getGlobal(this.#shared.codes.get(parent)!).i32(2).shiftLeft().load32(predicted);
      readVarint(code, at, value, entries, this.#length);
      code.get(value);
      this.#testFlags(i, i + 1);
      code.select().set(value).get(before).get(at);
      this.#testFlags(i, i + 1);
      code.select().set(at);
    }
    this.#coded(field);
  }

  /** Label and value of a field whose code is known. */
  #coded(field: Field): void {
    const [code, to, value] = [this.#code, this.#to, this.#value];
    this.#keepCode(field.number, () => code.get(value));
    if (!field.fused) writeConstant(code, to, field.label);
    code.get(value).if();
    this.#entry(field);
    code.else();
    if (field.fused) writeConstant(code, to, field.label);
    this.#literal();
    code.end();
  }

  /** Copies the entry of a code. */
  #entry({kind, entryOffsets, longest}: Field): void {
    const [code, to, value, from, length] = [this.#code, this.#to, this.#value, this.#from, this.#length];
    const {values} = this.#shared;
    code.get(value).i32(1).sub().set(value);
    if (kind === KIND.blocks) {
      code.get(value).i32(BLOCK_BITS).shiftRight().i32(2).shiftLeft().load32(entryOffsets);
      code
        .get(value)
        .i32(ENTRIES_PER_BLOCK - 1)
        .and()
        .i32(2)
        .shiftLeft()
        .add()
        .set(value);
      code.get(value).load32(values).set(from);
      code.get(value).load32(values + 4);
    } else {
      code.get(value).i32(2).shiftLeft().tee(value).load32(entryOffsets).set(from);
      code.get(value).load32(entryOffsets + 4);
    }
    code.get(from).sub().set(length);
    code.get(from).i32(values).add().set(from);
    copyText(code, to, from, length, longest);
  }
}

/**
 * Reads the first byte of each row that an address in `heads` leads to, and writes a sum of them to `into`, so that it is not left
 * out. Rows lie scattered, and while one is rendered none of the next is in sight: here the processor waits for all at once.
 */
function touchRows(code: Code, heads: Local, count: Local, into: Local): void {
  const [i, sum] = [code.local(), code.local()];
  code.block().loop();
  code.get(i).get(count).atLeast().brIf(1);
  code.get(heads).get(i).i32(2).shiftLeft().add().load32().load8().get(sum).add().set(sum);
  code.get(i).i32(1).add().set(i).br(0).end().end();
  code.get(into).get(sum).store32();
}

/** Names of the parameters of `render`, whose order they have. */
export const PARAMETERS = [
  'heads',
  'rests',
  'count',
  'to',
  'limit',
  'largest',
  'ends',
  'fields',
  'texts',
] as const;

/**
 * The function that renders up to `count` rows to `to`, each with a line feed, and returns how many: as many as surely fit
 * before `limit`, of which each needs up to `largest` bytes. `heads` and `rests` hold the address of each part; without `rests`
 * (0) only the heads are rendered. `fields` (or 0) holds the offset in `texts` of what is appended to each row before its brace,
 * and one more. `ends` gets the offset of each line feed from `to`.
 */
function renderFunction(): WasmFunction {
  const code = new Code(PARAMETERS.length);
  const parameter = (name: (typeof PARAMETERS)[number]): Local => code.parameter(PARAMETERS.indexOf(name));
  const [heads, rests, count, to] = [
    parameter('heads'),
    parameter('rests'),
    parameter('count'),
    parameter('to'),
  ];
  const [begin, row, at, more, from] = [code.local(), code.local(), code.local(), code.local(), code.local()];
  touchRows(code, heads, count, parameter('ends'));
  code.get(to).set(begin);
  code.block().loop();
  code.get(row).get(count).atLeast().brIf(1);
  code.get(row).i32(2).shiftLeft().set(at);
  code.get(parameter('fields')).if();
  code.get(parameter('fields')).get(at).add().tee(more).load32().set(from);
  code.get(more).load32(4).get(from).sub().set(more);
  code.get(from).get(parameter('texts')).add().set(from).end();
  code.get(to).get(parameter('largest')).add().get(more).add().i32(2).add();
  code.get(parameter('limit')).moreThan().brIf(1);
  code.get(heads).get(at).add().load32().get(to).call(HEAD).set(to);
  code.get(rests).if().get(rests).get(at).add().load32().get(to).call(REST).set(to).end();
  code.get(more).if();
  copyText(code, to, from, more, Number.POSITIVE_INFINITY);
  code.end();
  code.get(to).i32(BRACE_LF).store16();
  code.get(parameter('ends')).get(at).add().get(to).get(begin).sub().i32(1).add().store32();
  code.get(to).i32(2).add().set(to);
  code.get(row).i32(1).add().set(row).br(0).end().end();
  code.get(row);
  return {parameters: PARAMETERS.length, results: 1, code};
}

/** The program of a table whose values lie at an address of the memory; it exports `render`. */
export function rowProgram(buffer: SharedArrayBuffer, values: number): Uint8Array {
  const reader = new ValuesReader(buffer, values);
  const fields = Array.from({length: reader.header('columns')}, (_, i) => reader.field(i));
  const parents = [...new Set(fields.flatMap(({parent}) => (parent === null ? [] : [parent])))];
  const short = reader.header('short');
  const offsets = reader.header('tokenOffsets');
  const shared: Shared = {
    values,
    tokens: {offsets: values + offsets, short, longest: MAX_TOKEN},
    codes: new Map(parents.map((parent, i) => [parent, i as Global])),
  };
  const inHead = reader.header('inHead');
  const functions = [
    literalFunction(shared),
    new PartFunction(shared, fields.slice(0, inHead)).make(),
    new PartFunction(shared, fields.slice(inHead)).make(),
    renderFunction(),
  ];
  return wasmModule(functions, parents.length, 'render');
}
