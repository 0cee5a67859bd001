import { SSH_KEY_FIELDS } from '@granary/domain/list-filter/fields.ts'
import { namedSources, text } from '../kit/resources/filter-sources.ts'
import { listFilter } from '../kit/resources/list-filter.ts'
import { kind } from '../kit/resources/kind.ts'
import { identityView } from '../kit/resources/resource.ts'
import { isUuid } from '@granary/domain/names.ts'
import { actorOf, type Context } from '../kit/context/context.ts'
import { notFound } from '../kit/base/errors.ts'

/** A key belongs to a user, not to a project, so its handlers look it up themselves. */
export const sshKey = kind({
  kind: 'ssh-key',
  table: 'ssh_key',
  selector: 'sshKey',
  filter: listFilter(SSH_KEY_FIELDS, { ...namedSources, key: text('public_key') }),
  parent: null,
  view: (row) => ({ ...identityView(row), publicKey: row.public_key, siloUserId: row.user_id }),
})

/** Finds a key of the caller by name or id. @throws ApiError 404, also for another user's key. */
export async function findOwnKey(context: Context, nameOrId: string) {
  const byId = isUuid(nameOrId)
  const row = await context.db
    .selectFrom('ssh_key')
    .selectAll()
    .where('user_id', '=', actorOf(context).userId)
    .where(byId ? 'id' : 'name', '=', nameOrId)
    .executeTakeFirst()
  if (!row) throw notFound('ssh-key', byId ? { id: nameOrId } : { name: nameOrId })
  return row
}
