import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openRealServer } from './guests.ts'

// Two guests serve all tests of this file, in their order: they take long to boot.
type Named = { id: string; name: string }
let server: Awaited<ReturnType<typeof openRealServer>>
let [web, db]: [Named, Named] = [
  { id: '', name: '' },
  { id: '', name: '' },
]
let shells: Record<'web' | 'db', ReturnType<typeof server.guest>>
/** The address of `db` in the subnet of both. */
let address = ''

const MiB = 2 ** 20
const POLL = { timeout: 60_000, interval: 50 }
const GONE = { timeout: 20_000, interval: 50 }

beforeAll(async () => {
  server = await openRealServer()
  const { ask, guest } = server
  const image = { name: 'demo', description: '', os: 'Demo', version: '1', url: 'granary:demo-image' }
  await ask('POST', '/experimental/v1/image-fetches?project=p', image)
  // Hooks have no `expect.poll`.
  const { id: imageId } = await vi.waitFor(async () => {
    const { items } = await ask<{ items: Named[] }>('GET', '/v1/images?project=p')
    expect(items).toHaveLength(1)
    return items[0]!
  }, POLL)
  const create = (name: string) =>
    ask('POST', '/v1/instances?project=p', {
      name,
      description: '',
      hostname: name,
      ncpus: 1,
      memory: 1024 * MiB,
      network_interfaces: { type: 'default_ipv4' },
      boot_disk: { type: 'create', ...newDisk(`${name}-boot`, { type: 'image', image_id: imageId }) },
    })
  ;[web, db] = await Promise.all([create('web'), create('db')])
  // A machine that starts has no serial console yet.
  for (const { id } of [web, db])
    await vi.waitFor(
      async () => expect(await ask('GET', `/v1/instances/${id}`)).toMatchObject({ run_state: 'running' }),
      POLL,
    )
  shells = { web: guest(web.id), db: guest(db.id) }
  await Promise.all([shells.web.ready(), shells.db.ready()])
  const { items } = await ask<{ items: { ip_stack: { value: { ip: string } } }[] }>(
    'GET',
    `/v1/network-interfaces?instance=${db.id}`,
  )
  address = items[0]!.ip_stack.value.ip
})
afterAll(() => server?.end())

/** The body that creates a disk. */
const newDisk = (name: string, source: Record<string, unknown>) => ({
  name,
  description: '',
  size: 1024 * MiB,
  disk_backend: { type: 'distributed', disk_source: source },
})

/** Replaces the rules of the VPC by one that allows one TCP port from everywhere. */
const allow = (port: number) =>
  server.ask('PUT', '/v1/vpc-firewall-rules?project=p&vpc=default', {
    rules: [
      {
        name: 'allow-one-port',
        description: '',
        action: 'allow',
        direction: 'inbound',
        status: 'enabled',
        priority: 100,
        targets: [{ type: 'vpc', value: 'default' }],
        filters: { hosts: null, ports: [String(port)], protocols: [{ type: 'tcp' }] },
      },
    ],
  })

/** The word of a shell for a command that was ended because nothing answered. */
const SILENCE = 'Terminated'

/** Returns the words of a guest's command that fetches the page of its neighbor. */
const fetchFrom = (port: number) => `timeout 3 wget -qO- http://${address}:${port}/ | grep 'This is'`

test('a neighbor answers at the allowed port and not at another one', async () => {
  await allow(80)
  await expect.poll(() => shells.web.run(fetchFrom(80)), POLL).toContain('This is db.')
  expect(await shells.web.run(fetchFrom(443))).toBe(SILENCE)
})

test('a changed rule takes effect within two seconds', async () => {
  // One attempt after another would wait for answers that are dropped.
  const tries = `while [ ! -e /run/open ]; do (nc -w 3 ${address} 443 < /dev/null && touch /run/open) & sleep 0.1; done 2> /dev/null`
  const open = shells.web.run(tries)
  await expect.poll(() => shells.db.run('echo 1'), POLL).toBe('1')
  const began = performance.now()
  await allow(443)
  await open
  expect(performance.now() - began).toBeLessThan(2_000)
  expect(await shells.web.run(fetchFrom(80))).toBe(SILENCE)
  expect(await shells.web.run(fetchFrom(443))).toContain('This is db.')
})

test('a floating IP answers from outside until it is detached', async () => {
  const { ask } = server
  await ask('POST', '/v1/floating-ips?project=p', {
    name: 'f',
    description: '',
    address_allocator: { type: 'auto', pool_selector: { type: 'auto', ip_version: 'v4' } },
  })
  const vpc = await ask('GET', '/v1/vpcs/default?project=p')
  const { ip } = await ask<{ ip: string }>('POST', '/v1/floating-ips/f/attach?project=p', {
    kind: 'instance',
    parent: db.id,
  })
  /** Where this computer reaches the address. */
  const find = async () => {
    const { items } = await ask<{ items: { subject: string; reason: string }[] }>(
      'GET',
      `/experimental/v1/vpcs/${vpc.id}/gaps`,
    )
    const { reason = '' } = items.find(({ subject }) => subject === ip) ?? {}
    const [, host, port] = /at (127\S+), TCP (\d+)/.exec(reason) ?? []
    return host && `http://${host}:${port}/`
  }
  await expect.poll(find, POLL).toBeDefined()
  const url = (await find())!
  const read = () =>
    fetch(url, { signal: AbortSignal.timeout(3_000) }).then(
      (answer) => answer.text(),
      () => 'no answer',
    )
  await expect.poll(read, POLL).toContain('This is db.')
  await ask('POST', '/v1/floating-ips/f/detach?project=p', {})
  await expect.poll(read, GONE).toBe('no answer')
  // The gaps are stored after the network has changed.
  await expect.poll(find, GONE).toBeUndefined()
})

test('what a guest has written is in a disk from its snapshot, which another guest reads', async () => {
  const { ask } = server
  const attach = async (to: Named, disk: Named): Promise<string> => {
    await ask('POST', `/v1/instances/${to.id}/disks/attach`, { disk: disk.id })
    const serial = disk.id.slice(0, 20)
    const find = `while ! grep -l ${serial} /sys/block/*/serial; do sleep 1; done 2>/dev/null | cut -d/ -f4`
    return `/dev/${await (to === web ? shells.web : shells.db).run(find)}`
  }
  const disk = await ask('POST', '/v1/disks?project=p', newDisk('data', { type: 'blank', block_size: 512 }))
  const device = await attach(web, disk)
  await shells.web.run(`mke2fs -q ${device} && mount ${device} /mnt && echo kept > /mnt/note && sync`)
  const snapshot = await ask('POST', '/v1/snapshots?project=p', { name: 's', description: '', disk: disk.id })
  await shells.web.run('echo changed > /mnt/note && sync')
  const copy = await ask(
    'POST',
    '/v1/disks?project=p',
    newDisk('copy', { type: 'snapshot', snapshot_id: snapshot.id }),
  )
  const second = await attach(db, copy)
  expect(await shells.db.run(`mount ${second} /mnt && cat /mnt/note`)).toBe('kept')
  expect(await shells.web.run('cat /mnt/note')).toBe('changed')
})
