/** The service over an engine of permits and the zones of a small town, and requests to it. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {openBuild} from '../../engine/open.ts';
import type {Engine, Row} from '../../engine/types.ts';
import {allocateAddressLimits} from '../../server/site/address_limits.ts';
import {openSite} from '../../server/site/site.ts';
import type {Ground} from '../../server/tiles/ground.ts';
import {writeBuild} from './build.ts';
import {handle} from './handle.ts';
import {mergeHeaders} from './merge_headers.ts';
import {seed} from './seed.ts';
import {type Service, testService} from './service.ts';
import {town} from './synthetic_areas.ts';
import {zoningRows} from './zoning_rows.ts';

export const ORIGIN = 'https://data.example.org';

export interface TownService {
  engine: Engine;
  service: Service;
  /** Opens the site anew, with fresh limits: unlimited, without a basemap and with the own ground unless given. */
  open(options?: {basemap?: string | null; ground?: Ground; perMinute?: number}): void;
  get(
    target: string,
    headers?: Record<string, string>,
  ): Promise<{status: number; headers: Record<string, string>; body: Buffer}>;
  close(): Promise<void>;
}

/** `blocks` are the sides of the town. The zones take the categories in turn. */
export async function townService(
  permits: readonly Row[],
  blocks: number,
  categories: readonly (string | null)[] = [null],
): Promise<TownService> {
  const dir = mkdtempSync(join(tmpdir(), 'town-'));
  const areas = town({within: 'calgary', lng: -114.07, lat: 51.04, blocks, seed});
  const zoning = zoningRows(areas).map((row, i) => ({
    ...row,
    zone_category: categories[i % categories.length]!,
  }));
  await writeBuild(dir, {rows: {permits: [...permits], zoning}});
  const engine = await openBuild(dir);
  const service = await testService();
  service.context.builds = {
    ...service.context.builds,
    info: () => engine.info,
    acquire: () => {
      service.held.count++;
      return {engine, release: () => service.held.count--};
    },
  };
  return {
    engine,
    service,
    open({basemap = null, ground, perMinute = 0} = {}) {
      const limits = allocateAddressLimits();
      service.context.site = openSite({
        origin: ORIGIN,
        basemap,
        ...(ground && {ground}),
        perMinute,
        proxies: 0,
        limits,
        keptBytes: 1e6,
      });
    },
    async get(target, headers = {}) {
      const request = {method: 'GET', target, headers, peer: () => '192.0.2.1'};
      const {status, blocks, headers: own, body} = await handle(request, service.context);
      const bytes = Buffer.from((body as Buffer | string | null) ?? '');
      return {status, headers: mergeHeaders(blocks, own), body: bytes};
    },
    async close() {
      service.close();
      await engine.close();
      rmSync(dir, {recursive: true, force: true});
    },
  };
}
