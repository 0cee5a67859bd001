import { contract, type OperationId } from '@granary/contract/contract.ts'
import { OutdatedError } from '../database/retry.ts'
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

type Admission = Required<Pick<OuterContext, 'readmit' | 'confirm'>>

/**
 * Makes a `readmit` that finds the caller again only if the last time was too long ago, and a `confirm` that does the same.
 * @param first the caller that was just found.
 * @param find on PostgreSQL, reads outside of the transaction, which does not see what others change.
 * @param maxAge age from which `readmit` finds the caller again; milliseconds.
 */
export function findingAgain<Caller extends Pick<Partial<Context>, 'actor' | 'provisioner'>>(
  first: Caller,
  find: (inner: Context) => Promise<Caller>,
  maxAge = MAX_CALLER_AGE_MS,
): Admission {
  let [caller, time] = [first, performance.now()]
  const notOlder = async (age: number, inner: Context) => {
    if (performance.now() - time >= age) [caller, time] = [await find(inner), performance.now()]
    return { ...inner, ...caller }
  }
  return {
    readmit: (inner) => notOlder(maxAge, inner),
    async confirm(inner) {
      if (!isSameCaller(inner, await notOlder(MAX_CALLER_AGE_MS, inner))) throw new OutdatedError()
    },
  }
}

/** Callers are read again after every change of access, of which few concern them. */
const isSameCaller = (one: Context, other: Context): boolean =>
  (one.actor === other.actor && one.provisioner === other.provisioner) || textOf(one) === textOf(other)

/** Groups and projects have no order. */
const textOf = ({ actor, provisioner }: Context): string =>
  JSON.stringify([actor, provisioner], (_, value: unknown) => {
    if (value instanceof Map) return [...(value as Map<string, string>)].map(String).toSorted()
    return isTexts(value) ? value.toSorted() : value
  })

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

/**
 * Returns the context of a request whose transactions and snapshots have a caller who has not been found too long ago. Their work
 * then admits the request.
 * @param context that has just found the caller.
 */
export const withCurrentCaller = (context: OuterContext, id: OperationId): OuterContext =>
  hasCaller(context, id)
    ? { ...context, ...findingAgain({ actor: context.actor }, (inner) => current(inner, id)) }
    : context

/** The same for a handler that waits for something outside of its transactions: each finds the caller, and admits the request. */
export function withAdmission<Id extends OperationId>(
  context: OuterContext,
  id: Id,
  asked: RequestOf<Id>,
): OuterContext {
  const { readmit, confirm } = hasCaller(context, id)
    ? findingAgain({ actor: context.actor }, (inner) => current(inner, id), 0)
    : { readmit: async (inner: Context) => inner }
  return {
    ...context,
    ...(confirm && { confirm }),
    async readmit(given) {
      const inner = await readmit(given)
      await admit(inner, id, asked)
      return inner
    },
  }
}
