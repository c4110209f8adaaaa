/** A request of the API in the languages that people write programs in. */

import {API_KEY_HEADER} from '../../api/authenticate.ts';
import {copyButton} from './copyable.tsx';
import type {Child, Markup, View} from './types.ts';

/** What stands for the key: the script puts a new one into examples. */
const KEY = 'YOUR_KEY';

/** An address between quotes of any language. */
const quotable = (address: string): string => address.replaceAll("'", '%27');

type Sample = Readonly<Record<'curl' | 'JavaScript' | 'Python' | 'R', string>>;

/** One request. Answers that are no JSON object are texts. */
export function requestSample(address: string, isJson: boolean): Sample {
  const url = quotable(address);
  return {
    curl: `curl -H '${API_KEY_HEADER}: ${KEY}' '${url}'`,
    JavaScript: `const response = await fetch('${url}', {
  headers: {'${API_KEY_HEADER}': '${KEY}'},
});
if (!response.ok) throw new Error(await response.text());
const answer = await response.${isJson ? 'json' : 'text'}();
console.log(answer);`,
    Python: `import requests

response = requests.get(
    '${url}',
    headers={'${API_KEY_HEADER}': '${KEY}'},
)
response.raise_for_status()
print(response.${isJson ? 'json()' : 'text'})`,
    R: `library(httr2)

answer <- request('${url}') |>
  req_headers('${API_KEY_HEADER}' = '${KEY}') |>
  req_perform() |>
  ${isJson ? 'resp_body_json(simplifyVector = TRUE)' : 'resp_body_string()'}
print(answer)`,
  };
}

/** All pages of a list, by its cursor. `address` has a query. */
export function walkSample(address: string): Sample {
  const url = quotable(address);
  return {
    curl: `key='${KEY}' cursor=''
while :; do
  page=$(curl -sf -H "${API_KEY_HEADER}: $key" '${url}'"&cursor=$cursor") || break
  printf '%s\\n' "$page" | jq -c '.data[]'
  cursor=$(printf '%s\\n' "$page" | jq -r '.meta.next_cursor // empty')
  [ -n "$cursor" ] || break
done`,
    JavaScript: `const headers = {'${API_KEY_HEADER}': '${KEY}'};
const rows = [];
let cursor = '';
do {
  const response = await fetch(\`${url}&cursor=\${cursor}\`, {headers});
  if (!response.ok) throw new Error(await response.text());
  const {data, meta} = await response.json();
  rows.push(...data);
  cursor = meta.next_cursor;
} while (cursor);`,
    Python: `import requests

headers = {'${API_KEY_HEADER}': '${KEY}'}
rows, cursor = [], ''
while cursor is not None:
    response = requests.get(f'${url}&cursor={cursor}', headers=headers)
    response.raise_for_status()
    answer = response.json()
    rows += answer['data']
    cursor = answer['meta']['next_cursor']`,
    R: `library(httr2)

pages <- list()
cursor <- ''
while (!is.null(cursor)) {
  answer <- request(paste0('${url}&cursor=', cursor)) |>
    req_headers('${API_KEY_HEADER}' = '${KEY}') |>
    req_perform() |>
    resp_body_json()
  pages <- c(pages, answer$data)
  cursor <- answer$meta$next_cursor
}`,
  };
}

/** The sample in each language, the first one open; `id` tells it from others of the page. */
export const CodeSamples = ({view, id, of}: {view: View; id: string; of: Sample}): Markup => (
  <div class="samples">
    {Object.entries(of).map(([name, text], at): Child => {
      const own = `${id}-${name.toLowerCase()}`;
      return (
        <div class="copyable">
          <details open={at === 0}>
            <summary>{name}</summary>
            <pre id={own} tabindex={0}>
              {text}
            </pre>
          </details>
          {copyButton(view, own, name)}
        </div>
      );
    })}
  </div>
);
