/** Generated blocks inside hand-written documents: `<!-- name: note -->`, a table, `<!-- /name -->`. */

/** The text with the block's content replaced; throws where the text lacks its markers. */
export function withBlock(text: string, name: string, content: string): string {
  const marked = new RegExp(`(<!-- ${name}: [^\\n]* -->\\n).*?(<!-- /${name} -->)`, 's');
  if (!marked.test(text))
    throw new Error(`the document has no markers <!-- ${name}: --> and <!-- /${name} -->`);
  return text.replace(marked, (_, begin, end) => `${begin}${content}\n${end}`);
}
