import { afterEach, expect, test, vi } from 'vitest'
import { firstUser, Users } from './users.ts'

test('machines get users that nothing else has', () => {
  expect(firstUser('         0          0 4294967295\n')).toBe(0x7000_0000)
  expect(firstUser('0 100000 65536\n')).toBe(65536 - 8192)
  expect(firstUser('0 1000 1\n')).toBeNull()
})

afterEach(() => void vi.restoreAllMocks())

test('a root without users to spare runs machines as itself, and warns', () => {
  const log = vi.fn()
  const getuid = vi.spyOn(process, 'getuid').mockReturnValue(0)
  expect(new Users(log, '0 1000 1\n').of(3)).toBeNull()
  expect(log).toHaveBeenCalledExactlyOnceWith('warn', expect.stringContaining('machines run as root'))
  getuid.mockReturnValue(1000)
  expect(new Users(log, '0 1000 1\n').of(3)).toBeNull()
  expect(log).toHaveBeenCalledTimes(1)
})
