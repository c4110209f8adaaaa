/**
 * The builds that one thread has open: new requests are answered from the current one, pages that were begun
 * in another from that.
 */
import {statSync} from 'node:fs';
import {isDamaged, type SharedBuild} from '../../engine/open.ts';
import type {Engine} from '../../engine/types.ts';
import type {BuildLease, BuildSource} from '../api/context.ts';
import {ApiError} from '../api/errors.ts';
import type {BuildOffer, WorkerCommand, WorkerEvent} from './messages.ts';

export interface CurrentBuild extends BuildSource {
  /** Opens a build for pages that another machine began in it. */
  prepare(offer: BuildOffer): void;
  /** Answers new requests from this build. The one before stays open until it is retired. */
  serve(offer: BuildOffer): void;
  /** Closes a build after its last request. */
  retire(serial: number): void;
}

interface OpenBuild extends BuildLease {
  offer: BuildOffer;
  running: number;
  isRetired: boolean;
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return -1;
  }
}

const allPresent = (files: BuildOffer['files']): boolean =>
  files.every(({path, bytes}) => sizeOf(path) === bytes);

/** `onReleased` is called when a retired build has served its last request. */
export function openCurrentBuild(
  attach: (shared: SharedBuild) => Engine,
  onReleased: (serial: number) => void,
): CurrentBuild {
  let current: OpenBuild | null = null;
  /** Those that are not retired: hardly ever more than three, the newest last. */
  let open: OpenBuild[] = [];

  async function close({engine, offer}: OpenBuild): Promise<void> {
    await engine.close();
    onReleased(offer.serial);
  }

  function openBuild(offer: BuildOffer): OpenBuild {
    const known = open.find((one) => one.offer.serial === offer.serial);
    if (known) return known;
    const build: OpenBuild = {
      offer,
      engine: attach(offer.shared),
      running: 0,
      isRetired: false,
      release() {
        build.running--;
        if (build.isRetired && build.running === 0) close(build);
      },
    };
    open.push(build);
    return build;
  }

  function retire(build: OpenBuild): void {
    build.isRetired = true;
    open = open.filter((one) => one !== build);
    if (build.running === 0) close(build);
  }

  return {
    info: () => current?.engine.info ?? null,
    acquire(id) {
      const begun = id === undefined ? null : open.findLast(({engine}) => engine.info.build_id === id);
      const build = begun ?? current;
      if (!build) throw new ApiError('unavailable');
      build.running++;
      return build;
    },
    isReadable: () => current !== null && !isDamaged(current.offer.shared) && allPresent(current.offer.files),
    prepare(offer) {
      openBuild(offer);
    },
    serve(offer) {
      current = openBuild(offer);
    },
    retire(serial) {
      const build = open.find(({offer}) => offer.serial === serial);
      if (build && build !== current) retire(build);
    },
  };
}

type BuildCommand = Extract<WorkerCommand, {kind: 'prepare' | 'serve' | 'retire'}>;

/** Carries out a command about a build and reports it. */
export function takeBuild(
  command: BuildCommand,
  builds: CurrentBuild,
  post: (event: WorkerEvent) => void,
): void {
  if (command.kind === 'retire') {
    builds.retire(command.serial);
    return;
  }
  const {serial} = command.offer;
  builds[command.kind](command.offer);
  post({kind: command.kind === 'serve' ? 'serving' : 'prepared', serial});
}
