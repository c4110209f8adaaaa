/** A thread that makes the pages of the site for the threads with sockets. As the entry of a thread it composes what it needs. */
import {isMainThread, type MessagePort, parentPort} from 'node:worker_threads';
import {attachBuild} from '../../engine/open.ts';
import {compressHereUpTo} from '../http/compress.ts';
import {isStoreLost, viewCounters} from '../limits/counter_memory.ts';
import {openLog} from '../log.ts';
import {Idle} from '../site/idle.ts';
import {openPageMaker, type PageContext} from '../site/page_maker.ts';
import {pageAnswers} from '../site/remote_pages.ts';
import {warmPages} from '../site/warm_pages.ts';
import {warmSuggestions} from '../site/warm_suggestions.ts';
import {collectGarbage, collectSoon} from './collect_garbage.ts';
import {openCurrentBuild, takeBuild} from './current_build.ts';
import type {WorkerCommand, WorkerEvent, WorkerInit} from './messages.ts';
import {ANSWER_TIMEOUT_MS, takeInit} from './thread_init.ts';
import {yieldToOthers} from './thread_priority.ts';

/**
 * Pages of up to so many bytes are compressed in this thread, in less than 2 ms: threads for compression have the priority of the API, and would
 * take its processor. Larger bodies are files.
 */
const COMPRESSED_HERE = 256 * 1024;

/** Starts to make pages and reports events to `post`. */
function startPages(
  {logLevel, counters, code, offer, others, site}: WorkerInit,
  post: (event: WorkerEvent) => void,
) {
  if (!site) throw new Error('there is no site to make pages for');
  const memory = viewCounters(counters);
  const builds = openCurrentBuild(attachBuild, (serial) => {
    post({kind: 'released', serial});
    collectSoon();
  });
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
  const maker = openPageMaker(site);
  const warm = async (): Promise<void> => {
    const quiet = () => idle.quiet();
    const prepare = async (): Promise<void> => {
      await warmPages(maker, context, quiet);
      await warmSuggestions(context, site.keptBytes, quiet);
    };
    await prepare().catch((error) =>
      context.log.error({err: error}, 'pages and suggestions were not prepared'),
    );
    // What modules, builds and questions left fills the heap, which is not collected while the thread idles. It takes a tenth of a second.
    await quiet();
    collectGarbage('last-resort');
  };
  // Without a build there is nothing to ask for, but what modules left.
  warm();
  const answerThrough = pageAnswers(maker, context, idle);
  const channels = new Set<MessagePort>();
  let isStopping = false;
  // Threads that stop close their channels after their last request.
  const stopWhenUnused = () => {
    if (isStopping && channels.size === 0) post({kind: 'stopped'});
  };
  const connect = (port: MessagePort) => {
    channels.add(port);
    answerThrough(port);
    port.once('close', () => {
      channels.delete(port);
      stopWhenUnused();
    });
  };
  return (command: WorkerCommand): void => {
    if (command.kind === 'pages') connect(command.port);
    else if (command.kind === 'stop') {
      isStopping = true;
      stopWhenUnused();
    } else if (command.kind !== 'state') {
      takeBuild(command, builds, post);
      if (command.kind === 'serve') warm();
    }
  };
}

/** Runs the thread from start to stop. */
async function runThread(port: NonNullable<typeof parentPort>): Promise<void> {
  const post = (event: WorkerEvent) => {
    port.postMessage(event);
    if (event.kind === 'stopped') port.close();
  };
  try {
    const start = await takeInit(port);
    if (!start) return;
    const {init, onCommand} = start;
    yieldToOthers();
    compressHereUpTo(COMPRESSED_HERE);
    onCommand(startPages(init, post));
    post({kind: 'listening'});
  } catch (error) {
    post({kind: 'failed', why: error instanceof Error ? error.message : String(error)});
    port.close();
  }
}

if (!isMainThread && parentPort) await runThread(parentPort);
