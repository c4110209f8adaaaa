/** The vocabulary of the tool table: name, purpose and operations of each tool. */

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
}
