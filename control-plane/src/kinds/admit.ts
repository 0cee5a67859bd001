import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Needs, PowerOver } from '@granary/contract/needs.ts'
import { fleet, ownSilo, requirePermission } from '../kit/resources/authorization.ts'
import type { Context } from '../kit/context/context.ts'
import { ApiError } from '../kit/base/errors.ts'
import type { Selectors } from '../kit/resources/lookup.ts'
import type { LoggedTarget } from '../kit/log/security-entry.ts'
import { finders, type FoundOf, type NamedKind } from './finders.ts'
import { userOf } from './find-principal.ts'
import { requirePowerOverSilo, requirePowerOverUser } from './fleet-power.ts'
import type { Input, RequestOf } from './handler.ts'

/**
 * Checks that the contract lets the caller use an operation, and finds the resource that the request names.
 * @throws ApiError 404, 403 and 400 as `find` does.
 */
export async function admit<Id extends OperationId>(
  context: Context,
  id: Id,
  request: RequestOf<Id>,
): Promise<Input<Id>> {
  const needs: Needs = contract[id].needs
  let input: object = request
  switch (needs.by) {
    case 'fleet':
      requirePermission(context, fleet, needs.permission)
      break
    case 'own_silo':
      requirePermission(context, ownSilo(context), needs.permission)
      break
    case 'resource': {
      // By the general type: the compiler would combine every query of the contract with every path.
      const { query, path }: { query: Selectors; path: Selectors } = request
      const selectors = needs.named ? path : { ...query, ...path }
      const found = await findNamed(context, needs, selectors)
      context.trail.target = targetOf(needs.on, found)
      if (needs.powerOver) await checkPower(context, needs.powerOver, found, selectors)
      input = { ...request, found }
      break
    }
    default:
  }
  // The type of an input follows from `needs`, which the compiler doesn't know here.
  return input as Input<Id>
}

type NeedsResource = Extract<Needs, { by: 'resource' }>

/** Finds the resource that a request names. One that the caller may read but not use is noted for the logs. */
async function findNamed(
  context: Context,
  { on, permission }: NeedsResource,
  selectors: Selectors,
): Promise<FoundOf<NamedKind>> {
  const find = finders[on as NamedKind]
  try {
    return await find(context, selectors, permission)
  } catch (error) {
    if (error instanceof ApiError && error.status === 403 && permission !== 'read')
      context.trail.target = targetOf(on, await find(context, selectors, 'read'))
    throw error
  }
}

/** Describes a found resource for the security log. */
function targetOf(kind: string, { row, scope }: FoundOf<NamedKind>): LoggedTarget {
  const name = 'name' in row ? row.name : null
  return { kind, id: row.id, name, ...scope }
}

/** @throws ApiError 403 without the fleet role of the people in question, 404 for a user of another silo. */
async function checkPower(
  context: Context,
  over: PowerOver,
  { scope }: FoundOf<NamedKind>,
  { userId }: Selectors,
): Promise<void> {
  const siloId = scope.siloId!
  if (over === 'everyone') await requirePowerOverSilo(context, siloId)
  else await requirePowerOverUser(context, await userOf(context, siloId, String(userId)))
}
