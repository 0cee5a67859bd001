import { baseContext } from '../kit/transaction.ts'
import { toSnake } from '@granary/contract/codec.ts'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import { requireSecondFactor } from '../shared/sign-in/set-up-first.ts'
import { authenticate } from '../shared/sign-in/authenticate.ts'
import type { Bindings } from '../kit/bindings.ts'
import type { Context } from '../kit/context.ts'
import { unauthorized } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'

/** Returns the context of a request, with its caller. @throws ApiError 401 without valid credentials. */
export async function requestContext(
  services: Services,
  id: OperationId,
  request: Request,
  bindings: Bindings,
): Promise<Context> {
  const actor = await authenticate(services, request, bindings)
  if (!actor && contract[id].needs.by !== 'anyone') throw unauthorized()
  if (actor) requireSecondFactor(actor, id)
  return callerContext(services, { operation: toSnake(id), requestId: bindings.requestId, actor })
}

/** Returns the context of a request whose caller is known. */
export const callerContext = (
  services: Services,
  caller: Pick<Context, 'operation' | 'requestId' | 'actor'>,
): Context => ({ ...baseContext(services), ...caller })
