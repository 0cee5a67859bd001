import { type ApiError, unreadable } from '../kit/errors.ts'

/** 400 without a code: the provider's answer is not accepted. The reason never quotes the answer. */
export function refusedAnswer(reason: string): ApiError {
  const message = `the answer of the identity provider was refused: ${reason}`
  return unreadable(message).because(message)
}
