/** The map of a running server in a browser: opens it, and compares what it counts with the API. */

import type {Browser, BrowserContextOptions, Page} from 'playwright-core';
import {expect} from 'vitest';
import {COARSE, openWindow, type Window} from './browser.ts';
import {makeKey, type Server, sharedData, sharedServer} from './stack.ts';

const WIDE = {width: 1280, height: 900};

/** Opens a wide window, unless the options say otherwise. */
export const openMap = (on: Browser, options: BrowserContextOptions = {}): Promise<Window> =>
  openWindow(on, {...COARSE, viewport: WIDE, ...options});

export type Permit = {
  properties: {record_id: string; address: string | null};
  geometry: {coordinates: [number, number]} | null;
};

/** What the map says is in sight, and the box it asked about. */
export const said = (page: Page): Promise<{total?: string; box?: string}> =>
  page.evaluate("({...document.getElementById('map-total').dataset})");

/** Waits until all that is in sight is drawn. */
export const drawn = (page: Page) => page.locator('#map:not([aria-busy]) canvas').waitFor();

export interface MapService {
  server: Server;
  /** Of the API. */
  key: string;
  /** Waits until the map's count is that of the API's permits in the map's box, and another box than `before`. */
  agrees(page: Page, query: string, before?: string): Promise<{total: number; box: string}>;
  /** A place with permits: `zoom/lat/lng` behind the address. */
  somewhere(zoom: number): Promise<{id: string; lng: number; lat: number; hash: string}>;
}

/** The server that tests share. */
export async function mapService(): Promise<MapService> {
  const server = await sharedServer();
  const key = makeKey(await sharedData());

  /** Permits with a point under a query, from the API. */
  async function permitsOf(query: string): Promise<{id: string; lng: number; lat: number}[]> {
    const found = [];
    for (let offset = 0; ; offset += 500) {
      const answer = await fetch(
        `${server.base}/api/v1/permits?format=geojson&limit=500&offset=${offset}&${query}`,
        {headers: {'X-API-Key': key}},
      );
      const {features} = (await answer.json()) as {features: Permit[]};
      for (const {properties, geometry} of features)
        if (geometry)
          found.push({
            id: properties.record_id,
            lng: geometry.coordinates[0],
            lat: geometry.coordinates[1],
          });
      if (features.length < 500) return found;
    }
  }

  return {
    server,
    key,
    async agrees(page, query, before) {
      const permits = await permitsOf(query);
      let now = {total: -1, box: ''};
      await expect
        .poll(
          async () => {
            const {total = '-1', box = ''} = await said(page);
            const [west, south, east, north] = box.split(',').map(Number) as [number, number, number, number];
            const inside = permits.filter(
              ({lng, lat}) => lng >= west && lng < east && lat >= south && lat < north,
            );
            now = {total: Number(total), box};
            return box !== before && Number(total) === inside.length;
          },
          {timeout: 30_000},
        )
        .toBe(true);
      return now;
    },
    async somewhere(zoom) {
      const [permit] = await permitsOf('municipality=calgary');
      return {...permit!, hash: `#${zoom}/${permit!.lat}/${permit!.lng}`};
    },
  };
}
