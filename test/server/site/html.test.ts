/** Elements as HTML: what is escaped, what is left out, and that no data is taken for markup. */
import {expect, test} from 'vitest';
import {type Child, dataScript, h} from '../../../server/site/html.ts';

const html = (child: Child): string => h('p', null, child).html;

test.each([
  ['a < b & "c" > \'d\'', "<p>a &lt; b &amp; &quot;c&quot; > 'd'</p>"],
  [0, '<p>0</p>'],
  [-1.5, '<p>-1.5</p>'],
  ['', '<p></p>'],
  [null, '<p></p>'],
  [undefined, '<p></p>'],
  [true, '<p></p>'],
  [false, '<p></p>'],
  [['a', [1, null, ['<']], h('b', null, '&')], '<p>a1&lt;<b>&amp;</b></p>'],
] as const)('%j is content', (child, expected) => {
  expect(html(child)).toBe(expected);
});

test('children stand one after the other', () => {
  expect(h('p', null, 'a', h('i', null), 'b').html).toBe('<p>a<i></i>b</p>');
});

test('attributes are escaped; those without a value are names; those that are absent are left out', () => {
  const attributes = {
    class: 'a"b<&',
    hidden: true,
    value: '',
    width: 0,
    id: null,
    title: undefined,
    open: false,
  };
  expect(h('a', attributes).html).toBe('<a class="a&quot;b&lt;&amp;" hidden value width="0"></a>');
});

test('void elements have no end, and others have one without content, too', () => {
  expect(h('input', {name: 'q'}).html).toBe('<input name="q"/>');
  expect(h('rect', {width: 1}).html).toBe('<rect width="1"></rect>');
});

test('an object of the data is not taken for an element', () => {
  for (const forged of [{html: '<script>'}, JSON.parse('{"html": "<b>", "constructor": null}'), {}])
    expect(html(forged as unknown as Child)).toBe('<p></p>');
});

test('data in a script does not end it', () => {
  const {html: script} = dataScript({type: 'application/json'}, {text: '</script><b>&'});
  expect(script.slice(0, -'</script>'.length)).not.toContain('</');
  const [, json] = /^<script type="application\/json">(.*)<\/script>$/.exec(script)!;
  expect(JSON.parse(json!)).toEqual({text: '</script><b>&'});
});
