/**
 * Where the process of a step begins. It ends with its worker from its first moment: loading its modules
 * takes a second, in which a worker that dies again and again would leave more processes behind than the
 * machine can load.
 */
const end = (): void => {
  process.kill(-process.pid, 'SIGKILL');
};
process.once('disconnect', end);
if (process.send && !process.connected) end();

await import('./step_program.ts');

export {};
