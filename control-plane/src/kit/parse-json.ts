import { unreadable } from './errors.ts'

/**
 * Parses a body. The error has none of its text, as that of a JavaScript engine may: it reaches the logs, and the body may have
 * a password.
 * @throws ApiError 400 with the place of the mistake, where the engine names it.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = utf8(bytes)
  try {
    return JSON.parse(text)
  } catch (error) {
    const place = /\bline \d+ column \d+\b/.exec((error as Error).message)?.[0]
    throw unreadable(`unable to parse JSON body: it is not valid JSON${place ? `: ${place}` : ''}`)
  }
}

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('unable to parse JSON body: it is not UTF-8')
  }
}
