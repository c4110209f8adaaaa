/**
 * What is corked together fits into the transport's buffer, since the transport loses what does not at a full
 * socket.
 */
import {expect, test} from 'vitest';
import {type StreamSink, writeStream} from '../../../server/http/stream_writer.ts';
import type {StreamedBody} from '../../../server/http/streamed_body.ts';

const CORK = 16 * 1024;
/** Line breaks and size around a chunk. */
const FRAME = 2 + 8 + 2;

/**
 * A sink that does as the transport with a socket that is full now and then: the small parts of a cork are
 * kept for later, what goes beyond the buffer is dropped.
 */
function fullSink(full: () => boolean) {
  const sent: Buffer[] = [];
  let corked: Buffer[] | null = null;
  let held = 0;
  let writable = () => true;
  const put = (bytes: Buffer, frame = FRAME): boolean => {
    if (corked === null) throw new Error('written without a cork');
    if (held + bytes.length + frame <= CORK) {
      corked.push(bytes);
      held += bytes.length + frame;
      return true;
    }
    if (!full()) sent.push(...corked, bytes);
    else sent.push(...corked);
    corked = [];
    held = 0;
    return false;
  };
  const sink: StreamSink = {
    cork(work) {
      [corked, held] = [[], 0];
      work();
      sent.push(...corked);
      corked = null;
      if (full()) setImmediate(writable);
    },
    write: (piece) => put(Buffer.from(piece)) && !full(),
    tryEnd: () => [true, true],
    getWriteOffset: () => 0,
    onWritable(handler) {
      writable = handler;
    },
    onAborted() {},
    resume() {},
    end() {},
    close() {},
  };
  return {sink, head: (bytes: Buffer) => put(bytes, 0), body: () => Buffer.concat(sent)};
}

function pieces(sizes: readonly number[]): StreamedBody {
  let i = 0;
  return {
    next() {
      const size = sizes[i];
      return size === undefined ? null : Buffer.alloc(size, i++ % 251);
    },
    close() {},
  };
}

test.each([
  ['never full', () => false],
  ['always full', () => true],
])('pieces of any size behind a long head arrive whole: %s', async (_, full) => {
  const sizes = [1, 31, 32, 33, 15_000, 15_360, 15_361, 16_383, 16_384, 70_000, 300_000, 5, 250_001];
  const head = Buffer.alloc(CORK - 100, 0xff);
  const {sink, head: putHead, body} = fullSink(full);
  await writeStream(sink, () => putHead(head), pieces(sizes), 60_000);
  const expected = Buffer.concat([head, ...sizes.map((size, i) => Buffer.alloc(size, i % 251))]);
  expect(body().equals(expected)).toBe(true);
});
