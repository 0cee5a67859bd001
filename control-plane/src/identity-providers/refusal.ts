import type { Context } from '../kit/context.ts'
import { ApiError, unreadable } from '../kit/errors.ts'

/** 400 without a code: the provider's answer is not accepted. The reason never quotes the answer. */
export const refusedAnswer = (reason: string) =>
  unreadable(`the answer of the identity provider was refused: ${reason}`)

/**
 * Runs a step of a sign-in and logs why it was refused, for the operator.
 * @param path the silo and the provider.
 */
export async function loggingRefusal<Result>(
  { services, requestId }: Context,
  path: object,
  step: () => Promise<Result>,
): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof ApiError)
      services.log('info', 'SAML sign-in refused', { requestId, ...path, reason: error.message })
    throw error
  }
}
