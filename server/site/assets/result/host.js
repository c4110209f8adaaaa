/** Messages between the view and the client that shows it (MCP Apps, 2026-01-26): JSON-RPC to the parent. */

const VERSION = '2026-01-26';

let lastId = 0;
const waiting = new Map();

const send = (message) => parent.postMessage({jsonrpc: '2.0', ...message}, '*');

export const notify = (method, params = {}) => send({method, params});

function ask(method, params) {
  const id = ++lastId;
  send({id, method, params});
  return new Promise((resolve, reject) => waiting.set(id, {resolve, reject}));
}

/** Asks the client to open an address: the view itself may lead nowhere. */
export const openLink = (url) => ask('ui/open-link', {url}).catch(() => {});

function settle({id, result, error}) {
  const {resolve, reject} = waiting.get(id) ?? {};
  waiting.delete(id);
  if (error) reject?.(new Error(error.message));
  else resolve?.(result);
}

/** Requests of the client: it may look whether the view is there, and end it. */
function answer({id, method}) {
  if (method === 'ping' || method === 'ui/resource-teardown') send({id, result: {}});
  else send({id, error: {code: -32601, message: 'Method not found'}});
}

/** Says that the view is there, and has `heard` called with each notification. Resolves with the context. */
export async function connect(heard) {
  addEventListener('message', ({source, data}) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return;
    if (data.method === undefined) settle(data);
    else if (data.id === undefined) heard(data.method, data.params ?? {});
    else answer(data);
  });
  const {hostContext = {}} = await ask('ui/initialize', {
    appInfo: {name: 'federal-public-data', version: '1'},
    appCapabilities: {availableDisplayModes: ['inline']},
    protocolVersion: VERSION,
  });
  notify('ui/notifications/initialized');
  return hostContext;
}
