/** The page that every address has before the worker answers it: it installs the worker and goes on by itself. */
import {escaped} from './escaped.ts';
import {documentOf, type Language, SHELL} from './words.ts';

/** A dataset with its name and the address of its file. */
export interface ShellFile {
  name: string;
  address: string;
  records: number;
}

const filesIn = (language: Language, files: readonly ShellFile[]): string => {
  const {title, remedy, files: heading} = SHELL[language];
  const items = files.map(
    ({name, address, records}) =>
      `<li><a href="${address}">${escaped(name)}.parquet</a> (${records.toLocaleString(`${language}-CA`)})</li>`,
  );
  return `<section lang="${language}">
<h1>${escaped(title)}</h1>
<p>${escaped(remedy)}</p>
<p>${escaped(heading)}</p>
<ul>
${items.join('\n')}
</ul>
</section>`;
};

/** The shell; `files` are what people without script are given. */
export function shellPage(style: string, script: string, files: readonly ShellFile[]): string {
  const waiting = (['en', 'fr'] as const).map(
    (language) => `<p class="lead" lang="${language}">${escaped(SHELL[language].what)}</p>`,
  );
  const body = `<div id="waiting" role="status" hidden>
${waiting.join('\n')}
</div>
<div id="needs">
${filesIn('en', files)}
${filesIn('fr', files)}
</div>`;
  return documentOf('en', SHELL.en.title, {style, script}, body);
}
