/** Command: writes the generated documents, and the generated blocks of hand-written ones. */
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {publishedSchema} from '../../datasets/bill_analyses/json_schema.ts';
import {apiMarkdown} from './api_md.ts';
import {commandsTable} from './commands_table.ts';
import {datasetsMarkdown} from './datasets_md.ts';
import {readmeTable} from './datasets_table.ts';
import {jsonText} from './json_text.ts';
import {withBlock} from './marked_block.ts';
import {oauthMarkdown} from './oauth_md.ts';
import {openapi} from './openapi.ts';
import {toolsMarkdown} from './tools_md.ts';

/** Text by path in the project. */
export function generated(): Record<string, string> {
  return {
    'README.md': withBlock(readText('README.md'), 'datasets', readmeTable()),
    'docs/ACCOUNTS.md': withBlock(readText('docs/ACCOUNTS.md'), 'commands', commandsTable()),
    'docs/API.md': apiMarkdown(),
    'docs/DATASETS.md': datasetsMarkdown(),
    'docs/OAUTH.md': oauthMarkdown(),
    'docs/TOOLS.md': toolsMarkdown(),
    'docs/bill_analysis.schema.json': `${JSON.stringify(publishedSchema(), null, 2)}\n`,
    'docs/openapi.json': jsonText(openapi()),
  };
}

const readText = (path: string): string => readFileSync(inProject(path), 'utf8');

/** The absolute path of a file of the project. */
export const inProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of Object.entries(generated())) {
    writeFileSync(inProject(path), text);
    process.stdout.write(`wrote ${path}\n`);
  }
}
