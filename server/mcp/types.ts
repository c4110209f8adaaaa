/** The vocabulary of the tables of tools, prompts and resources. */

export interface Tool {
  name: string;
  /** For people. */
  title: string;
  /** For a model that chooses a tool: what it answers, what it does not, where its arguments come from. */
  description: string;
  /** Path in the route table, or paths by value of the argument `dataset`. */
  path: string | Readonly<Record<string, string>>;
  /** Default of `dataset`; required without it. */
  preset?: string;
  /**
   * The argument that holds a whole id, instead of one for each segment of the path; parts of an id are
   * joined by `/`.
   */
  identifier?: string;
  /** Arguments that `tools/list` shows for this tool, though most tools take them unlisted. */
  lists?: readonly string[];
  /** Parameters that every call has. */
  fixed?: Readonly<Record<string, string>>;
  /** Fields of the rows that it leaves out: they take much room, and a resource has them. */
  leaves?: readonly string[];
  /** Filters are those of the search over each dataset: they are described there and only named here. */
  namesFilters?: true;
  /** Its results have a view in clients that show one: a chart, a table and a map. */
  hasView?: true;
}

/** Where the values of an argument come from: a closed set, or fields by dataset and name. */
export type ValueSource =
  | {values: readonly string[]}
  | {fields: readonly (readonly [dataset: string, field: string])[]};
