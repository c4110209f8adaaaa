/** The probe command against servers and mirrors of tests: what it prints, and its exit code. */
import type {Layout, Source, SourceFile} from '../../datasets/types.ts';
import {probeCommand} from '../../pipeline/probe_command.ts';
import type {Event} from '../../pipeline/runtime/events.ts';
import {sourceOf} from './sources.ts';

/** A layout of text columns with these names; `optional` ones may be absent. */
export const layoutOf = (header: string[], more: Partial<Layout> = {}): Layout => ({
  name: 'rows',
  help: '',
  header,
  optional: [],
  aliases: {},
  fields: Object.fromEntries(header.map((name) => [name, {op: 'text' as const, from: [name], blank: []}])),
  ...more,
});

export interface Probed {
  code: number;
  /** Text of each source's line by slug, `ok: ` or `FAILED: ` before it. */
  lines: Record<string, string>;
  stderr: string;
}

/** Probes sources; `settings` are the whole environment. */
export async function probeOf(sources: readonly Source[], settings: Record<string, string>): Promise<Probed> {
  let [stdout, stderr] = ['', ''];
  const env = {LOG: 'json', FETCH_RETRIES: '0', ...settings};
  const out = {write: (text: string) => (stdout += text)};
  const code = await probeCommand(env, out, {write: (text) => (stderr += text)}, sources);
  const events = stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line) as Event] : []));
  const lines = events.flatMap((event) =>
    event.kind === 'probed' ? [[event.source, `${event.ok ? 'ok' : 'FAILED'}: ${event.text}`]] : [],
  );
  return {code, lines: Object.fromEntries(lines), stderr};
}

/** A source of one file with a layout, whose licence is at `licence`. */
export const probedSource = (
  via: SourceFile['via'],
  licence: string,
  more: Partial<Source> & {format?: SourceFile['format']; name?: string} = {},
): Source => {
  const {format = 'csv', name = 'rows.csv', ...declared} = more;
  return {
    ...sourceOf([{name, format, via}]),
    layouts: [layoutOf(['number', 'text'])],
    license_url: licence,
    ...declared,
  };
};
