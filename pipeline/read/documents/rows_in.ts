/** Reads the rows of one document by all layouts that fit it. */
import type {Source} from '../../../datasets/types.ts';
import {declarationText} from '../../runtime/disk.ts';
import {shortList} from '../header.ts';
import {ReadError} from '../types.ts';
import {looksLikeHtml, openHtml} from './html.ts';
import {looksLikeJson, openJson} from './json.ts';
import {LayoutTally, placeOf} from './layout_tally.ts';
import {openSections} from './sections.ts';
import type {Broken, Content, Document, DocumentRow} from './types.ts';
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
  const tallies = fittingTallies(source, document, content, fault);
  const rows = tallies.flatMap((tally) => tally.open(content).map((row) => ({tally, row})));
  for (const {tally, row} of rows.sort((a, b) => a.row.end - b.row.end)) yield tally.add(row, document);
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

/**
 * Tallies of the layouts that match by file name and content. Of the generations of one header, the first
 * that lacks no column in this document, or else the one that lacks the fewest.
 */
function fittingTallies(source: Source, document: Document, content: Content, fault: Fault): LayoutTally[] {
  const tried = source.layouts.flatMap((layout) =>
    layout.rows && (!layout.files || layout.files.test(document.name)) ? [{layout, rows: layout.rows}] : [],
  );
  const tallies = () =>
    tried.flatMap(({layout, rows}) => (content.fits(rows) ? [new LayoutTally(source, layout, rows)] : []));
  const uses = Map.groupBy(tallies(), (tally) => useOf(source, tally));
  if (!uses.size) {
    const names = shortList(tried.map(({layout}) => layout.name)) || 'none, by its name';
    throw fault(
      `${content.description} fits no layout (tried: ${names})`,
      'compare it with the layouts: the publisher changed its form or answered with another page',
    );
  }
  const best = [...uses.values()].map((rivals) => {
    if (rivals.length > 1)
      for (const one of rivals) for (const row of one.open(content)) one.add(row, document);
    return rivals
      .toSorted((a, b) => Number('supersededBy' in a.layout) - Number('supersededBy' in b.layout))
      .reduce((a, b) => (b.lacksColumns().length < a.lacksColumns().length ? b : a)).layout;
  });
  return tallies().filter(({layout}) => best.includes(layout));
}

/** Equal for layouts that are generations of one header. */
function useOf({layouts}: Source, {layout, rows}: LayoutTally): string {
  const {childTable, codeTable} = layouts.find(({name}) => name === layout.supersededBy) ?? layout;
  return declarationText([rows, childTable, codeTable]);
}

function refuseLacking(tally: LayoutTally, fault: Fault): void {
  const lacking = tally.lacksColumns();
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
  if (tallies.some(({count, empty}) => count > 0 || empty)) return;
  const lacking = tallies.filter((tally) => tally.lacking);
  if (!lacking.length) return;
  throw fault(
    `${content.description} has nothing at ${shortList(lacking.map(placeOf))}`,
    'compare it with the layouts: the publisher renamed what its rows stand in',
  );
}
