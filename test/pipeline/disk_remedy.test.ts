/** Errors of a disk, as the user reads them: which file, and what to do. */
import {mkdir, mkdtemp, rm, symlink} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {sync, writeFileAtomic} from '../../builds/durable.ts';
import {withDiskRemedy} from '../../pipeline/runtime/disk.ts';

test('an error of the disk says where and what to do', () => {
  for (const text of ['EIO: i/o error, fsync', 'IO Error: Could not read: Input/output error']) {
    const {message} = withDiskRemedy(new Error(text), '/data');
    expect(message).toMatch(/^the disk fails below \/data \(.*(EIO|Input\/output error).*\): check the disk/);
    expect(message).toMatch(/run again$/);
  }
});

test('so does a flush of DuckDB that fails, which names neither file nor cause', () => {
  const {message} = withDiskRemedy(new Error('FATAL Error: fsync failed!\nstack'), '/data');
  expect(message).toBe(
    'the disk fails below /data (FATAL Error: fsync failed!): check the disk, or set DATA_DIR to another one, then run again',
  );
});

test('so does a folder that cannot be made: Node.js tells the error of the disk as a missing folder', async () => {
  // A link to nowhere is found missing as well.
  const folder = await mkdtemp(join(tmpdir(), 'disk-remedy-'));
  const link = join(folder, 'link');
  await symlink(join(folder, 'absent', 'absent'), link);
  const error = await mkdir(link, {recursive: true}).catch((reason: unknown) => reason);
  await rm(folder, {recursive: true});
  expect(error).toMatchObject({code: 'ENOENT', syscall: 'mkdir'});
  expect(withDiskRemedy(error, folder).message).toMatch(/^the disk fails below .*mkdir.*: check the disk/);
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
