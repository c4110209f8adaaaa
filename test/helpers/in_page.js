// Runs in the pages that tests look at: what a person with eyes or a keyboard would notice.
(() => {
  document.addEventListener('securitypolicyviolation', ({violatedDirective, blockedURI}) => {
    console.error(`policy: ${violatedDirective} refused ${blockedURI}`);
  });

  const CONTROLS = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';

  const describe = (element) =>
    `${element.tagName.toLowerCase()}${element.id && `#${element.id}`} "${element.textContent.trim().slice(0, 40)}"`;

  /** Those that the Tab key reaches: bars of charts are links for the pointer, which the table beside them repeats. */
  const controls = () =>
    [...document.querySelectorAll(CONTROLS)].filter((one) => one.checkVisibility() && one.tabIndex >= 0);

  /** Red, green, blue of 0 to 255 and opacity of 0 to 1. */
  const channels = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    return {rgb: [red, green, blue], alpha};
  };

  /** The colour behind an element: all that lies over each other there, down to the white of the browser. */
  const ground = (element) => {
    const {rgb, alpha} = channels(getComputedStyle(element).backgroundColor);
    if (alpha === 1) return rgb;
    const below = element.parentElement ? ground(element.parentElement) : [255, 255, 255];
    return rgb.map((value, i) => value * alpha + below[i] * (1 - alpha));
  };

  /** Relative luminance (WCAG 2.2). */
  const luminance = (rgb) => {
    const [red, green, blue] = rgb.map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };

  /** What text needs by its size: 24 px, or 18.66 px in bold, counts as large. */
  const needed = ({fontSize, fontWeight}) =>
    Number.parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24) ? 3 : 4.5;

  /** Elements that have text of their own, or show what is typed. */
  const texts = () =>
    [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.checkVisibility() &&
        (element.matches('input') ||
          [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '',
          )),
    );

  const passed = [];
  document.addEventListener('focusin', ({target}) => {
    const {outlineStyle, outlineWidth} = getComputedStyle(target);
    const {width, height, right, bottom} = target.getBoundingClientRect();
    passed.push({
      target,
      name: describe(target),
      shows:
        outlineStyle !== 'none' &&
        Number.parseFloat(outlineWidth) >= 2 &&
        width * height > 0 &&
        right > 0 &&
        bottom > 0,
    });
  });

  globalThis.probe = {
    /** Texts that stand out too little from what is behind them. */
    faint: () =>
      texts().flatMap((element) => {
        const style = getComputedStyle(element);
        const ink = channels(element instanceof SVGElement ? style.fill : style.color).rgb;
        const ratio = contrast(ink, ground(element));
        return ratio < needed(style) ? [`${describe(element)}: ${ratio.toFixed(2)}`] : [];
      }),
    /** Controls without a name that a screen reader could tell. */
    unnamed: () =>
      controls()
        .filter(
          (one) =>
            ![one.textContent, one.ariaLabel, one.getAttribute('aria-labelledby')].some((name) =>
              name?.trim(),
            ) && !one.labels?.length,
        )
        .map(describe),
    /** What stands out of the window to the side; regions that scroll by themselves may hold more. */
    wide: () => {
      const {clientWidth, scrollWidth} = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const out = [...document.body.querySelectorAll('*')].filter(
        (one) => one.getBoundingClientRect().right > clientWidth + 0.5 && !one.closest('.scroll'),
      );
      return [`${scrollWidth} px in ${clientWidth}`, ...out.map(describe)];
    },
    headings: () => [...document.querySelectorAll('h1, h2, h3')].map(({tagName}) => tagName.toLowerCase()),
    controls: () => controls().length,
    /**
     * Controls that had the focus since the last question, in this order; `shows`: whether one sees that. One
     * that is gone by now, such as a message that a script took away, counts no more, and moves no other.
     */
    passed: () => {
      const all = controls();
      return passed
        .splice(0)
        .filter(({target}) => target.isConnected && target.checkVisibility())
        .map(({target, ...rest}) => ({position: all.indexOf(target), ...rest}));
    },
  };
})();
