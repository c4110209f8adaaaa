/** What takes a chart along: pictures, and the code that shows it on another page. */
import {EMBED_EXTENSION, filePath, PICTURE_EXTENSIONS} from '../downloads.ts';
import type {ChartData, ChartedList} from './chart_data.ts';
import {copyable} from './copyable.tsx';
import type {Markup, View} from './types.ts';

/** Pixels of the frame: a chart with its title, source and link; names and bars below each other need more. */
const heightOf = ({chronological}: ChartData): number => (chronological ? 480 : 640);

/** An attribute's value in double quotes. */
const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** The element that shows a chart on another page. */
const frameCode = (view: View, chart: ChartData, list: ChartedList): string =>
  `<iframe src="${quoted(view.origin + filePath(view, list, EMBED_EXTENSION))}" title="${quoted(chart.title)}" width="100%" height="${heightOf(chart)}" loading="lazy" style="border:0"></iframe>`;

/** Pictures of a chart and its code; `id` tells it from other charts of the page. Null where no list shows it. */
export const shareLine = (view: View, data: ChartData, id: string): Markup | null => {
  const {list, title} = data;
  if (list === null) return null;
  const {t} = view;
  return (
    <div class="share">
      {PICTURE_EXTENSIONS.map((extension) => (
        <a
          href={filePath(view, list, extension)}
          rel="nofollow"
          aria-label={t('frame.pair', {name: t(`picture.${extension}`), value: title})}
        >
          {t(`picture.${extension}`)}
        </a>
      ))}
      {copyable(view, id, t('picture.embed'), frameCode(view, data, list), t('picture.embed_hint'))}
    </div>
  );
};
