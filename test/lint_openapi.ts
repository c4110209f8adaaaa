/**
 * Checks an OpenAPI document by the recommended rules of Redocly and the OpenAPI rules of Spectral; every
 * error or warning is printed and fails. Neither looks at the network: the document refers to nothing outside
 * itself.
 */
import {readFileSync} from 'node:fs';
import {createConfig, lint} from '@redocly/openapi-core';
import spectral, {type RulesetDefinition} from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';

const [, , file = 'docs/openapi.json'] = process.argv;

/**
 * A recipient called `history` is meant by the path that both fit: the operation that is declared first answers
 * it, and no record has the id `recipients`.
 */
const MEANT =
  'Found two ambiguous paths: `/api/v1/grants/recipients/{name}` and `/api/v1/grants/{record_id}/history`.';

async function redocly(): Promise<string[]> {
  const problems = await lint({ref: file, config: await createConfig({extends: ['recommended']})});
  const others = problems.filter(({message}) => !message.endsWith(MEANT));
  return others.map(
    ({ruleId, message, location}) => `redocly ${ruleId}: ${message} (${location[0]?.pointer})`,
  );
}

async function spectralOas(): Promise<string[]> {
  const linter = new spectral.Spectral();
  // The types of the two packages differ in what none of the rules uses.
  linter.setRuleset({extends: [[rulesets.oas as RulesetDefinition, 'recommended']]});
  const problems = await linter.run(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
  return problems.map(({code, message, path}) => `spectral ${code}: ${message} (${path.join('/')})`);
}

const problems = [...(await redocly()), ...(await spectralOas())];
for (const problem of problems) process.stderr.write(`${file}: ${problem}\n`);
process.stdout.write(`${file}: ${problems.length} errors and warnings of redocly and spectral\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
