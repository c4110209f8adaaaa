/** Reads the rows of one document by all layouts that fit it. */
import type {Source} from '../../../datasets/types.ts';
import {shortList} from '../header.ts';
import {ReadError} from '../types.ts';
import type {Broken, Content} from './content.ts';
import {looksLikeHtml, openHtml} from './html.ts';
import {looksLikeJson, openJson} from './json.ts';
import {LayoutTally} from './layout_tally.ts';
import {openSections} from './sections.ts';
import type {Document, DocumentRow} from './types.ts';
import {openXml} from './xml.ts';

type Fault = (problem: string, remedy: string) => ReadError;

/**
 * The rows of a document by every fitting layout, per layout in document order. Of layouts that read the same
 * location for the same purpose (generations of one header) the best fitting one is used. Returns the
 * tallies. Throws ReadError, possibly after the first rows, for a document that is empty, broken or
 * truncated, that fits no layout, or whose rows all lack a required column; `named` is what it calls the
 * document.
 */
export function* rowsIn(
  source: Source,
  document: Document,
  named = document.name,
): Generator<DocumentRow, LayoutTally[]> {
  const fault: Fault = (problem, remedy) => new ReadError(source.slug, named, problem, remedy);
  const content = contentOf(document, (problem) => fault(problem, 'it was cut or damaged: fetch it again'));
  const tallies = chooseGenerations(document, content, fittingLayouts(source, document, content, fault));
  yield* read(document, content, tallies);
  for (const tally of tallies) refuseLacking(tally, fault);
  refuseLost(content, tallies, fault);
  return tallies;
}

function contentOf({text}: Document, broken: Broken): Content {
  const bare = text.replace(/^\ufeff?\s*/, '');
  if (!bare) throw broken('the document is empty');
  if (looksLikeHtml(bare)) return openHtml(bare, broken);
  if (bare.startsWith('<')) return openXml(bare, broken);
  return looksLikeJson(bare) ? openJson(bare, broken) : openSections(bare, broken);
}

/** Layouts that match by file name and content. */
function fittingLayouts(source: Source, {name}: Document, content: Content, fault: Fault): LayoutTally[] {
  const tried = source.layouts.flatMap((layout) =>
    layout.rows && (!layout.files || layout.files.test(name)) ? [{layout, rows: layout.rows}] : [],
  );
  const fit = tried.filter(({rows}) => content.fits(rows));
  if (fit.length) return fit.map(({layout, rows}) => new LayoutTally(source, layout, rows));
  const names = shortList(tried.map(({layout}) => layout.name)) || 'none, by its name';
  throw fault(
    `${content.description} fits no layout (tried: ${names})`,
    'compare it with the layouts: the publisher changed its form or answered with another page',
  );
}

/**
 * Of the generations of one header, chooses the first that lacks no column in this document, or else the one
 * that lacks the fewest.
 */
function chooseGenerations(document: Document, content: Content, fit: LayoutTally[]): LayoutTally[] {
  const uses = new Map<string, LayoutTally[]>();
  for (const tally of fit) uses.set(tally.use(), [...(uses.get(tally.use()) ?? []), tally]);
  const doubtful = [...uses.values()].filter((rivals) => rivals.length > 1);
  if (!doubtful.length) return fit;
  for (const _ of read(document, content, doubtful.flat()));
  const lost = doubtful.flatMap((rivals) => {
    const ranked = rivals.toSorted(
      (a, b) => Number('supersededBy' in a.layout) - Number('supersededBy' in b.layout),
    );
    const best = ranked.reduce((a, b) => (b.lacking().length < a.lacking().length ? b : a));
    return rivals.filter((one) => one !== best);
  });
  const left = fit.filter((tally) => !lost.includes(tally));
  for (const tally of left) tally.forget();
  return left;
}

/** The rows of the tallies' layouts; finally records the presence of their containers. */
function* read(
  document: Document,
  content: Content,
  tallies: readonly LayoutTally[],
): Generator<DocumentRow> {
  const tallyOf = new Map(tallies.map((tally) => [tally.layout, tally]));
  const rows = content.rows(tallies);
  let next = rows.next();
  for (; !next.done; next = rows.next()) {
    const row = tallyOf.get(next.value.layout)?.add(next.value, document);
    if (row) yield row;
  }
  for (const [layout, presence] of next.value) tallyOf.get(layout)?.setPresence(presence);
}

function refuseLacking(tally: LayoutTally, fault: Fault): void {
  const lacking = tally.lacking();
  if (!lacking.length) return;
  const unknown = [...tally.unknown];
  throw fault(
    `no row of layout "${tally.layout.name}" has ${shortList(lacking)}` +
      (unknown.length ? `, they have unknown ${shortList(unknown)}` : ''),
    'compare it with the layout and declare the new spelling under `aliases`, the column as optional, or a new layout',
  );
}

/** Throws for a document with content but nothing where any layout looks: it would be lost silently. */
function refuseLost(content: Content, tallies: readonly LayoutTally[], fault: Fault): void {
  if (tallies.some(({count, presence}) => count > 0 || presence.empty)) return;
  const lacking = tallies.filter(({presence}) => presence.lacking);
  if (!lacking.length) return;
  const paths = lacking.map(({rows}) => ('path' in rows ? rows.path : rows.form));
  throw fault(
    `${content.description} has nothing at ${shortList(paths)}`,
    'compare it with the layouts: the publisher renamed what its rows stand in',
  );
}
