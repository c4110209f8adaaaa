/** Links between the documents lead somewhere: to a file, and to a heading of it. */
import {existsSync, globSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {anchor} from '../server/docs/markdown.ts';
import {inProject} from '../server/docs/write.ts';

const ROOT = inProject('');
const DOCUMENTS = [...globSync('*.md', {cwd: ROOT}), ...globSync('docs/**/*.md', {cwd: ROOT})];

/** The Markdown without code blocks, whose brackets are no links. */
const proseOf = (path: string): string =>
  readFileSync(join(ROOT, path), 'utf8').replace(/^```.*?^```$/gms, '');

/** Anchors of the headings; GitHub numbers repeated ones, which no link uses. */
const anchorsOf = (path: string): string[] =>
  [...proseOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchor(heading!));

test.each(DOCUMENTS)('%s', (path) => {
  const links = [...proseOf(path).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link]) => link!);
  const broken = links.filter((link) => {
    const [file = '', heading] = link.split('#');
    const target = file === '' ? path : join(dirname(path), file);
    if (!existsSync(join(ROOT, target))) return true;
    return heading !== undefined && !anchorsOf(target).includes(`#${heading}`);
  });
  expect([...new Set(broken)]).toEqual([]);
});

test('documents stay short enough to be read', () => {
  const linesOf = (path: string) => readFileSync(join(ROOT, path), 'utf8').trimEnd().split('\n').length;
  const most = (path: string): number => {
    if (path === 'README.md') return 120;
    if (path === 'docs/ARCHITECTURE.md') return 150;
    return path.startsWith('docs/inside/') ? 80 : Number.POSITIVE_INFINITY;
  };
  const long = DOCUMENTS.filter((path) => linesOf(path) > most(path));
  expect(long).toEqual([]);
  expect(linesOf('docs/openapi.json')).toBeLessThanOrEqual(13_000);
});
