// Two handles on each histogram. They write into the boxes of the range; the form does the rest.
for (const picture of document.querySelectorAll('.histogram')) {
  const form = picture.closest('form');
  const boxes = [form.elements[picture.dataset.min], form.elements[picture.dataset.max]];
  const labels = [picture.dataset.minLabel, picture.dataset.maxLabel];
  const bars = () => [...picture.querySelectorAll('rect')];
  const handles = labels.map((label) => {
    const handle = document.createElement('input');
    handle.type = 'range';
    handle.min = '0';
    handle.step = '1';
    handle.setAttribute('aria-label', label);
    picture.querySelector('svg').after(handle);
    return handle;
  });
  // The lower one comes first for the keyboard.
  handles[1].before(handles[0]);
  const [low, high] = handles;

  /** Edges between bars: the lower handle stands before its bar, the upper one behind it. */
  const range = () => [Number(low.value), Number(high.value) - 1];

  const paint = () => {
    const [from, to] = range();
    const all = bars();
    for (const [i, bar] of all.entries()) bar.classList.toggle('out', i < from || i > to);
    low.setAttribute('aria-valuetext', all[from]?.dataset.name ?? '');
    high.setAttribute('aria-valuetext', all[to]?.dataset.name ?? '');
  };

  /** The handles stand around the bars that the server painted. */
  const follow = () => {
    const all = bars();
    for (const handle of handles) handle.max = String(all.length);
    const inside = all.flatMap((bar, i) => (bar.classList.contains('out') ? [] : [i]));
    low.value = String(inside[0] ?? 0);
    high.value = String((inside.at(-1) ?? all.length - 1) + 1);
    paint();
  };

  for (const [i, handle] of handles.entries()) {
    handle.addEventListener('input', (event) => {
      // The form hears of it when the handle is let go.
      event.stopPropagation();
      if (i === 0 && Number(low.value) >= Number(high.value)) low.value = String(Number(high.value) - 1);
      if (i === 1 && Number(high.value) <= Number(low.value)) high.value = String(Number(low.value) + 1);
      const [from, to] = range();
      boxes[0].value = bars()[from].dataset.min;
      boxes[1].value = bars()[to].dataset.max;
      paint();
    });
  }
  picture.addEventListener('fresh', follow);
  follow();
}
