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

/** Finds the caller of a transaction or snapshot as they are now. @throws ApiError 401 and 403. */
async function current(inner: Context, id: OperationId): Promise<Pick<Context, 'actor'>> {
  const actor = await callerNow(inner)
  requireSecondFactor(actor, id)
  return { actor }
}

/**
 * Makes a `readmit` that finds the caller again only if the last time was too long ago.
 * @param first the caller that was just found.
 */
export function findingAgain<Caller extends Partial<Context>>(
  first: Caller,
  find: (inner: Context) => Promise<Caller>,
): Readmit {
  let [caller, time] = [first, performance.now()]
  return async (inner) => {
    if (performance.now() - time >= MAX_CALLER_AGE_MS) [caller, time] = [await find(inner), performance.now()]
    return { ...inner, ...caller }
  }
}

type Readmit = NonNullable<OuterContext['readmit']>

/**
 * Returns the context of a request whose transactions and snapshots have a caller who has not been found too long ago. Their work
 * then admits the request.
 * @param context that has just found the caller.
 */
export const withCurrentCaller = (context: OuterContext, id: OperationId): OuterContext =>
  hasCaller(context, id)
    ? { ...context, readmit: findingAgain({ actor: context.actor }, (inner) => current(inner, id)) }
    : context

/** The same for a handler that waits for something outside of its transactions: each finds the caller, and admits the request. */
export function withAdmission<Id extends OperationId>(
  context: OuterContext,
  id: Id,
  asked: RequestOf<Id>,
): OuterContext {
  return {
    ...context,
    async readmit(given) {
      const inner = hasCaller(context, id) ? { ...given, ...(await current(given, id)) } : given
      await admit(inner, id, asked)
      return inner
    },
  }
}
