/** Describes a build folder to readers that are far from it. */
import {join} from 'node:path';
import type {StoredFile} from '../builds/artefacts.ts';
import type {FarBuild, FarFile, FarTable} from './far_build.ts';
import {type Build, readBuild} from './file/build_files.ts';
import {readFooter} from './file/index_file.ts';
import type {TableMetadata} from './file/section_names.ts';
import {indexedTables} from './file/table_layout.ts';
import {indexEntry} from './load_table.ts';
import {buildInfo} from './manifest_info.ts';

const fileOf = ({path, bytes}: StoredFile): FarFile => [path, bytes];

function describeTable(build: Build, name: string): FarTable {
  const {index, values, items, details, found} = indexEntry(build, name);
  const {dataset, facts, sections, size} = readFooter<TableMetadata>(
    join(build.dir, index.path),
    index.footer,
  );
  if (dataset !== name)
    throw new Error(`${index.path} is the index of ${dataset}: run \`make compile\` to write it again`);
  const search = found && readFooter(join(build.dir, found.path));
  return {
    dataset,
    facts,
    index: [index.path, size],
    sections,
    rows:
      values && items && details
        ? {values: fileOf(values), items: fileOf(items), details: fileOf(details)}
        : null,
    found:
      found && search ? {file: fileOf(found), footerAt: search.footerAt, sections: search.sections} : null,
  };
}

/** What readers are told of the build in a folder. Rejects as `loadBuild`, without reading whole files. */
export async function describeBuild(buildDir: string): Promise<FarBuild> {
  const build = await readBuild(buildDir);
  const tables = indexedTables().map(({name}) => describeTable(build, name));
  return {info: buildInfo(build.manifest, tables), tables};
}
