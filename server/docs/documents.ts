/** The documents that are served without a key, by path. */
import {NO_EXAMPLES} from '../api/schema/build_examples.ts';
import {type DOCUMENT_PATHS, type StaticDocument, SYNTHETIC_LLMS} from '../api/static_documents.ts';
import {SYNTHETIC_NOTICE} from '../api/synthetic.ts';
import {docsPage} from './docs_page.ts';
import {llmsText} from './llms.ts';
import {openapi} from './openapi.ts';

type DocumentPath = (typeof DOCUMENT_PATHS)[number];

/** Generated once for each build, with its examples. */
export function documents(examples = NO_EXAMPLES): Record<string, StaticDocument> {
  const document = openapi(examples);
  const {html, policy} = docsPage(document, examples);
  const llms = llmsText(examples);
  const all: Record<DocumentPath, StaticDocument> = {
    '/openapi.json': {type: 'application/json; charset=utf-8', text: JSON.stringify(document)},
    '/docs': {type: 'text/html; charset=utf-8', text: html, headers: {'Content-Security-Policy': policy}},
    '/llms.txt': {type: 'text/plain; charset=utf-8', text: llms},
    [SYNTHETIC_LLMS]: {type: 'text/plain; charset=utf-8', text: `${SYNTHETIC_NOTICE}\n\n${llms}`},
  };
  return all;
}
