import { expect, test } from 'vitest'
import { isTemporaryName } from './temporary-names.ts'

test.each([
  ['tmp-for-image-7', true],
  ['tmp-snapshot-123456789', true],
  ['tmp-for-image-', false],
  ['tmp-for-image-mine', false],
  ['data', false],
])('%s is the name of a temporary disk or snapshot: %s', (name, is) => expect(isTemporaryName(name)).toBe(is))
