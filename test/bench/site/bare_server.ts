/** Program: a server that has nothing to do but to answer. What it takes beside pages, the machine takes. */
import {serveJson} from '../json_server.ts';

/** As many as a page of 20 contracts has with gzip. */
const BYTES = 2_450;
const BODY = JSON.stringify({data: 'x'.repeat(BYTES)});

serveJson(
  async () => BODY,
  async () => {},
);
