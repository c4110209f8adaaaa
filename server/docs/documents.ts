/** The documents that are served without a key, by path. */
import {NO_EXAMPLES} from '../api/schema/build_examples.ts';
import {type StaticDocument, SYNTHETIC_LLMS} from '../api/static_documents.ts';
import {SYNTHETIC_NOTICE} from '../api/synthetic.ts';
import {docsPage} from './docs_page.ts';
import {errorsPage} from './errors_page.ts';
import {llmsText} from './llms.ts';
import {openapi} from './openapi.ts';

/** Lets other work of the thread have its turn. */
export type Turn = () => Promise<void>;

/**
 * Generated once for each build, with its examples; each takes some 20 ms, between which other work has its
 * turn.
 */
export async function documents(
  examples = NO_EXAMPLES,
  turn: Turn = async () => {},
): Promise<Record<string, StaticDocument>> {
  const document = openapi(examples);
  await turn();
  const {html, policy} = docsPage(document, examples);
  const errors = errorsPage();
  await turn();
  const llms = llmsText(examples);
  return {
    '/openapi.json': {type: 'application/json; charset=utf-8', text: JSON.stringify(document)},
    '/docs': {type: 'text/html; charset=utf-8', text: html, headers: {'Content-Security-Policy': policy}},
    '/docs/errors': {
      type: 'text/html; charset=utf-8',
      text: errors.html,
      headers: {'Content-Security-Policy': errors.policy},
    },
    '/llms.txt': {type: 'text/plain; charset=utf-8', text: llms},
    [SYNTHETIC_LLMS]: {type: 'text/plain; charset=utf-8', text: `${SYNTHETIC_NOTICE}\n\n${llms}`},
  };
}
