/** Elements of HTML and SVG, whose texts are never read as markup. */

const SVG = 'http://www.w3.org/2000/svg';

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (value !== null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

export const html = (name, attributes = {}, ...children) =>
  filled(document.createElement(name), attributes, children);

export const svg = (name, attributes = {}, ...children) =>
  filled(document.createElementNS(SVG, name), attributes, children);
