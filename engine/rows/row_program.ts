/**
 * Makes the program that renders the rows of one table: instructions for its very fields, which know labels, constant values and
 * longest entries. `layout.ts` describes the bytes it reads. Nothing checks bounds: every byte was compared with its checksum before.
 */
import {MAX_TOKEN, RAW} from './layout.ts';
import {LITERAL, PartFunction, type Shared} from './part_function.ts';
import {copyText, readVarint} from './text_code.ts';
import {ValuesReader} from './values_reader.ts';
import {Code, type Global, type Local, type WasmFunction, wasmModule} from './wasm_code.ts';

const BRACE_LF = 0x0a7d;

/** Numbers of the functions after LITERAL. */
const HEAD = LITERAL + 1;
const REST = LITERAL + 2;

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
