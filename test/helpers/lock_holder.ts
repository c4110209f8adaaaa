/** Program of `lock.test.ts`: acquires a lock, says so or why not, and holds it until its input ends. */
import {acquireLock} from '../../builds/lock.ts';

const path = process.argv[2]!;
try {
  const release = await acquireLock(path);
  process.stdout.write('held\n');
  process.stdin.resume().once('end', () => {
    release();
    process.exit(0);
  });
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
