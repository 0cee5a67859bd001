import { expect, test } from 'vitest'
import { checksumFieldProblem, fetchBody, NO_VALUES } from './values.ts'

const DIGEST = 'a'.repeat(64)

test.each([
  ['', null],
  [DIGEST, null],
  ['https://a.example/SHA256SUMS', null],
  ['abc', /64 or 128/],
  ['https://', /begins with/],
])('the problem of the checksum %s', (text, problem) => {
  if (problem) expect(checksumFieldProblem(text)).toMatch(problem)
  else expect(checksumFieldProblem(text)).toBeNull()
})

test('sends a checksum, or the address of a list of checksums', () => {
  const values = { ...NO_VALUES, name: 'debian', os: 'Debian', version: '13', url: 'https://a.example/x' }
  const body = {
    name: 'debian',
    description: '',
    os: 'Debian',
    version: '13',
    url: 'https://a.example/x',
    blockSize: 512,
  }
  expect(fetchBody(values)).toEqual(body)
  expect(fetchBody({ ...values, checksum: DIGEST })).toEqual({ ...body, checksum: DIGEST })
  const list = 'https://a.example/SHA256SUMS'
  expect(fetchBody({ ...values, checksum: list })).toEqual({ ...body, checksumUrl: list })
})
