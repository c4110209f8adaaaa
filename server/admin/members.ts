/** Commands for the members of an account. */
import {parseMailAddress} from '../accounts/credentials.ts';
import {accountTables} from '../accounts/tables.ts';
import {findAccount, findOpenAccount} from './changes.ts';
import {type CommandContext, CommandError, type CommandOutput, type Given} from './command.ts';
import {alignColumns, timeText} from './show.ts';

/** Command `member list`. */
export function listMembers({email}: Given, context: CommandContext): CommandOutput {
  const {id, name} = findAccount(context, email);
  const rows = accountTables(context)
    .members.ofAccount(id)
    .map(({address, role, invited_at, accepted_at}) => [
      address,
      role,
      timeText(invited_at),
      timeText(accepted_at),
    ]);
  const owner = [name, 'owner, by its address', timeText(null), timeText(null)];
  return {stdout: alignColumns([['member', 'role', 'invited', 'accepted'], owner, ...rows])};
}

/** Command `member add`: without an invitation, since the operator answers for it. */
export function addMember({email, member, position}: Given, context: CommandContext): CommandOutput {
  const {members} = accountTables(context);
  return context.database.transaction(() => {
    const account = findOpenAccount(context, email);
    const person = findOpenAccount(context, member);
    if (account.id === person.id) throw new CommandError(`account ${account.name} is owned by its address`);
    if (parseMailAddress(person.name) === null)
      throw new CommandError(`account ${person.name} has no e-mail address, and so nobody can sign in to it`);
    if (!members.put(account.id, person, position, context.now))
      throw new CommandError(`account ${account.name} has as many members as it may`);
    return {stdout: `${account.name}: ${person.name} is ${position}\n`};
  });
}

/** Command `member remove`: a member, or an invitation that waits. */
export function removeMember({email, member}: Given, context: CommandContext): CommandOutput {
  const {members} = accountTables(context);
  return context.database.transaction(() => {
    const {id, name} = findAccount(context, email);
    const wanted = member.trim().toLowerCase();
    const rows = members.ofAccount(id).filter(({address}) => address === wanted);
    if (rows.length === 0) throw new CommandError(`account ${name} has no member ${member}`);
    for (const row of rows) members.remove(id, row.id);
    return {stdout: `${name}: ${wanted} removed\n`};
  });
}
