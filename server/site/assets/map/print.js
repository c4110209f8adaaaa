/** The map on paper: a copy of what is drawn, its address, and the legend opened. */

/**
 * Prepares the page whenever it is printed. Browsers keep no picture of the map between frames, so that it is
 * drawn once more and copied before it is gone.
 */
export function watchPrint(map) {
  const byId = (id) => document.getElementById(id);
  const [picture, address, legend] = ['map-print', 'map-address', 'map-legend'].map(byId);
  const sheet = byId('map-sheet');
  let before = null;
  addEventListener('beforeprint', () => {
    before = {legend: legend.open, sheet: sheet.open};
    legend.open = true;
    sheet.open = true;
    address.textContent = location.href;
    // The legend has the colours of the picture, whatever those of paper are.
    document.documentElement.classList.toggle('map-dark', matchMedia('(prefers-color-scheme: dark)').matches);
    const canvas = map.getCanvas();
    Object.assign(picture, {width: canvas.width, height: canvas.height});
    map.redraw();
    picture.getContext('2d').drawImage(canvas, 0, 0);
    picture.hidden = false;
  });
  addEventListener('afterprint', () => {
    picture.hidden = true;
    address.textContent = '';
    if (before) [legend.open, sheet.open] = [before.legend, before.sheet];
  });
}
