import { ApiError, messageOf } from '../../api/errors.ts'

/** Describes why a code was refused: a title, and a hint what to do. */
export function refusal(error: unknown): { title: string; hint: string } {
  if (!(error instanceof ApiError)) return { title: 'Code is invalid', hint: messageOf(error) }
  const { statusCode, serverMessage = '' } = error
  if (statusCode === 404)
    return {
      title: 'Code is invalid',
      hint: 'Compare it with the code on your device. A code works once. If it was used, ask the device for a new one.',
    }
  if (/expired/.test(serverMessage))
    return { title: 'Code is invalid: it has expired', hint: 'Ask your device for a new one.' }
  return {
    title: 'Could not log in the device',
    hint: `${error.message}${/[.!?]$/.test(error.message) ? '' : '.'}`,
  }
}
