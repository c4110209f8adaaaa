/** The documents that are served without a key, by path. */
import {type StaticDocument, SYNTHETIC_LLMS} from '../api/static_documents.ts';
import {SYNTHETIC_NOTICE} from '../api/synthetic.ts';
import {docsPage} from './docs_page.ts';
import {llmsText} from './llms.ts';
import {openapi} from './openapi.ts';

/** Generated once, at start. */
export function documents(): Record<string, StaticDocument> {
  const document = openapi();
  const {html, policy} = docsPage(document);
  return {
    '/openapi.json': {type: 'application/json; charset=utf-8', text: JSON.stringify(document)},
    '/docs': {type: 'text/html; charset=utf-8', text: html, headers: {'Content-Security-Policy': policy}},
    '/llms.txt': {type: 'text/plain; charset=utf-8', text: llmsText()},
    [SYNTHETIC_LLMS]: {type: 'text/plain; charset=utf-8', text: `${SYNTHETIC_NOTICE}\n\n${llmsText()}`},
  };
}
