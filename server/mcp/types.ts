/** The vocabulary of the tool table: a row says what a tool is called, what it is for and which operations it calls. */

export interface Tool {
  name: string;
  /** For people. */
  title: string;
  /** For a model that chooses among the tools: what it answers, what it does not, where its arguments come from. */
  description: string;
  /** Path of its operation in the route table; paths by value of the argument `dataset` where there are several. */
  path: string | Readonly<Record<string, string>>;
  /** Of several, the one that is meant when `dataset` is not given; without it `dataset` is required. */
  preset?: string;
}
