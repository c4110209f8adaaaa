/** The build in service within one thread: switches to new builds, closes old ones after their last request. */
import {stat} from 'node:fs/promises';
import type {SharedBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import type {BuildLease, BuildSource} from '../api/context.ts';
import {ApiError} from '../api/errors.ts';
import type {BuildOffer} from './messages.ts';

export interface CurrentBuild extends BuildSource {
  /** Answers new requests from this build. */
  serve(offer: BuildOffer): void;
}

interface Opened extends BuildLease {
  offer: BuildOffer;
  running: number;
  /** A running check of the files, shared by concurrent callers. */
  look: Promise<boolean> | null;
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({size}) => size,
    () => -1,
  );

async function allPresent(files: BuildOffer['files']): Promise<boolean> {
  const sizes = await Promise.all(files.map(({path}) => sizeOf(path)));
  return files.every(({bytes}, i) => sizes[i] === bytes);
}

/** `freed` is called when an earlier build has served its last request. */
export function openCurrentBuild(
  attach: (shared: SharedBuild) => Engine,
  freed: (serial: number) => void,
): CurrentBuild {
  let serving: Opened | null = null;

  async function close({engine, offer}: Opened): Promise<void> {
    await engine.close();
    freed(offer.serial);
  }

  return {
    info: () => serving?.engine.info ?? null,
    acquire() {
      if (!serving) throw new ApiError('unavailable');
      serving.running++;
      return serving;
    },
    async isReadable() {
      const opened = serving;
      if (!opened) return false;
      opened.look ??= allPresent(opened.offer.files).finally(() => {
        opened.look = null;
      });
      return opened.look;
    },
    serve(offer) {
      const opened: Opened = {
        offer,
        engine: attach(offer.shared),
        running: 0,
        look: null,
        release() {
          opened.running--;
          if (opened !== serving && opened.running === 0) close(opened);
        },
      };
      const old = serving;
      serving = opened;
      if (old?.running === 0) close(old);
    },
  };
}
