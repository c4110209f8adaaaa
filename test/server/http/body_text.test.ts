/** Bodies gathered to one text. */
import {expect, test} from 'vitest';
import {bodyText} from '../../../server/http/body_text.ts';

/** A body in pieces that share one room, as streams have them. */
function streamed(pieces: readonly string[]) {
  const allocate = Buffer.alloc(16);
  const left = [...pieces];
  const calls = {closed: 0};
  const next = () => {
    const piece = left.shift();
    if (piece === 'broken') throw new Error('broken');
    return piece === undefined ? null : allocate.subarray(0, allocate.write(piece));
  };
  return {said: calls, body: {next, close: () => void calls.closed++}};
}

test('plain bodies are returned unchanged', async () => {
  expect(await bodyText({body: '{"é": 1}'})).toBe('{"é": 1}');
  expect(await bodyText({body: Buffer.from('{"é": 1}')})).toBe('{"é": 1}');
  expect(await bodyText({body: null})).toBe('');
});

test('chunks are joined, and the stream is closed', async () => {
  const {said: calls, body} = streamed(['{"a": ', '"bc', 'd"}']);
  expect(await bodyText({body})).toBe('{"a": "bcd"}');
  expect(calls.closed).toBe(1);
});

test('a stream that fails is closed and not taken for complete', async () => {
  const {said: calls, body} = streamed(['{}', 'broken']);
  await expect(bodyText({body})).rejects.toThrow('broken');
  expect(calls.closed).toBe(1);
});
