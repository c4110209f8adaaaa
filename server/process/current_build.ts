/** The build in service within one thread: switches to new builds, closes old ones after their last request. */
import {stat} from 'node:fs/promises';
import {isDamaged, type SharedBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import type {BuildLease, BuildSource} from '../api/context.ts';
import {ApiError} from '../api/errors.ts';
import type {BuildOffer} from './messages.ts';

export interface CurrentBuild extends BuildSource {
  /** Answers new requests from this build. */
  serve(offer: BuildOffer): void;
}

interface OpenBuild extends BuildLease {
  offer: BuildOffer;
  running: number;
  /** A running check of the files, shared by concurrent callers. */
  check: Promise<boolean> | null;
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
  onReleased: (serial: number) => void,
): CurrentBuild {
  let current: OpenBuild | null = null;

  async function close({engine, offer}: OpenBuild): Promise<void> {
    await engine.close();
    onReleased(offer.serial);
  }

  return {
    info: () => current?.engine.info ?? null,
    acquire() {
      if (!current) throw new ApiError('unavailable');
      current.running++;
      return current;
    },
    async isReadable() {
      const build = current;
      if (!build || isDamaged(build.offer.shared)) return false;
      build.check ??= allPresent(build.offer.files).finally(() => {
        build.check = null;
      });
      return build.check;
    },
    serve(offer) {
      const build: OpenBuild = {
        offer,
        engine: attach(offer.shared),
        running: 0,
        check: null,
        release() {
          build.running--;
          if (build !== current && build.running === 0) close(build);
        },
      };
      const previous = current;
      current = build;
      if (previous?.running === 0) close(previous);
    },
  };
}
