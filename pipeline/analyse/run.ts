/**
 * Runs `make analyse`: analyses the bills of the current build that are new or changed, within a request
 * budget.
 */
import {dirname, join} from 'node:path';
import {acquireLock} from '../../builds/lock.ts';
import {ANALYSES} from '../../datasets/bill_analyses/fields.ts';
import {numeric, type Settings} from '../../datasets/settings.ts';
import {backoffMs, TransientError} from '../fetch/retry.ts';
import {currentBuild} from '../publish/current_build.ts';
import type {Emit} from '../runtime/events.ts';
import {timestamp} from '../runtime/timestamp.ts';
import {type BillText, billTexts} from './bills.ts';
import {type Chat, EndpointError, type endpointOf, NoAnswer, openChat} from './chat.ts';
import {openLedger} from './ledger.ts';
import {type Analysis, analysisIn, keyOf, question} from './prompt.ts';

/** Clock, sleep and randomness; tests inject their own. */
export interface Effects {
  now: () => Date;
  sleep: (ms: number) => Promise<void>;
  random: () => number;
}

export interface Outcome {
  /** Bills analysed by this run. */
  analysed: number;
  /** Bills whose texts were analysed before. */
  known: number;
  /** Bills without a summary. */
  without: number;
  /** Bill -> why it has no analysis. */
  failed: Record<string, string>;
  /** Bills that the budget or an early stop left over. */
  left: number;
  requests: number;
  /** As reported by the endpoint. */
  tokens: number;
  /** Why the run stopped early; null where it completed or used up its budget. */
  stopped: string | null;
}

/** Source name of the run's events. */
const ANALYSE = 'analyse';
/** Unusable answers about one bill before the run skips it. */
const MOST_ANSWERS = 3;
/** Consecutive failed bills after which the run stops: the endpoint is at fault, not the bills. */
const MOST_FAILURES = 5;

class BudgetUsed extends Error {}

/**
 * Throws without a build, while another run holds the lock, and where the file cannot be written; errors of
 * the endpoint are in the outcome.
 */
export async function analyse(
  settings: Settings,
  endpoint: NonNullable<ReturnType<typeof endpointOf>>,
  effects: Effects,
  emit: Emit,
): Promise<Outcome> {
  const dataDir = settings.DATA_DIR;
  const budget = numeric(settings, 'ANALYSE_BUDGET');
  const retries = numeric(settings, 'FETCH_RETRIES');
  const memoryMb = numeric(settings, 'MEMORY_MB');
  const build = await currentBuild(dataDir);
  if (!build) throw new Error(`no build in ${dataDir}: run make ingest first`);
  const release = await acquireLock(join(dataDir, dirname(ANALYSES), 'analyse.lock'), 'analysis');
  try {
    const {texts, without} = await billTexts({dataDir, memoryMb}, build);
    const ledger = await openLedger(dataDir, build.manifest.synthetic);
    const chat = openChat(endpoint, () => effects.now().getTime());
    try {
      if (ledger.moved) {
        const text = `analyses of generated bills moved to ${ledger.moved}`;
        emit({kind: 'warning', source: ANALYSE, file: '', text});
      }
      const due = texts.filter(({bill_id, text}) => !ledger.has(bill_id, keyOf(text)));
      const outcome = emptyOutcome(texts.length - due.length, due.length, without);
      const context = {chat, budget, retries, effects, emit};
      const save = async ({bill_id, text}: BillText, analysis: Analysis): Promise<void> => {
        const generated_at = timestamp(effects.now());
        await ledger.add({
          bill_id,
          text_sha256: keyOf(text),
          ...analysis,
          model: endpoint.model,
          generated_at,
        });
        const done = outcome.analysed + 1;
        emit({kind: 'analysed', source: ANALYSE, bill: bill_id, done, due: due.length});
      };
      await analyseEach(due, outcome, (bill) => analyseBill(bill, context, outcome), save);
      return outcome;
    } finally {
      await chat.close();
      await ledger.close();
    }
  } finally {
    release();
  }
}

const emptyOutcome = (known: number, left: number, without: number): Outcome => ({
  analysed: 0,
  known,
  without,
  failed: {},
  left,
  requests: 0,
  tokens: 0,
  stopped: null,
});

/** Analyses bill after bill until all are done, the budget is used up or the endpoint fails. */
async function analyseEach(
  due: readonly BillText[],
  outcome: Outcome,
  ask: (bill: BillText) => Promise<Analysis>,
  keep: (bill: BillText, analysis: Analysis) => Promise<void>,
): Promise<void> {
  let failures = 0;
  for (const bill of due) {
    try {
      await keep(bill, await ask(bill));
      outcome.analysed += 1;
      failures = 0;
    } catch (error) {
      if (error instanceof BudgetUsed) return;
      if (error instanceof EndpointError) {
        outcome.stopped = error.message;
        return;
      }
      if (!(error instanceof NoAnswer)) throw error;
      outcome.failed[bill.bill_id] = error.message;
      failures += 1;
    }
    outcome.left -= 1;
    if (failures === MOST_FAILURES) {
      outcome.stopped = `${failures} bills in a row got no answer that can be used: try another ANALYSE_MODEL`;
      return;
    }
  }
}

interface AnalysisContext {
  chat: Chat;
  budget: number;
  retries: number;
  effects: Effects;
  emit: Emit;
}

/**
 * Analyses one bill. Throws NoAnswer, EndpointError or BudgetUsed; every request counts against the budget.
 */
async function analyseBill({text}: BillText, asking: AnalysisContext, outcome: Outcome): Promise<Analysis> {
  const {chat, budget, retries, effects, emit} = asking;
  const messages = question(text);
  let [answers, failures] = [0, 0];
  for (;;) {
    if (outcome.requests >= budget) throw new BudgetUsed();
    outcome.requests += 1;
    try {
      const {content, tokens} = await chat.ask(messages);
      outcome.tokens += tokens ?? 0;
      const analysis = analysisIn(content);
      if (!('fault' in analysis)) return analysis;
      answers += 1;
      if (answers === MOST_ANSWERS) {
        throw new NoAnswer(`${answers} answers could not be used, the last one because ${analysis.fault}`);
      }
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      failures += 1;
      if (failures > retries) {
        throw new EndpointError(
          `${chat.host} gave no answer in ${failures} tries: ${error.message}; run again later`,
        );
      }
      const ms = backoffMs(failures, error.retry_after_ms, effects.random);
      emit({kind: 'waiting', source: ANALYSE, host: chat.host, reason: error.message, ms});
      await effects.sleep(ms);
    }
  }
}
