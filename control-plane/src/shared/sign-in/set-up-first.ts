import { contract, type OperationId } from '@granary/contract/contract.ts'
import type { Actor } from '../../kit/actor.ts'
import { ApiError } from '../../kit/errors.ts'

/** What a session or a token may do before its user has the second factor that the silo requires, beside operations for anyone. */
const ALLOWED = new Set<OperationId>([
  'currentUserView',
  'currentUserGroups',
  'currentUserSignInView',
  'currentUserSecondFactorSetup',
  'currentUserSecondFactorConfirm',
])

/** @throws ApiError 403 if the caller has to set up a second factor before this operation. */
export function requireSecondFactor({ needsSecondFactor }: Actor, id: OperationId): void {
  if (needsSecondFactor && contract[id].needs.by !== 'anyone' && !ALLOWED.has(id))
    throw new ApiError(
      403,
      'SecondFactorSetupRequired',
      'your silo requires a second factor: set it up, then you can continue',
    )
}
