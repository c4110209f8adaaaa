/** Errors of a disk, as the user reads them: which file, and what to do. */
import {expect, test} from 'vitest';
import {sync, writeFileAtomic} from '../../datasets/durable.ts';
import {withDiskRemedy} from '../../pipeline/runtime/disk.ts';

test('an error of the disk says where and what to do', () => {
  for (const text of ['EIO: i/o error, fsync', 'IO Error: Could not read: Input/output error']) {
    const {message} = withDiskRemedy(new Error(text), '/data');
    expect(message).toMatch(/^the disk fails below \/data \(.*(EIO|Input\/output error).*\): check the disk/);
    expect(message).toMatch(/run again$/);
  }
});

test('the remedy is said once', () => {
  for (const text of ['ENOSPC: no space left on device, write', 'EIO: i/o error, fsync']) {
    const once = withDiskRemedy(new Error(text), '/data');
    expect(withDiskRemedy(once, '/data')).toBe(once);
  }
});

test('other errors stay as they are', () => {
  const error = new Error('the header changed');
  expect(withDiskRemedy(error, '/data')).toBe(error);
});

test('what cannot be flushed is named, with its code', async () => {
  // The null device has no disk.
  await expect(sync('/dev/null')).rejects.toMatchObject({
    code: 'EINVAL',
    message: "EINVAL: invalid argument, fsync '/dev/null'",
  });
});

test('what cannot be written is named', async () => {
  await expect(writeFileAtomic('/dev/full/x', 'text')).rejects.toThrow('/dev/full/x');
});
