import { expect, test } from 'vitest'
import { ApiError } from '../kit/base/errors.ts'
import { problemOf } from './power.ts'

type Args = Parameters<typeof problemOf>
const of = (error: Error) =>
  problemOf({ services: { log: () => {} } } as unknown as Args[0], { row: { id: 'vm' } } as Args[1], error)

test('a refusal is a start problem, and a failure is none', () => {
  expect(of(new ApiError(507, 'InsufficientCapacity', 'no room'))).toEqual({ start_problem: 'no room' })
  const failure = new Error('no such table')
  expect(() => of(failure)).toThrow(failure)
})
