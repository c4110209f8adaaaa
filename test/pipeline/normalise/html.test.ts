/** Texts of fragments of HTML. */
import {load} from 'cheerio';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {htmlText} from '../../../datasets/fields.ts';
import {clean} from '../../../datasets/rules/text.ts';
import {ENTITIES, WINDOWS_1252} from '../../../pipeline/normalise/entities.ts';
import {type Case, holds} from '../../helpers/fields.ts';
import {seed} from '../../helpers/seed.ts';

const FRAGMENTS: Case[] = [
  ['', null],
  ['  ', null],
  ['<p></p>', null],
  ['&nbsp;', null],
  ['<!-- nothing -->', null],
  ['An Act respecting harbours', 'An Act respecting harbours'],
  ['  An  Act\n respecting\tharbours ', 'An Act respecting harbours'],
  ['<p>One.</p><p>Two.</p>', 'One.\nTwo.'],
  ['<p>One.</p>\n\n<p>Two,\n  and more.</p>', 'One.\nTwo, and more.'],
  ['One.<br>Two.<br/>Three.<br />', 'One.\nTwo.\nThree.'],
  ['<div><p>One</p></div><ul><li>a</li><li>b</li></ul>', 'One\na\nb'],
  ['<h2 class="x">Title</h2>text', 'Title\ntext'],
  ['<table><tr><td>a</td><td>b</td></tr><tr><th>c</th></tr></table>', 'a b\nc'],
  ['Loi n<Sup>o</Sup>&nbsp;2', 'Loi no 2'],
  ['to <em>amend</em> the <a href="/x?a=1&b=2">Act</a>', 'to amend the Act'],
  ['<span title="a > b">kept</span>', 'kept'],
  ["<span title='a > b'>kept</span>", 'kept'],
  ["<span title=it's>kept</span>", 'kept'],
  ['<pre>a</pre><preface>b</preface>', 'a\nb'],
  ['before<!-- a <b> remark -->after', 'before after'],
  ['<style>p {color: red}</style>text<script>if (a < b) {}</script>', 'text'],
  ['5 < 6 & 7 > 6', '5 < 6 & 7 > 6'],
  ['a <3 b', 'a <3 b'],
  ['<b unclosed', '<b unclosed'],
  ['Fran&ccedil;ois &amp; Ren&eacute;e', 'François & Renée'],
  ['&lt;b&gt; &amp;lt;', '<b> &lt;'],
  ['&#8217;&#x2019;&#X2019;&rsquo;', '’’’’'],
  ['l&#146;eau &#150; &#133;', 'l’eau – …'],
  ['&unknown; &#0; &#xD800; &#1114112; &#xZZ; & &;', '&unknown; &#0; &#xD800; &#1114112; &#xZZ; & &;'],
  ['&eacute', '&eacute'],
  ['e\u0301 &amp; E&#769;', 'é & É'],
  ['a&#10;b', 'a\nb'],
  ['it\u2019s \u00ab\u00a0so\u00a0\u00bb<br>', 'it’s « so »'],
];

test('the text of a fragment', () => holds(htmlText('a'), FRAGMENTS));

test('the first column that has text', () =>
  holds(htmlText(['a', 'b']), [
    [{a: '', b: '<p>x</p>'}, 'x'],
    [{a: '<i>y</i>', b: '<p>x</p>'}, 'y'],
  ]));

test('named and numeric entities are decoded as in HTML', () => {
  expect(ENTITIES.size).toBe(253);
  for (const [name, character] of ENTITIES) expect(decoded(`&${name};`), name).toBe(character);
  expect(WINDOWS_1252).toHaveLength(32);
  for (const [at, character] of [...WINDOWS_1252].entries())
    expect(decoded(`&#${128 + at};`), String(128 + at)).toBe(character);
});

const decoded = (text: string): string => load(`<body>${text}</body>`)('body').text();

/** A character as itself or as a reference, so that it is text in HTML. */
const written = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...'<>&"\'’éŒ—« \u00a0'),
      fc.constantFrom(...ENTITIES.values()),
      fc.string({unit: 'grapheme', minLength: 1, maxLength: 1}),
    ),
    fc.constantFrom('decimal', 'hexadecimal', 'plain'),
  )
  .filter(([character]) => !/[\0-\x1f\x7f-\x9f]/.test(character))
  .map(([character, how]) => {
    const code = character.codePointAt(0) ?? 0;
    const rest = character.slice(String.fromCodePoint(code).length);
    if (how === 'decimal') return `&#${code};${rest}`;
    if (how === 'hexadecimal' || /[<>&]/.test(character)) return `&#x${code.toString(16)};${rest}`;
    return character;
  });

/** Text in elements that are no blocks. */
const fragment = fc
  .array(
    fc.oneof(
      written,
      written,
      fc.constantFrom('<b>', '</b>', '<i class="a>b">', '</i>', "<a href='x'>", '</a>', '<span>', '</span>'),
    ),
    {maxLength: 20},
  )
  .map((parts) => parts.join(''));

test('random fragments have the text of a browser', async () => {
  const cases = fc
    .sample(fragment, {numRuns: 400, seed})
    .map((text): Case => [text, clean(load(`<body><p>${text}</p></body>`)('p').text()) || null]);
  expect(cases.filter(([, text]) => text).length).toBeGreaterThan(300);
  await holds(htmlText('a'), cases);
});
