import { expect, test } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { refusal } from './refusal.ts'

const refused = (statusCode: number, serverMessage: string) =>
  refusal(
    new ApiError(`${serverMessage[0]!.toUpperCase()}${serverMessage.slice(1)}`, {
      statusCode,
      serverMessage,
    }),
  )

test('reports an unknown or used code as invalid', () =>
  expect(refused(404, 'not found: device-auth-request with id "BCDF-GHJK"')).toEqual({
    title: 'Code is invalid',
    hint: expect.stringContaining('A code works once'),
  }))

test('reports an expired code', () =>
  expect(refused(400, 'device authorization request expired')).toEqual({
    title: 'Code is invalid: it has expired',
    hint: 'Ask your device for a new one.',
  }))

test("shows other errors in the server's words", () => {
  expect(refused(429, 'too many wrong codes; try again in 60 seconds')).toEqual({
    title: 'Could not log in the device',
    hint: 'Too many wrong codes; try again in 60 seconds.',
  })
  expect(refused(0, 'The server could not be reached.').hint).toBe('The server could not be reached.')
})
