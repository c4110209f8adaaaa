/** A web thread: answers the pages of the site, and in one of them accounts, OAuth and the tools. */
import {isMainThread, type MessagePort, parentPort} from 'node:worker_threads';
import {attachBuild} from '../../engine/open.ts';
import {isStoreLost, viewCounters} from '../limits/counter_memory.ts';
import {openLog} from '../log.ts';
import {Idle} from '../site/idle.ts';
import {openPageMaker, type PageContext} from '../site/page_maker.ts';
import {type AnswerWeb, answerChannels, type WebAnswer} from '../site/remote_web.ts';
import {warmPages} from '../site/warm_pages.ts';
import {warmSuggestions} from '../site/warm_suggestions.ts';
import {type Accounts, openAccounts} from './accounts.ts';
import {collectGarbage, collectSoon} from './collect_garbage.ts';
import {openCurrentBuild, takeBuild} from './current_build.ts';
import type {WorkerCommand, WorkerEvent, WorkerInit} from './messages.ts';
import {ANSWER_TIMEOUT_MS, runThread} from './thread_init.ts';
import {yieldToOthers} from './thread_priority.ts';

/** Starts to answer and reports events to `post`. Returns what takes the commands. */
export function startWeb(
  init: WorkerInit,
  post: (event: WorkerEvent) => void,
): (command: WorkerCommand) => void {
  const {logLevel, counters, code, queryMs, offer, others, state, site} = init;
  const memory = viewCounters(counters);
  const builds = openCurrentBuild(
    (shared) => attachBuild(shared, {queryMs}),
    (serial) => {
      post({kind: 'released', serial});
      collectSoon();
    },
  );
  if (offer) builds.serve(offer);
  for (const other of others) builds.prepare(other);
  const context: PageContext = {
    builds,
    store: {healthy: () => !isStoreLost(memory)},
    log: openLog(logLevel),
    now: () => Date.now(),
    code,
    timeout_ms: ANSWER_TIMEOUT_MS,
  };
  const idle = new Idle();
  const maker = site ? openPageMaker(site) : null;
  let known = state;
  // Opened where there are accounts to answer for.
  let accounts: Promise<Accounts> | null = null;
  const opened = (): Promise<Accounts> => {
    accounts ??= openAccounts(init, {builds, log: context.log, state: () => known});
    return accounts;
  };
  const warm = async (): Promise<void> => {
    const quiet = () => idle.quiet();
    const prepare = async (): Promise<void> => {
      if (!maker || !site) return;
      await warmPages(maker, context, quiet);
      await warmSuggestions(context, site.keptBytes, quiet);
    };
    await prepare().catch((error) =>
      context.log.error({err: error}, 'pages and suggestions were not prepared'),
    );
    // What modules, builds and questions left fills the heap, which is not collected while the thread idles.
    // It takes a tenth of a second.
    await quiet();
    collectGarbage('last-resort');
  };
  // Without a build there is nothing to ask for, but what modules left.
  warm();
  const answerAccounts: AnswerWeb = async (asked) => {
    try {
      return await (await opened()).answer(asked);
    } catch (error) {
      context.log.error({err: error}, 'a request for accounts failed');
      return {status: 500, headers: {'Content-Type': 'text/plain'}, body: 'Something went wrong here.\n'};
    }
  };
  const answerThrough = answerChannels(
    async (asked) => {
      if (asked.peer !== null || !maker) return answerAccounts(asked);
      const response = maker.make({...asked.request}, context, {route: 'site', key: null});
      // Pages are whole.
      return {
        status: response.status,
        headers: response.headers,
        body: response.body as WebAnswer['response']['body'],
      };
    },
    context,
    idle,
  );
  const channels = new Set<MessagePort>();
  let isStopping = false;
  const stopped = async (): Promise<void> => {
    await (await accounts)?.close();
    post({kind: 'stopped'});
  };
  // Threads that stop close their channels after their last request.
  const stopWhenUnused = () => {
    if (isStopping && channels.size === 0) stopped();
  };
  const connect = (port: MessagePort, hasAccounts: boolean) => {
    channels.add(port);
    answerThrough(port);
    if (hasAccounts) opened();
    port.once('close', () => {
      channels.delete(port);
      stopWhenUnused();
    });
  };
  return (command) => {
    if (command.kind === 'web') connect(command.port, command.hasAccounts);
    else if (command.kind === 'state') known = command.state;
    else if (command.kind === 'stop') {
      isStopping = true;
      stopWhenUnused();
    } else {
      takeBuild(command, builds, post);
      if (command.kind === 'serve') warm();
    }
  };
}

if (!isMainThread && parentPort) {
  await runThread(parentPort, async ({init, onCommand}, post) => {
    yieldToOthers();
    const take = startWeb(init, post);
    post({kind: 'listening'});
    onCommand(take);
  });
}
