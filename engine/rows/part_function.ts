/** The function that renders one of the two parts of a row: instructions for its very fields, instead of a loop that looks them up. */
import {ENTRIES_PER_BLOCK, KIND} from './layout.ts';
import {copyText, readVarint, writeConstant} from './text_code.ts';
import type {Field} from './values_reader.ts';
import {Code, type Global, type Local, TYPE, VECTOR, type WasmFunction} from './wasm_code.ts';

/** Longest constant that is part of the instructions; others are copied. */
const MAX_CONSTANT = 256;

/** Flags of fields that are read at once. */
const FLAGS = 32;

const QUOTE = 0x22;
const HEX_BYTES = 8;
const DIGITS = Buffer.from('0123456789abcdef');
const BLOCK_BITS = Math.log2(ENTRIES_PER_BLOCK);

/** The number of the function that renders a literal. */
export const LITERAL = 0;

/** What the functions of one program share. */
export interface Shared {
  values: number;
  tokens: {offsets: number; short: number; longest: number};
  /** Codes of the fields by which others are predicted. */
  codes: Map<number, Global>;
}

/** Makes the function that renders one of the two parts of a row: gets where it lies and where to write, returns the end. */
export class PartFunction {
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
