/** Connects every thread that answers requests with every thread that makes pages, as they start, die and are replaced. */
import {MessageChannel} from 'node:worker_threads';
import type {Spawn, WorkerHandle} from './spawn.ts';

type Role = 'answers' | 'makes';

/** Wraps how workers of both roles are spawned: each gets a channel to every one of the other role. */
export function pageChannels(): (role: Role, spawn: Spawn) => Spawn {
  const running: Record<Role, Set<WorkerHandle>> = {answers: new Set(), makes: new Set()};
  const connect = (one: WorkerHandle, other: WorkerHandle): void => {
    const {port1, port2} = new MessageChannel();
    one.post({kind: 'pages', port: port1}, [port1]);
    other.post({kind: 'pages', port: port2}, [port2]);
  };
  return (role, spawn) => (init, onEvent) => {
    const handle = spawn(init, (event) => {
      if (event.kind === 'listening') {
        running[role].add(handle);
        for (const other of running[role === 'makes' ? 'answers' : 'makes']) connect(handle, other);
      }
      onEvent(event);
    });
    handle.exited.then(() => running[role].delete(handle));
    return handle;
  };
}
