/** The report's style sheet: one column of cards; light, dark, phone and print. */

export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #f6f7f9; --card: #ffffff; --ink: #18202b; --soft: #566173; --line: #dde2e9; --faint: #eef1f5;
  --kept: #2f6db3; --merged: #a9bfd9; --rejected: #c4501b; --rest: #a3abb8;
  --good: #1c7a4a; --warn: #92600a; --bad: #b3261e;
  --good-bg: #e4f4ea; --warn-bg: #fdf1d8; --bad-bg: #fce8e6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #10141a; --card: #181d25; --ink: #e6eaf0; --soft: #9aa6b6; --line: #2b333f; --faint: #1f2630;
    --kept: #6ea8e6; --merged: #45617f; --rejected: #f08a4f; --rest: #5c6675;
    --good: #72cf9b; --warn: #e6b656; --bad: #ff8f85;
    --good-bg: #16301f; --warn-bg: #33280f; --bad-bg: #3b1a18;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
header, main, footer { max-width: 74rem; margin: 0 auto; padding: 0 1.5rem; }
header { padding-top: 2.25rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0; letter-spacing: -.015em; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 0 0 .25rem; letter-spacing: -.005em; }
h3 { font-size: .95rem; margin: 0; }
p { margin: .25rem 0 .75rem; max-width: 46rem; }
a { color: var(--kept); text-underline-offset: .15em; }
code, pre, .mono { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; font-size: .86em; }
.soft { color: var(--soft); }
.facts { max-width: none; margin: .5rem 0 0; color: var(--soft); display: flex; flex-wrap: wrap; gap: .15rem 1.25rem; }
.facts b { color: var(--ink); font-weight: 600; }
nav { margin: 1rem 0 0; display: flex; flex-wrap: wrap; gap: .15rem 1rem; font-size: .9rem; }
.banner { max-width: none; margin: 1.25rem 0 0; padding: .7rem 1rem; border-radius: .5rem; background: var(--warn-bg); color: var(--warn); }
.banner strong { letter-spacing: .02em; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: .75rem; margin: 1.25rem 0 0; padding: 0; list-style: none; }
.tiles li { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .8rem 1rem; }
.tiles b { display: block; font-size: 1.55rem; line-height: 1.2; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.tiles span { color: var(--soft); font-size: .86rem; }
section { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.25rem 1.4rem; margin: 1.25rem 0; }
section > p:first-of-type { color: var(--soft); }
.look { margin: .5rem 0 0; padding: 0; list-style: none; }
.look li { padding: .55rem 0; border-top: 1px solid var(--line); display: grid; grid-template-columns: 6.5rem 1fr; gap: .75rem; align-items: baseline; }
.look li:first-child { border-top: 0; }
.look p { margin: 0; max-width: none; overflow-wrap: anywhere; }
.look small { display: block; }
.pill { display: inline-block; padding: .05rem .55rem; border-radius: 1rem; font-size: .8rem; font-weight: 600; white-space: nowrap; }
.good { background: var(--good-bg); color: var(--good); }
.warn { background: var(--warn-bg); color: var(--warn); }
.bad { background: var(--bad-bg); color: var(--bad); }
.plain { background: var(--faint); color: var(--soft); }
.scroll { position: relative; overflow-x: auto; }
:focus-visible { outline: 2px solid var(--kept); outline-offset: 2px; border-radius: .2rem; }
.fold, .look details { border: 0; padding: 0; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; margin: .75rem 0 0; font-variant-numeric: tabular-nums; }
caption { text-align: left; color: var(--soft); font-size: .86rem; padding: 0 0 .35rem; }
th, td { text-align: left; vertical-align: top; padding: .45rem .9rem .45rem 0; border-top: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--soft); font-weight: 600; font-size: .8rem; border-top: 0; vertical-align: bottom; white-space: nowrap; }
tbody th { font-weight: 600; }
#files tbody th { width: 30%; overflow-wrap: anywhere; }
#files td:last-child { min-width: 15rem; }
#rows tbody th { width: 30%; }
#sources tbody th { width: 24%; }
#sources tr:not(.note) td:last-child { min-width: 11.5rem; }
th.n, td.n { text-align: right; white-space: nowrap; }
td { overflow-wrap: anywhere; }
td.n { overflow-wrap: normal; }
small { color: var(--soft); font-weight: 400; font-size: .84rem; }
th small, td small { display: block; }
.note td { border-top: 0; padding-top: 0; color: var(--bad); font-size: .84rem; }
.hash { color: var(--soft); word-break: break-all; font-size: .78em; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(18.5rem, 1fr)); gap: 0 2rem; margin-top: 1rem; }
.charts figure { display: grid; grid-row: span 4; grid-template-rows: subgrid; gap: 0; margin-bottom: 1.5rem; }
figure { margin: 0; min-width: 0; }
figcaption { margin: 0 0 .35rem; }
figcaption small { display: block; }
.years { display: flex; align-items: flex-end; justify-content: space-around; gap: 1px; height: 7.5rem; margin: 0 0 1.4rem; border-bottom: 1px solid var(--line); }
.years i { position: relative; flex: 1; max-width: 26px; height: calc(var(--size) * 1%); }
.years b { position: absolute; top: 100%; left: 50%; translate: -50%; padding-top: .2rem; font-size: .7rem; font-style: normal; font-weight: 400; color: var(--soft); font-variant-numeric: tabular-nums; }
.years .bar, .years .rest { min-height: 1px; }
.bar, i.kept { background: var(--kept); }
i.merged { background: var(--merged); }
i.rejected { background: var(--rejected); }
.rest { background: var(--rest); }
.outcomes { display: flex; height: .8rem; border-radius: .25rem; overflow: hidden; margin-top: .3rem; min-width: 8rem; }
.outcomes i { flex: var(--size) 0 3px; }
figure > small { display: block; }
.key { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .5rem 0 0; padding: 0; list-style: none; font-size: .86rem; color: var(--soft); }
.key li::before { content: ""; display: inline-block; width: .7rem; height: .7rem; border-radius: .15rem; margin-right: .4rem; background: var(--swatch); }
.key .kept { --swatch: var(--kept); } .key .merged { --swatch: var(--merged); } .key .rejected { --swatch: var(--rejected); }
details { border-top: 1px solid var(--line); padding: .5rem 0; }
figure details { border-top: 0; padding: .15rem 0 0; font-size: .86rem; }
summary { cursor: pointer; display: list-item; }
summary b { font-weight: 600; }
summary .n { font-variant-numeric: tabular-nums; color: var(--soft); margin-left: .4rem; }
.source { margin: 1.1rem 0 .35rem; }
.sample { margin: .55rem 0 .55rem 1.1rem; }
.sample small { display: block; overflow-wrap: anywhere; }
.cell { display: grid; grid-template-columns: minmax(0, 24rem) minmax(0, 1fr); gap: .25rem 1rem; align-items: baseline; margin: .3rem 0 .3rem 1.1rem; }
.cell pre { margin: 0; padding: .2rem .6rem; justify-self: start; }
pre { margin: .15rem 0 0; padding: .5rem .7rem; background: var(--faint); border-radius: .35rem; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; line-height: 1.45; }
footer { padding-bottom: 2.5rem; color: var(--soft); font-size: .86rem; }
@media (max-width: 44rem) {
  header, main, footer { padding-left: 1rem; padding-right: 1rem; }
  header { padding-top: 1.5rem; }
  section { padding: 1rem; }
  .tiles { grid-template-columns: 1fr 1fr; }
  .look li { grid-template-columns: 1fr; gap: .2rem; }
  .charts { grid-template-columns: 1fr; }
  .sample { margin-left: 0; }
  .cell { grid-template-columns: 1fr; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, caption, tbody, tr, th[scope=row], td { display: block; }
  tr { border-top: 1px solid var(--line); padding: .55rem 0; }
  th[scope=row], td { border: 0; padding: .1rem 0; }
  #rows tbody th, #sources tbody th, #files tbody th { width: auto; }
  td, td.n { text-align: right; white-space: normal; }
  td::before { content: attr(data-label); color: var(--soft); float: left; margin-right: 1rem; }
  td::after { content: ""; display: block; clear: both; }
  td > .outcomes { width: 50%; margin-left: 50%; }
  .tiles li:last-child:nth-child(odd) { grid-column: 1 / -1; }
  td:empty { display: none; }
  .note { border-top: 0; padding-top: 0; }
  .note td { display: block; text-align: left; }
  .note td::before { content: none; }
}
@media print {
  :root { --paper: #fff; --card: #fff; }
  body { font-size: 10pt; }
  header, main, footer { max-width: none; padding: 0; }
  nav { display: none; }
  section { border: 0; padding: 0; }
  tr, figure, .sample, .tiles li { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  i, .pill, .banner, .tiles li { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
