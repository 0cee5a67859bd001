import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Needs } from '@granary/contract/needs.ts'
import { fleet, ownSilo, requirePermission } from '../kit/authorization.ts'
import type { Context } from '../kit/context.ts'
import type { Selectors } from '../kit/lookup.ts'
import { finders, type NamedKind } from './finders.ts'
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
  switch (needs.by) {
    case 'fleet':
      requirePermission(context, fleet, needs.permission)
      break
    case 'own_silo':
      requirePermission(context, ownSilo(context), needs.permission)
      break
    case 'resource': {
      const selectors: Selectors = needs.named ? request.path : { ...request.query, ...request.path }
      const found = await finders[needs.on as NamedKind](context, selectors, needs.permission)
      return { ...request, found } as unknown as Input<Id>
    }
    default:
  }
  return request as unknown as Input<Id>
}
