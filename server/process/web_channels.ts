/** Connects every thread that has a socket with every web thread, as they start, die and are replaced. */
import {MessageChannel} from 'node:worker_threads';
import type {Spawn, WorkerHandle} from './spawn.ts';

/** `accounts` is the web thread that has them. */
type Role = 'socket' | 'web' | 'accounts';

/** Wraps how workers of both roles are spawned: each gets a channel to every one of the other role. */
export function webChannels(): (role: Role, spawn: Spawn) => Spawn {
  const running: Record<Role, Set<WorkerHandle>> = {socket: new Set(), web: new Set(), accounts: new Set()};
  const connect = (socket: WorkerHandle, web: WorkerHandle, hasAccounts: boolean): void => {
    const {port1, port2} = new MessageChannel();
    socket.post({kind: 'web', port: port1, hasAccounts}, [port1]);
    web.post({kind: 'web', port: port2, hasAccounts}, [port2]);
  };
  const connectAll = (role: Role, handle: WorkerHandle): void => {
    if (role !== 'socket') for (const one of running.socket) connect(one, handle, role === 'accounts');
    else {
      for (const one of running.web) connect(handle, one, false);
      for (const one of running.accounts) connect(handle, one, true);
    }
  };
  return (role, spawn) => {
    const connected: Spawn = (init, onEvent) => {
      const handle = spawn(init, (event) => {
        if (event.kind === 'listening') {
          running[role].add(handle);
          connectAll(role, handle);
        }
        onEvent(event);
      });
      handle.exited.then(() => running[role].delete(handle));
      return handle;
    };
    connected.isWeb = role !== 'socket';
    return connected;
  };
}
