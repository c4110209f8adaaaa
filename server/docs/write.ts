/** Command: writes the documents below docs/ that derive from the tables. */
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {publishedSchema} from '../../datasets/bill_analyses/json_schema.ts';
import {apiMarkdown} from './api_md.ts';
import {withCommands} from './commands_md.ts';
import {datasetsMarkdown} from './datasets_md.ts';
import {jsonText} from './json_text.ts';
import {oauthMarkdown} from './oauth_md.ts';
import {openapi} from './openapi.ts';
import {toolsMarkdown} from './tools_md.ts';

/** Text by path below the project. */
export function generated(): Record<string, string> {
  return {
    'docs/ACCOUNTS.md': withCommands(readFileSync(inProject('docs/ACCOUNTS.md'), 'utf8')),
    'docs/API.md': apiMarkdown(),
    'docs/DATASETS.md': datasetsMarkdown(),
    'docs/OAUTH.md': oauthMarkdown(),
    'docs/TOOLS.md': toolsMarkdown(),
    'docs/bill_analysis.schema.json': `${JSON.stringify(publishedSchema(), null, 2)}\n`,
    'docs/openapi.json': jsonText(openapi()),
  };
}

/** Where a path below the project lies. */
export const inProject = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const [path, text] of Object.entries(generated())) {
    writeFileSync(inProject(path), text);
    process.stdout.write(`wrote ${path}\n`);
  }
}
