/** Parliaments and sessions since 1994: which are crawled and which have ended. */

interface Session {
  /** `<parliament>-<session>`, as in `session_id`. */
  id: string;
  from: string;
  /** Last day; null while it sits. A new session needs a row here and the end of the previous one. */
  to: string | null;
}

const over = (id: string, from: string, to: string): Session => ({id, from, to});

/** Oldest first. */
const SESSIONS: readonly Session[] = [
  over('35-1', '1994-01-17', '1996-02-02'),
  over('35-2', '1996-02-27', '1997-04-27'),
  over('36-1', '1997-09-22', '1999-09-18'),
  over('36-2', '1999-10-12', '2000-10-22'),
  over('37-1', '2001-01-29', '2002-09-16'),
  over('37-2', '2002-09-30', '2003-11-12'),
  over('37-3', '2004-02-02', '2004-05-23'),
  over('38-1', '2004-10-04', '2005-11-29'),
  over('39-1', '2006-04-03', '2007-10-15'),
  over('39-2', '2007-10-16', '2008-09-07'),
  over('40-1', '2008-11-18', '2008-12-04'),
  over('40-2', '2009-01-26', '2009-12-30'),
  over('40-3', '2010-03-03', '2011-03-26'),
  over('41-1', '2011-06-02', '2013-09-13'),
  over('41-2', '2013-10-16', '2015-08-02'),
  over('42-1', '2015-12-03', '2019-09-11'),
  over('43-1', '2019-12-05', '2020-08-18'),
  over('43-2', '2020-09-23', '2021-08-15'),
  over('44-1', '2021-11-22', '2025-03-23'),
  {id: '45-1', from: '2025-05-26', to: null},
];

/** First day of every session, oldest first. */
export const SESSION_STARTS: readonly (readonly [id: string, from: string])[] = SESSIONS.map(({id, from}) => [
  id,
  from,
]);

/** Ended sessions: their bills no longer change. */
export const FINISHED_SESSIONS: readonly string[] = SESSIONS.filter(({to}) => to !== null).map(({id}) => id);

const parliamentOf = (id: string): string => id.split('-')[0] ?? '';

/** Last days of all parliaments but the current one, oldest first. */
export const DISSOLUTIONS: readonly string[] = SESSIONS.flatMap(({id, to}, at) => {
  const next = SESSIONS[at + 1];
  return next && to && parliamentOf(next.id) !== parliamentOf(id) ? [to] : [];
});

/**
 * Template values of each session from `first` on, oldest first: `session` (`44-1`), `parliament` and
 * `number`. Throws on an unknown session.
 */
export function sessionsSince(first: string): Record<'session' | 'parliament' | 'number', string>[] {
  const at = SESSIONS.findIndex(({id}) => id === first);
  if (at < 0) throw new Error(`no session ${first}: datasets/codes/sessions.ts names them all`);
  return SESSIONS.slice(at).map(({id}) => {
    const [parliament = '', number = ''] = id.split('-');
    return {session: id, parliament, number};
  });
}
