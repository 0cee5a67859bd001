import { isUniqueViolation } from '../database/violations.ts'
import { logged } from '../kit/resources/logged.ts'
import { floatingIpView } from './external-ip.ts'
import { isUuid } from '@granary/domain/names.ts'
import type { ExternalIpRow } from '../database/schema.ts'
import { may, requirePermission, type Scope } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import type { Permission } from '../kit/resources/resource.ts'
import { alreadyExists, hidden, invalidRequest, notFound } from '../kit/base/errors.ts'
import { find, type Selectors } from '../kit/resources/lookup.ts'
import { project } from './project.ts'
import { siloOfProject } from './silo-of-project.ts'

export type FoundAddress = { row: ExternalIpRow; scope: Scope }

/**
 * Finds a floating address that the caller may read, by id or by name in a project. @throws ApiError 400, 403 or 404.
 */
export async function findFloatingIp(
  context: Context,
  selectors: Selectors,
  permission: Permission,
): Promise<FoundAddress> {
  const found = await locate(context, selectors)
  requirePermission(context, found.scope, permission)
  return found
}

async function locate(context: Context, selectors: Selectors): Promise<FoundAddress> {
  const value = String(selectors.floatingIp)
  const addresses = context.db.selectFrom('external_ip').selectAll().where('kind', '=', 'floating')
  if (isUuid(value)) {
    if (selectors.project != null)
      throw invalidRequest('when providing floating_ip as an ID, project should not be specified').at(
        'project',
        'not_allowed',
      )
    const row = await addresses.where('id', '=', value).executeTakeFirst()
    const scope = row && { projectId: row.project_id, siloId: await siloOfProject(context, row.project_id) }
    if (!row || !scope) throw notFound('floating-ip', { id: value })
    if (!may(context, scope, 'read')) throw hidden('floating-ip', { id: value })
    return { row, scope }
  }
  if (selectors.project == null)
    throw invalidRequest('floating_ip should either be an ID or project should be specified').at(
      'project',
      'required',
    )
  const found = await find(context, project, selectors, 'read')
  const row = await addresses
    .where('project_id', '=', found.row.id)
    .where('name', '=', value)
    .executeTakeFirst()
  if (!row) throw notFound('floating-ip', { name: value })
  return { row, scope: found.scope }
}

const writes = logged({
  kind: 'floating-ip',
  table: 'external_ip',
  name: (row) => row.name,
  view: floatingIpView,
})

/** @throws ApiError 400 ObjectAlreadyExists if the name is taken in the project. */
async function unique<Result>(context: Context, name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw isUniqueViolation(error, context.engine, 'name') ? alreadyExists('floating-ip', name) : error
  }
}

/** A floating address. It shares its table with addresses that have no name, so the kit's lookup can't find it. */
export const floatingIp: typeof writes = {
  ...writes,
  create: (context, scope, row) => unique(context, row.name ?? '', () => writes.create(context, scope, row)),
  update: (context, found, values) =>
    unique(context, values.name ?? '', () => writes.update(context, found, values)),
}
