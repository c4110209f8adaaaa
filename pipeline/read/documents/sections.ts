/** Reads texts that consist of several CSV tables, each under a heading. */
import {parseRecord, plainHeader} from '../csv.ts';
import {tryLayout} from '../header.ts';
import {ABSENT, type Lookup} from './path.ts';
import type {Broken, Content, Row, Wanted} from './types.ts';

/** Most characters of an unrecognised text that an error quotes. */
const SHOWN = 80;

/** A heading and the table below it; a heading of headings has none. */
interface Section {
  heading: string;
  header: string[] | null;
  /** Raw records. */
  records: string[];
}

/** Opens a text in sections. Lines that do not begin with a quote are headings until a table begins. */
export function openSections(text: string, broken: Broken): Content {
  const sections = sectionsOf(text, broken);
  const first = sections.map(({heading}) => heading).find(Boolean) ?? text.slice(0, 60).trim();
  return {
    description: `text that begins with ${JSON.stringify(first.slice(0, SHOWN))}`,
    fits: (rows) =>
      rows.form === 'sections' && sections.some(({heading, header}) => header && rows.heading.test(heading)),
    read: (wanted) => ({
      rows: [...rowsOf(sections, wanted)],
      empty: true,
      lacking: false,
    }),
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
      sections.push({heading: last.trim(), header: null, records: []});
    } else if (section && !section.header) {
      section.header = plainHeader(Buffer.from(last));
      if (!section.header)
        throw broken(`the header below "${section.heading}" cannot be read: ${last.slice(0, SHOWN)}`);
      atStart = false;
    } else {
      // Text above the first heading is the overall title.
      section?.records.push(last);
    }
  }
  const end = sections.at(-1);
  if (!ended && last && end?.header && !end.records.length) throw broken('the text ends inside a header');
  const width = end?.records.at(-1) === last ? end.header?.length : undefined;
  if (!ended && width && parseRecord(Buffer.from(last), width).refused)
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

function* rowsOf(sections: readonly Section[], {layout, rows}: Wanted): Generator<Row> {
  if (rows.form !== 'sections') return;
  /** The last heading of headings, and the last one that is not below another. */
  let [group, upper] = ['', ''];
  for (const {heading, header, records} of sections) {
    const isBelow = rows.below?.test(heading) ?? false;
    const above = isBelow ? upper : group;
    if (!header) group = heading;
    else if (!isBelow) upper = heading;
    if (!header || !rows.heading.test(heading)) continue;
    // Publishers end every line with a comma, which leaves a last unnamed column.
    const names = header.slice(0, header.findLastIndex((name) => name !== '') + 1);
    const {positions, unknown} = tryLayout(layout, names);
    for (const raw of records) {
      const {cells, refused} = parseRecord(Buffer.from(raw), names.length);
      if (!cells) {
        yield {end: 0, refused, raw};
        continue;
      }
      const values = new Map([...positions].map(([name, at]) => [name, cells[at] ?? null]));
      values.set('heading', heading).set('above', above || null);
      const look = (column: string): Lookup => {
        const value = values.get(column);
        return value === undefined ? ABSENT : {value, present: true, lacks: false};
      };
      yield {end: 0, look, names: () => unknown};
    }
  }
}
