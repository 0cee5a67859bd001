import type { AccessTokenRow } from '../database/schema.ts'
import { record } from '../kit/changes.ts'
import type { Context } from '../kit/context.ts'

/** A token as the API shows it: never what it is. */
export const accessTokenView = ({ id, time_created, time_expires }: AccessTokenRow) => ({
  id,
  timeCreated: time_created,
  timeExpires: time_expires,
})

/** Notes that a token has come or gone; its user, and who looks after the users of the silo, are told. */
export function noteAccessToken(
  context: Context,
  siloId: string,
  row: AccessTokenRow,
  action: 'created' | 'deleted',
): void {
  const view = { ...accessTokenView(row), siloUserId: row.user_id }
  record(context, {
    kind: 'device-access-token',
    action,
    id: row.id,
    name: null,
    siloId,
    projectId: null,
    parentId: null,
    before: action === 'deleted' ? view : null,
    after: action === 'created' ? view : null,
  })
}
