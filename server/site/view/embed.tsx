/** The chart of a list as a page of its own, which other sites show in a frame. */
import {SYNTHETIC_LABEL} from '../../api/synthetic.ts';
import {SERVICE} from '../../labels/service.ts';
import {assetPath} from '../assets.ts';
import {Chart} from './chart.tsx';
import type {ChartData} from './chart_data.ts';
import type {Markup, View} from './types.ts';

interface Embedded {
  chart: ChartData;
  /** The list. */
  kind: string;
  /** Its filters as a sentence; empty: none. */
  about: string;
  /** Where the list is. */
  address: string;
}

/** The whole document. Links open beside the page that frames it: pages of the service may not be framed. */
export const embedDocument = (view: View, {chart, kind, about, address}: Embedded): Markup => (
  <html lang={view.language}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${kind} · ${chart.title} · ${view.t(SERVICE)}`}</title>
      <meta name="robots" content="noindex" />
      <base target="_blank" />
      <link rel="canonical" href={address} />
      <link rel="stylesheet" href={assetPath('site.css')} />
      <script src={assetPath('embed.js')} defer />
    </head>
    <body class="embed">
      <main>
        {view.build?.synthetic ? (
          <p class="synthetic" role="note">
            {view.t(SYNTHETIC_LABEL)}
          </p>
        ) : null}
        <Chart view={view} data={chart} isAlone>
          <p class="soft">{about === '' ? kind : `${kind} · ${about}`}</p>
        </Chart>
        <p class="onward">
          <a href={address} rel="noopener">
            {view.t('picture.onward', {service: view.t(SERVICE)})}
          </a>
        </p>
      </main>
    </body>
  </html>
);
