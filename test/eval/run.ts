/**
 * Command `make eval`: asks the tools the questions of journalists, by the scripted reader and by a model
 * where one is named.
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {settings} from '../../datasets/settings.ts';
import {closeOnSignals} from '../bench/closing.ts';
import {openBuildDatabase} from './build_database.ts';
import {type Endpoint, endpointOf} from './chat.ts';
import {evaluate, type Outcome} from './evaluate.ts';
import {modelReader} from './model_reader.ts';
import {QUESTIONS} from './questions/index.ts';
import {closing, HEAD, recorded, row} from './report.ts';
import {scriptedReader} from './scripted_reader.ts';
import {serveTools} from './serving.ts';
import type {Question, Reader} from './types.ts';

interface Run {
  dataDir: string;
  endpoint: Endpoint | null;
  questions?: readonly Question[];
  /** File of the calls and answers. */
  out: string;
  say(line: string): void;
}

/** Evaluates the current build of a DATA_DIR; the number of wrong answers. */
export async function runEvaluation(given: Run): Promise<number> {
  const {dataDir, endpoint, questions = QUESTIONS, out, say} = given;
  const serving = await serveTools(dataDir);
  const database = await openBuildDatabase(serving.build);
  const readers: [string, Reader][] = [
    ['scripted reader', scriptedReader(serving)],
    ...(endpoint ? [[`model ${endpoint.model}`, modelReader(serving, endpoint)] as [string, Reader]] : []),
  ];
  const record: Record<string, object> = {};
  let wrong = 0;
  try {
    for (const [name, reader] of readers) {
      say(`\n${name}, build ${basename(serving.build)}\n\n${HEAD}`);
      const outcomes: Outcome[] = [];
      const evaluation = await evaluate(questions, database, reader, (outcome) => {
        say(row(outcome));
        outcomes.push(outcome);
        record[name] = recorded({outcomes, skipped: []});
      });
      record[name] = recorded(evaluation);
      for (const line of closing(evaluation)) say(line);
      wrong += evaluation.outcomes.filter(({right}) => !right).length;
    }
  } finally {
    // Of a run that an endpoint ends, too.
    mkdirSync(dirname(out), {recursive: true});
    writeFileSync(out, `${JSON.stringify({build: basename(serving.build), readers: record}, null, 2)}\n`);
    say(`\ncalls and answers: ${out}`);
    database.close();
    await serving.close();
  }
  return wrong;
}

/** Runs by the settings of the environment. */
async function main(): Promise<number> {
  const {DATA_DIR} = settings(process.env);
  const out = process.env['EVAL_OUT'] || join(DATA_DIR, 'eval', 'answers.json');
  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  closeOnSignals();
  return runEvaluation({dataDir: DATA_DIR, endpoint: endpointOf(process.env), out, say});
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().then(
    (wrong) => {
      process.exitCode = wrong === 0 ? 0 : 1;
    },
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      process.exitCode = 1;
    },
  );
}
