/** Renders the report as one page without scripts or external resources. */
import type {ReportData} from './data.ts';
import {
  cellsSection,
  checksSection,
  doubtfulSection,
  filesSection,
  linksSection,
  rejectsSection,
} from './details.ts';
import {type Html, html, raw} from './html.ts';
import {findingsSection, overviewHeader} from './overview.ts';
import {changesSection, outcomesSection, sourcesSection, yearsSection} from './sources.ts';
import {STYLE} from './style.ts';

/** Content security policy that allows nothing but the inline style sheet. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

interface Section {
  id: string;
  title: string;
  lead: string;
  body: (data: ReportData) => Html;
}

const SECTIONS: readonly Section[] = [
  {id: 'look', title: 'Worth a look', lead: '', body: findingsSection},
  {
    id: 'sources',
    title: 'Sources',
    lead: 'What was read, what was kept of it, and how fresh it is.',
    body: sourcesSection,
  },
  {id: 'years', title: 'Records by year', lead: 'Kept records of every source.', body: yearsSection},
  {
    id: 'rows',
    title: 'What became of the rows',
    lead: 'Rows that say the same, versions of one record and the second language become one record.',
    body: outcomesSection,
  },
  {
    id: 'doubtful',
    title: 'Doubtful records',
    lead: 'Records whose rows differ in what the rows of one record seldom differ in. Most are right; a person should look at the largest.',
    body: doubtfulSection,
  },
  {
    id: 'changes',
    title: 'Changes',
    lead: 'Against the build that was served before.',
    body: changesSection,
  },
  {
    id: 'rejects',
    title: 'Rejected rows',
    lead: 'By reason, with up to five rows as they stand in the file. The whole list is in rejects/ of the build.',
    body: rejectsSection,
  },
  {
    id: 'cells',
    title: 'Noted cells',
    lead: 'The record is kept. What could not be read is null, what no rule knows is what the note says, shapes of zones are mended.',
    body: cellsSection,
  },
  {
    id: 'checks',
    title: 'Checks',
    lead: 'What must hold for the data, with the reason of every rule that does not.',
    body: checksSection,
  },
  {
    id: 'links',
    title: 'Links',
    lead: 'How records were linked to others, by the rule of each link, and what was left open. A name that stays ambiguous is not linked.',
    body: linksSection,
  },
  {id: 'files', title: 'Files', lead: 'With sizes and hashes.', body: filesSection},
];

export function renderReport(data: ReportData): string {
  const {manifest} = data;
  return String(html`<!doctype html>
<html lang="en-CA">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Build ${manifest.build_id}: report</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header>
${overviewHeader(data)}
<nav aria-label="Sections">${SECTIONS.map(({id, title}) => html`<a href="#${id}">${title}</a> `)}</nav>
</header>
<main>
${SECTIONS.map(
  ({id, title, lead, body}) => html`<section id="${id}" aria-labelledby="${id}-h">
<h2 id="${id}-h">${title}</h2>
${lead && html`<p>${lead}</p>\n`}${body(data)}
</section>
`,
)}</main>
<footer><p>Made with the build from its manifest, its Parquet and its rejects. Rejected rows may hold what the records leave out: do not publish this page.</p></footer>
</body>
</html>
`);
}
