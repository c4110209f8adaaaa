/** Command: shows the site of OUT on HOST:PORT. */
import {settings} from '../datasets/settings.ts';
import {staticServer} from './serve.ts';

const {HOST, PORT} = settings(process.env);
const out = process.env['OUT']?.trim();
if (!out) {
  process.stderr.write('make static-serve: say which site with OUT=dir\n');
  process.exit(2);
}
staticServer(out).listen(Number(PORT), HOST, () => {
  process.stdout.write(`http://${HOST}:${PORT}/ shows ${out}\n`);
});
