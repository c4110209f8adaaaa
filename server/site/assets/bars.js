/** Bars that lead to records say their value: below the pointer, at a first tap, and by the arrows of the keyboard. */

const barsOf = (plot) => [...plot.querySelectorAll('a')];

/** Where the value of a bar is written: a line at the top of its chart. */
function lineOf(plot) {
  const chart = plot.closest('.chart');
  const known = chart.querySelector('.reading');
  if (known) return known;
  const line = document.createElement('p');
  line.className = 'reading';
  // The link has the same name.
  line.setAttribute('aria-hidden', 'true');
  chart.append(line);
  return line;
}

/** The bar of an event, and what of it is pointed at: a part of a bar has a name of its own. */
function read({target}) {
  const bar = target.closest?.('.plot a');
  if (!bar) return null;
  const part = target.closest('rect')?.querySelector('title')?.textContent;
  lineOf(bar.closest('.plot')).textContent = part ?? bar.dataset.name ?? bar.getAttribute('aria-label');
  return bar;
}

addEventListener('pointerover', read);
addEventListener('focusin', read);

// A finger cannot point: its first tap reads, and the second follows.
let touched = null;
let isTouch = false;
addEventListener('pointerdown', ({pointerType}) => {
  isTouch = pointerType === 'touch';
});
addEventListener('click', (event) => {
  const bar = isTouch ? read(event) : null;
  if (bar && bar !== touched) event.preventDefault();
  touched = bar;
});

const STEPS = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity};

addEventListener('keydown', (event) => {
  const plot = event.target.closest?.('.plot');
  const step = STEPS[event.key];
  if (!plot || step === undefined) return;
  event.preventDefault();
  const bars = barsOf(plot);
  const at = bars.indexOf(event.target.closest('a'));
  const next = bars[Math.max(0, Math.min(bars.length - 1, at + step))];
  for (const bar of bars) bar.setAttribute('tabindex', bar === next ? '0' : '-1');
  next.focus();
});
