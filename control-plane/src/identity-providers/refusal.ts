import { unreadable } from '../kit/errors.ts'

/** 400 without a code: the provider's answer is not accepted. The reason never quotes the answer. */
export const refusedAnswer = (reason: string) =>
  unreadable(`the answer of the identity provider was refused: ${reason}`)
