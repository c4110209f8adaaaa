/** Rows of pages in HTML and of texts in sections. */
import {describe, expect, test} from 'vitest';
import {layoutOf, read} from '../../../helpers/documents.ts';

const PAGE = `<!DOCTYPE html>
<html lang="en"><head><title>Boards of &#xE9;tangs</title><style>.card {}</style></head>
<body><div id="boards">
  <h2>Chair</h2>
  <div class="card" id="card-7"><a href="/people/maren-lee(7)"><span class="name">Maren
     C&ocirc;t&eacute;<br>Lee</span></a> <i class="tag">x</i><i class="tag">y</i><script>var name = 1;</script></div>
  <h2>Members <small>(2)</small></h2>
  <div class="card" id="card-8"><span class="name">Sam&nbsp;Okafor</span></div>
  <p class="card"><span class="name"> </span>
</div></body>
</html>
<!-- served by 4 -->
<script>track();</script>
`;

const CARDS = {
  form: 'html',
  page: '#boards',
  path: '.card',
  columns: {
    id: '@id',
    name: '.name',
    href: 'a@href',
    tags: '.tag',
    own: '',
    title: '^title',
    language: '^html@lang',
    role: '~h2',
    count: '~h2 small',
  },
} as const;
const cards = layoutOf('cards', CARDS, Object.keys(CARDS.columns));

describe('pages', () => {
  test('columns in the row, of the row, from the page and before the row', () => {
    const both = {title: 'Boards of étangs', language: 'en'};
    expect(read([cards], PAGE)).toEqual([
      [
        'cards',
        {
          id: 'card-7',
          name: 'Maren Côté Lee',
          href: '/people/maren-lee(7)',
          tags: 'x\ny',
          own: 'Maren Côté Lee xy',
          role: 'Chair',
          count: null,
          ...both,
        },
      ],
      [
        'cards',
        {
          id: 'card-8',
          name: 'Sam Okafor',
          href: null,
          tags: null,
          own: 'Sam Okafor',
          role: 'Members (2)',
          count: '(2)',
          ...both,
        },
      ],
      [
        'cards',
        {id: null, name: null, href: null, tags: null, own: null, role: 'Members (2)', count: '(2)', ...both},
      ],
    ]);
  });

  test('a page without rows has none; another page fits no layout', () => {
    const none = '<html><head><title>Boards</title></head><body><div id="boards"></div></body></html>';
    expect(read([cards], none)).toEqual([]);
    const challenge = '<html><head><title>Just a moment...</title></head><body></body></html>';
    expect(() => read([cards], challenge, 'boards/3')).toThrow(
      'invented: boards/3: an HTML page with the title "Just a moment..." fits no layout (tried: cards); ',
    );
  });

  test('a used column that no row has is an error', () => {
    const page = PAGE.replaceAll('class="name"', 'class="full-name"');
    expect(() => read([cards], page)).toThrow('no row of layout "cards" has name');
  });

  test('XHTML after a declaration and a comment is a page too', () => {
    const page = `<?xml version="1.0"?>\n<!-- x -->\n<html xmlns="http://www.w3.org/1999/xhtml"><body><div id="boards"></div></body></html>`;
    expect(read([cards], page)).toEqual([]);
  });
});

const SECTIONS = [
  '"ROLES AS OF 2019.09.05",',
  '',
  'OFFICERS',
  '"Name","Title",',
  '"Nobody, Of Interest","Speaker",',
  '',
  '',
  'BOARDS',
  'Ports, Harbours and Coves (PORT)',
  '"Name","Title",',
  '"Lee, Maren (Hon.)","Chair",',
  '"Okafor, ""Sam""","Member",',
  '"Two',
  'Lines","Member",',
  '',
  'Subcommittee on Buoys (SBUO)',
  '"Name","Title",',
  '"Lee, Maren (Hon.)","Member",',
  'Ice (ICED)',
  '',
  'JOINT BOARDS',
  'Fog (FOGS)',
  '"Name","Title","Chamber",',
  '"Nix, Iris","Co-Chair","Upper",',
  '',
].join('\r\n');

const ROWS = {form: 'sections', heading: /\([A-Z]{4}\)$/, below: /^Subcommittee/} as const;
const sections = layoutOf('sections', ROWS, ['Name', 'Title', 'Chamber', 'heading', 'above'], {
  optional: ['Chamber'],
  aliases: {'Full name': 'Name'},
});

describe('sections', () => {
  test('rows below the headings that are wanted, with the heading above', () => {
    const row = (Name: string, Title: string, Chamber: string | null, heading: string, above: string) => [
      'sections',
      {Name, Title, Chamber, heading, above},
    ];
    const [PORT, SBUO] = ['Ports, Harbours and Coves (PORT)', 'Subcommittee on Buoys (SBUO)'];
    expect(read([sections], SECTIONS)).toEqual([
      row('Lee, Maren (Hon.)', 'Chair', null, PORT, 'BOARDS'),
      row('Okafor, "Sam"', 'Member', null, PORT, 'BOARDS'),
      row('Two\r\nLines', 'Member', null, PORT, 'BOARDS'),
      row('Lee, Maren (Hon.)', 'Member', null, SBUO, PORT),
      ['sections', 'too few cells: 1 of 2', 'Ice (ICED)'],
      row('Nix, Iris', 'Co-Chair', 'Upper', 'Fog (FOGS)', 'JOINT BOARDS'),
    ]);
  });

  test('LF alone, another spelling of a column, rows without the last comma, no line end at the end', () => {
    const text = 'Fog (FOGS)\n"full NAME","Title",\n"Nix, Iris","Chair"\n"Nix, Iris","Chair",';
    const row = {Name: 'Nix, Iris', Title: 'Chair', Chamber: null, heading: 'Fog (FOGS)', above: null};
    expect(read([sections], text)).toEqual([
      ['sections', row],
      ['sections', row],
    ]);
  });

  test('truncated sections and other headers are an error', () => {
    const cut = (text: string) => () => read([sections], text, 'roles.csv');
    expect(cut('Fog (FOGS)\n"Name","Title",\n"Nix, Iris","Ch')).toThrow('a quoted cell is not closed');
    for (const row of ['"Nix, Iris"', '"Nix, Iris",', '"Nix, Iris","Chair"'])
      expect(cut(`Fog (FOGS)\n"Name","Title",\n${row}`)).toThrow('the text ends inside its last row');
    expect(cut('Fog (FOGS)\n"Name","Title"')).toThrow('the text ends inside a header');
    expect(cut('Fog (FOGS)\n"Name","Role",\n"Nix, Iris","Chair",')).toThrow(
      'invented: roles.csv: no row of layout "sections" has Title, they have unknown Role; ',
    );
    expect(cut('Fog\n"Name","Title",\n"Nix, Iris","Chair",')).toThrow(
      'text that begins with "Fog" fits no layout (tried: sections)',
    );
  });
});
