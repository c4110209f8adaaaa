/** The build in service within one thread: takes new ones, lets go of old ones when their requests are done. */
import {stat} from 'node:fs/promises';
import type {SharedBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import type {Builds, Held} from '../api/context.ts';
import {ApiError} from '../api/errors.ts';
import type {Offer} from './messages.ts';

export interface Serving extends Builds {
  /** Answers what is asked from now on from this build. */
  serve(offer: Offer): void;
}

interface Opened extends Held {
  offer: Offer;
  running: number;
  /** The look at the files that is under way: who asks meanwhile shares it. */
  look: Promise<boolean> | null;
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({size}) => size,
    () => -1,
  );

async function areThere(files: Offer['files']): Promise<boolean> {
  const sizes = await Promise.all(files.map(({path}) => sizeOf(path)));
  return files.every(({bytes}, i) => sizes[i] === bytes);
}

/** `freed` is called when the last request of an earlier build is done. */
export function openServing(
  attach: (shared: SharedBuild) => Engine,
  freed: (serial: number) => void,
): Serving {
  let serving: Opened | null = null;

  async function close({engine, offer}: Opened): Promise<void> {
    await engine.close();
    freed(offer.serial);
  }

  return {
    info: () => serving?.engine.info ?? null,
    hold() {
      if (!serving) throw new ApiError('unavailable');
      serving.running++;
      return serving;
    },
    async readable() {
      const opened = serving;
      if (!opened) return false;
      opened.look ??= areThere(opened.offer.files).finally(() => {
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
