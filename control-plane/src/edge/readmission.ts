import { contract, type OperationId } from '@granary/contract/contract.ts'
import { admit } from '../kinds/admit.ts'
import type { RequestOf } from '../kinds/handler.ts'
import type { Context, OuterContext } from '../kit/context.ts'
import { callerNow } from '../shared/sign-in/caller.ts'
import { requireSecondFactor } from '../shared/sign-in/set-up-first.ts'

/** Age from which a request's caller is found again, because of what may have changed since; milliseconds. */
export const MAX_CALLER_AGE_MS = 100

/** Whether a request has a caller who can be found again. A sign-in has none to withdraw anything from. */
const hasCaller = ({ services }: OuterContext, id: OperationId): boolean =>
  contract[id].needs.by !== 'anyone' && !services.authenticate

/** Returns the context of a transaction or snapshot with the caller as they are now. @throws ApiError 401 and 403. */
async function current(inner: Context, id: OperationId): Promise<Context> {
  const actor = await callerNow(inner)
  requireSecondFactor(actor, id)
  return { ...inner, actor }
}

/**
 * Returns the context of a request whose transactions and snapshots find the caller again if the last time was too long ago. Their
 * work then admits the request.
 * @param context that has just found the caller.
 */
export function withCurrentCaller(context: OuterContext, id: OperationId): OuterContext {
  if (!hasCaller(context, id)) return context
  let [{ actor }, time] = [context, performance.now()]
  return {
    ...context,
    async readmit(inner) {
      if (performance.now() - time < MAX_CALLER_AGE_MS) return { ...inner, actor }
      const found = await current(inner, id)
      ;[{ actor }, time] = [found, performance.now()]
      return found
    },
  }
}

/** The same for a handler that waits for something outside of its transactions: each finds the caller, and admits the request. */
export function withAdmission<Id extends OperationId>(
  context: OuterContext,
  id: Id,
  asked: RequestOf<Id>,
): OuterContext {
  return {
    ...context,
    async readmit(given) {
      const inner = hasCaller(context, id) ? await current(given, id) : given
      await admit(inner, id, asked)
      return inner
    },
  }
}
