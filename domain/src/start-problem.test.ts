import { expect, test } from 'vitest'
import { startProblemWords } from './start-problem.ts'

test.each([
  ['Insufficient capacity: Failed to place instance: no sled has room', 'no sled has room'],
  ['Insufficient capacity: vCPU limit exceeded', 'vCPU limit exceeded'],
  ['no sled has room', 'no sled has room'],
])('the words of %s', (problem, words) => {
  expect(startProblemWords(problem)).toBe(words)
})
