/** The view of a result: what a client was answered, as chart, table and map. */
import {chartOf, drawBars, drawMap, drawTable, placed} from './draw.js';
import {html} from './elements.js';
import {connect, notify, openLink} from './host.js';
import {speaking} from './words.js';

const root = document.getElementById('result');

let words = speaking(navigator.language);
let result = null;
let darkRule = null;
/** What the reader chose; null where the first form that there is is shown. */
let chosen = {form: null, measure: null};

/** The rows of an answer; a single record is one row of what has one value. */
function rowsOf(data) {
  if (Array.isArray(data)) return data;
  if (typeof data !== 'object' || data === null) return [];
  const plain = Object.entries(data).filter(([, value]) => typeof value !== 'object' || value === null);
  return [Object.fromEntries(plain)];
}

const press = (label, isPressed, onclick) =>
  html('button', {type: 'button', 'aria-pressed': String(isPressed), onclick}, label);

function measureChoice(measures, measure) {
  if (measures.length < 2) return [];
  const options = measures.map((name) =>
    html('option', {value: name, ...(name === measure && {selected: ''})}, words.named(name)),
  );
  const onchange = ({target}) => {
    chosen = {...chosen, measure: target.value};
    draw();
  };
  return [html('select', {'aria-label': words.measure, onchange}, ...options)];
}

/** What is said besides: the notes of the tool after the answer itself. */
const notesOf = ({content = []}) =>
  content.slice(1).flatMap(({type, text}) => (type === 'text' ? [html('p', {class: 'note'}, text)] : []));

function drawn({structuredContent, isError, content}) {
  if (isError || !structuredContent) return [html('p', {}, words.failed), ...notesOf({content})];
  const rows = rowsOf(structuredContent.data);
  if (rows.length === 0) return [html('p', {}, words.nothing), ...notesOf({content})];
  const chart = chartOf(rows);
  const forms = [...(chart ? ['chart'] : []), ...(placed(rows).length > 0 ? ['map'] : []), 'table'];
  const form = forms.includes(chosen.form) ? chosen.form : forms[0];
  const measure = chart?.measures.includes(chosen.measure) ? chosen.measure : chart?.first;
  const choose = (name) => () => {
    chosen = {...chosen, form: name};
    draw();
  };
  const total = structuredContent.meta?.total;
  const bodies = {
    chart: () => drawBars(rows, chart, measure, words),
    map: () => drawMap(rows, words),
    table: () => drawTable(rows, words, openLink),
  };
  return [
    html(
      'nav',
      {},
      ...forms.map((name) => press(words[name], name === form, choose(name))),
      ...(form === 'chart' ? measureChoice(chart.measures, measure) : []),
      ...(total > rows.length ? [html('span', {class: 'note'}, words.shown(rows.length, total))] : []),
    ),
    bodies[form](),
    ...notesOf({content}),
  ];
}

function draw() {
  document.documentElement.lang = words.language;
  const focused = document.activeElement?.textContent;
  const heading = html('h1', {class: 'unseen'}, words.result);
  root.replaceChildren(heading, ...(result ? drawn(result) : [html('p', {class: 'note'}, words.waiting)]));
  // A press draws the buttons anew.
  for (const button of root.querySelectorAll('nav button'))
    if (button.textContent === focused) button.focus();
}

/** The colours of the client in place of those of the machine: what is said for dark ones always holds, or never. */
function colour(theme) {
  document.documentElement.style.colorScheme = theme;
  for (const rule of [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])) {
    if (rule.media?.mediaText.includes('color-scheme') || rule === darkRule) {
      darkRule = rule;
      rule.media.mediaText = theme === 'dark' ? 'all' : 'not all';
    }
  }
}

function take({locale, theme}) {
  if (locale) words = speaking(locale);
  if (theme === 'dark' || theme === 'light') colour(theme);
  draw();
}

function heard(method, params) {
  if (method === 'ui/notifications/tool-result') {
    result = params;
    chosen = {form: null, measure: null};
    draw();
  } else if (method === 'ui/notifications/tool-cancelled') {
    result = {isError: true};
    draw();
  } else if (method === 'ui/notifications/host-context-changed') take(params);
}

new ResizeObserver(() => {
  const {width, height} = root.getBoundingClientRect();
  notify('ui/notifications/size-changed', {width: Math.ceil(width), height: Math.ceil(height) + 24});
}).observe(root);

draw();
connect(heard).then(take, () => {});
