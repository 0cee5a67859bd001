import { outerContext } from '../kit/transaction.ts'
import { toSnake } from '@granary/contract/codec.ts'
import { contract, type OperationId } from '@granary/contract/contract.ts'
import { requireSecondFactor } from '../shared/sign-in/set-up-first.ts'
import { authenticate, presentedCredential } from '../shared/sign-in/authenticate.ts'
import type { Bindings } from '../kit/bindings.ts'
import type { OuterContext } from '../kit/context.ts'
import { withCurrentCaller } from './readmission.ts'
import { callerTurn } from '../kit/caller-turns.ts'
import { unauthorized } from '../kit/errors.ts'
import { laneOfNetwork } from '../kit/lane.ts'
import type { Services } from '../kit/services.ts'
import { credentialOf, loggedUser, type Trail } from '../kit/trail.ts'

/** A request with the facts that the host and the edge keep about it. */
type Traced = { request: Request; bindings: Bindings; trail: Trail }

/** Returns the context of a request, with its caller. @throws ApiError 401 without valid credentials. */
export async function requestContext(
  services: Services,
  id: OperationId,
  traced: Traced,
): Promise<OuterContext> {
  try {
    return await contextOf(services, id, traced)
  } catch (error) {
    // So a flood of unknown credentials delays nobody else by as many refusals.
    await callerTurn(services, laneOfNetwork(traced.bindings))
    throw error
  }
}

async function contextOf(
  services: Services,
  id: OperationId,
  { request, bindings, trail }: Traced,
): Promise<OuterContext> {
  const actor = await authenticate(services, request, bindings).catch((error: unknown) => {
    trail.credential = presentedCredential(request, bindings)
    throw error
  })
  trail.credential = actor && credentialOf(actor)
  trail.actor = actor && loggedUser(actor)
  trail.caller = { actor: trail.actor, credential: trail.credential }
  if (!actor && contract[id].needs.by !== 'anyone') throw unauthorized()
  if (actor) requireSecondFactor(actor, id)
  const { requestId } = bindings
  return withCurrentCaller(outerContext(services, { operation: toSnake(id), requestId, actor, trail }), id)
}
