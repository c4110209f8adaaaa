/** Elements as HTML: what is escaped, what is left out, and that no data is taken for markup. */
import {expect, test} from 'vitest';
import {type Child, dataScript, render} from '../../../server/site/html.tsx';

const html = (child: Child): string => render(<p>{child}</p>);

test.each([
  ['a < b & "c" > \'d\'', "<p>a &lt; b &amp; &quot;c&quot; > 'd'</p>"],
  [0, '<p>0</p>'],
  [-1.5, '<p>-1.5</p>'],
  ['', '<p></p>'],
  [null, '<p></p>'],
  [undefined, '<p></p>'],
  [true, '<p></p>'],
  [false, '<p></p>'],
  [['a', [1, null, ['<']], <b>&amp;</b>], '<p>a1&lt;<b>&amp;</b></p>'],
] as const)('%j is content', (child, expected) => {
  expect(html(child as Child)).toBe(expected);
});

test('children stand one after the other', () => {
  expect(
    render(
      <p>
        a<i />b
      </p>,
    ),
  ).toBe('<p>a<i></i>b</p>');
});

test('attributes are escaped; those without a value are names; those that are absent are left out', () => {
  const attributes = {class: 'a"b<&', hidden: true, value: '', width: 0, id: undefined, open: false};
  expect(render(<img {...attributes} alt="" />)).toBe(
    '<img class="a&quot;b&lt;&amp;" hidden value width="0" alt/>',
  );
});

test('void elements have no end, and others have one without content, too', () => {
  expect(render(<input name="q" />)).toBe('<input name="q"/>');
  expect(render(<rect width="1" />)).toBe('<rect width="1"></rect>');
});

test('an object of the data is not taken for an element', () => {
  const forged = [
    {html: '<script>'},
    JSON.parse('{"html": "<b>", "constructor": null}'),
    JSON.parse('{"type": "script", "props": {"children": "x"}, "constructor": null, "key": null}'),
    {},
  ];
  for (const one of forged) expect(html(one as unknown as Child)).toBe('<p></p>');
});

test('data in a script does not end it', () => {
  const script = render(dataScript({type: 'application/json'}, {text: '</script><b>&'}));
  expect(script.slice(0, -'</script>'.length)).not.toContain('</');
  const [, json] = /^<script type="application\/json">(.*)<\/script>$/.exec(script)!;
  expect(JSON.parse(json!)).toEqual({text: '</script><b>&'});
});
