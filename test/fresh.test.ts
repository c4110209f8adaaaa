/** The generated documents match the tables. */
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {ROUTES} from '../server/api/routes/index.ts';
import {docsPage} from '../server/docs/docs_page.ts';
import {llmsText} from '../server/docs/llms.ts';
import {openapi} from '../server/docs/openapi.ts';
import {generated, inProject} from '../server/docs/write.ts';

test.each(Object.entries(generated()))('%s is current: run `node server/docs/write.ts`', (path, text) => {
  expect(readFileSync(inProject(path), 'utf8') === text).toBe(true);
});

test('every reference of the OpenAPI document resolves', () => {
  const document = openapi();
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
  expect(references.length).toBeGreaterThan(100);
  for (const path of new Set(references)) {
    const target = path
      .split('/')
      .reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], document);
    expect(target, path).toBeTypeOf('object');
  }
});

test('llms.txt names every operation', () => {
  for (const {path} of ROUTES) expect(llmsText()).toContain(`GET /api/v1${path}:`);
});

test('the docs page has no external resources', () => {
  const {html, policy} = docsPage(openapi());
  const [head, ...scripts] = html.split('<script>');
  expect(scripts).toHaveLength(2);
  expect(scripts.every((script) => script.split('</script>').length === 2)).toBe(true);
  expect(head).not.toMatch(/(src|href|url)\s*[=(]\s*["']?(https?:|\/)/);
  expect(head).not.toContain('@import');
  expect(policy.match(/sha256-/g)).toHaveLength(2);
  for (const {path} of ROUTES) expect(head).toContain(`GET /api/v1${path}`);
});
