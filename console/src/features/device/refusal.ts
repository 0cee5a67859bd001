import { ApiError, messageOf } from '../../api/errors.ts'

/** What a person is told whose code was not accepted: what is the matter, and what to do. */
export function refusal(error: unknown): { title: string; hint: string } {
  if (!(error instanceof ApiError)) return { title: 'Code is invalid', hint: messageOf(error) }
  const { statusCode, serverMessage = '' } = error
  if (statusCode === 404)
    return {
      title: 'Code is invalid',
      hint: 'Compare it with what your device shows. A code works once: if it was used, ask the device for a new one.',
    }
  if (/expired/.test(serverMessage))
    return { title: 'Code is invalid: it has expired', hint: 'Ask your device for a new one.' }
  return {
    title: 'Could not log in the device',
    hint: `${error.message}${/[.!?]$/.test(error.message) ? '' : '.'}`,
  }
}
