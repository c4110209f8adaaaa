/** Texts to copy. */
import type {Markup, View} from './types.ts';

/** A button that copies the text of an element; shown where a script can. `about` tells it from others. */
export const copyButton = ({t}: View, id: string, about?: string): Markup => (
  <button
    type="button"
    class="copy"
    data-copies={id}
    data-done={t('frame.copied')}
    aria-label={about && t('frame.pair', {name: t('frame.copy'), value: about})}
  >
    {t('frame.copy')}
  </button>
);

/** A text to copy: selectable without script, with a button beside it where there is one. */
export const copyable = (view: View, id: string, title: string, text: string, hint: string): Markup => (
  <div class="copyable">
    <details>
      <summary>{title}</summary>
      <pre id={id} tabindex={0}>
        {text}
      </pre>
      <p class="note">{hint}</p>
    </details>
    {copyButton(view, id, title)}
  </div>
);
