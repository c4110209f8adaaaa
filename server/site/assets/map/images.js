/**
 * Images that the map asks for by name: `count:12`, `type:renovation`. They are drawn on a canvas with the
 * fonts of the page.
 */

/** Pixels of an image for each of the page: sharp on most screens. */
const RATIO = 2;

const FONT = 'system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

function canvasOf(width, height) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width) * RATIO;
  canvas.height = Math.ceil(height) * RATIO;
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.scale(RATIO, RATIO);
  return context;
}

function textWidth(text, font) {
  const context = document.createElement('canvas').getContext('2d');
  context.font = font;
  return context.measureText(text).width;
}

/** A short form of a count; it stays inside its circle. */
const shortCount = (count, language) =>
  new Intl.NumberFormat(`${language}-CA`, {
    notation: 'compact',
    maximumFractionDigits: count < 10_000 ? 1 : 0,
  })
    .format(count)
    .replace(/\s/g, '');

function drawText(text, font, fill) {
  const width = textWidth(text, font) + 6;
  const context = canvasOf(width, 18);
  context.font = font;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = fill;
  context.fillText(text, Math.ceil(width) / 2, 9);
  return context;
}

/** A circle with the mark of its type, 18 pixels wide. */
function drawType({colours, mark}, scheme, stroke) {
  const context = canvasOf(18, 18);
  context.fillStyle = colours[scheme];
  context.strokeStyle = stroke;
  context.beginPath();
  context.arc(9, 9, 8, 0, 2 * Math.PI);
  context.fill();
  context.lineWidth = 1;
  context.stroke();
  context.translate(9 - 7 * 1.15, 9 - 7 * 1.15);
  context.scale(1.15, 1.15);
  context.lineWidth = 1.7;
  context.lineCap = 'round';
  context.stroke(new Path2D(mark));
  return context;
}

/** Draws what the map lacks; unknown names stay empty. */
export function imageFor(name, {language, colours, types}, scheme) {
  const {on_cell} = colours[scheme];
  const [, kind, value] = /^(\w+):(.*)$/s.exec(name) ?? [];
  let context = null;
  if (kind === 'count') {
    const short = shortCount(Number(value), language);
    context = drawText(short, `600 ${short.length > 3 ? 11 : 12}px ${FONT}`, on_cell);
  }
  if (kind === 'type') context = drawType(types[value] ?? types.other, scheme, on_cell);
  if (!context) return null;
  const {width, height} = context.canvas;
  return {image: context.getImageData(0, 0, width, height), ratio: RATIO};
}
