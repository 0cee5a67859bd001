import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { guestResolvers } from './resolvers.ts'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'granary-resolvers-'))
  file = join(folder, 'resolv.conf')
  await writeFile(file, '# of systemd\nnameserver 192.0.2.1\nnameserver fe80::1%2\nsearch example.com\n')
})
afterAll(() => rm(folder, { recursive: true }))

const unreachable = ['127.0.0.53', '::1', 'fe80::1', 'FE80::1%eth0', '2001:db8::1%eth0', '169.254.169.254']

test('guests get no resolver of the loopback interface, of one link or with a zone', async () => {
  const log = vi.fn()
  const reachable = ['192.0.2.53', '2001:db8::53']
  expect(await guestResolvers(log, [...unreachable, ...reachable], file)).toEqual(reachable)
  expect(log).not.toHaveBeenCalled()
})

test('without others, guests get those that systemd-resolved asks', async () => {
  const log = vi.fn()
  expect(await guestResolvers(log, unreachable, file)).toEqual(['192.0.2.1'])
  expect(log).not.toHaveBeenCalled()
})

test('a host without a resolver for guests is a warning', async () => {
  const log = vi.fn()
  expect(await guestResolvers(log, ['127.0.0.53'], join(folder, 'none'))).toEqual([])
  expect(log).toHaveBeenCalledExactlyOnceWith('warn', expect.stringContaining('no resolver'), {
    servers: ['127.0.0.53'],
  })
})
