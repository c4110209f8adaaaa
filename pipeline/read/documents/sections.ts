/** Reads texts that consist of several CSV tables, each under a heading. */
import {parseRecord, plainHeader} from '../csv.ts';
import {tryLayout} from '../header.ts';
import type {Broken, Content, FoundRow, Presences, WantedLayout} from './content.ts';
import type {Lookup} from './path.ts';

/** Most characters of an unrecognised text that an error quotes. */
const SHOWN = 80;

/** A heading and the table below it; a heading of headings has none. */
interface Section {
  heading: string;
  header: string[] | null;
  /** Cells of the header, including unnamed ones. */
  width: number;
  /** Raw records. */
  records: string[];
}

/** Opens a text in sections. Lines that do not begin with a quote are headings until a table begins. */
export function openSections(text: string, broken: Broken): Content {
  const sections = sectionsOf(text, broken);
  const first = sections.map(({heading}) => heading).find(Boolean) ?? text.slice(0, 60).trim();
  return {
    form: 'sections',
    description: `text that begins with ${JSON.stringify(first.slice(0, SHOWN))}`,
    fits: (rows) =>
      rows.form === 'sections' && sections.some(({heading, header}) => header && rows.heading.test(heading)),
    rows: (wanted) => rowsOf(sections, wanted),
  };
}

function sectionsOf(text: string, broken: Broken): Section[] {
  const sections: Section[] = [];
  let atStart = true;
  let [last, ended] = ['', true];
  for ({record: last, ended} of recordsOf(text, broken)) {
    const section = sections.at(-1);
    if (last.trim() === '') atStart = true;
    else if (atStart && !last.startsWith('"')) {
      sections.push({heading: last.trim(), header: null, width: 0, records: []});
    } else if (section && !section.header) {
      Object.assign(section, headerOf(last, section.heading, broken));
      atStart = false;
    } else {
      // Text above the first heading is the overall title.
      section?.records.push(last);
    }
  }
  const end = sections.at(-1);
  if (!ended && last && end?.header && !end.records.length) throw broken('the text ends inside a header');
  const isRow = end?.header && end.records.at(-1) === last;
  if (!ended && isRow && parseRecord(Buffer.from(last), end.width).refused)
    throw broken('the text ends inside its last row');
  return sections;
}

/**
 * Splits a text into records: lines, or several lines joined by a quoted cell. `ended`: a line end follows.
 */
function* recordsOf(text: string, broken: Broken): Generator<{record: string; ended: boolean}> {
  let held = '';
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    held += line;
    const ended = at < lines.length - 1;
    const isOpen = held.startsWith('"') && (held.match(/"/g)?.length ?? 0) % 2 === 1;
    if (!isOpen) yield {record: held.replace(/\r$/, ''), ended};
    else if (!ended) throw broken('a quoted cell is not closed');
    held = isOpen ? `${held}\n` : '';
  }
}

/** Column names; publishers end every line with a comma, which leaves a last unnamed one. */
function headerOf(record: string, heading: string, broken: Broken): Pick<Section, 'header' | 'width'> {
  const header = plainHeader(Buffer.from(record));
  if (!header) throw broken(`the header below "${heading}" cannot be read: ${record.slice(0, 80)}`);
  const width = header.length;
  while (header.at(-1) === '') header.pop();
  return {header, width};
}

function* rowsOf(
  sections: readonly Section[],
  wanted: readonly WantedLayout[],
): Generator<FoundRow, Presences> {
  const presences: Presences = new Map();
  for (const {layout, rows} of wanted) {
    if (rows.form !== 'sections') continue;
    presences.set(layout, {empty: true, lacking: false});
    /** The last heading of headings, and the last one that is not below another. */
    let [group, upper] = ['', ''];
    for (const {heading, header, records} of sections) {
      const isBelow = rows.below?.test(heading) ?? false;
      const above = isBelow ? upper : group;
      if (!header) group = heading;
      else if (!isBelow) upper = heading;
      if (!header || !rows.heading.test(heading)) continue;
      const {positions, unknown} = tryLayout(layout, header);
      for (const raw of records) {
        const {cells, refused} = parseRecord(Buffer.from(raw), header.length);
        if (!cells) {
          yield {layout, refused: refused ?? '', raw};
          continue;
        }
        const look = (column: string): Lookup => {
          if (column === 'heading') return given(heading);
          if (column === 'above') return given(above || null);
          const at = positions.get(column);
          return at === undefined ? {value: null, present: false, lacks: true} : given(cells[at] ?? null);
        };
        yield {layout, look, names: () => unknown};
      }
    }
  }
  return presences;
}

const given = (value: string | null): Lookup => ({value, present: true, lacks: false});
