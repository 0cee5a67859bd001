import { afterEach, expect, test, vi } from 'vitest'
import { fireEvent, screen, waitFor, within } from '../../ui/testing.ts'
import { ConnectTab } from './connect-tab.tsx'
import { type Answers, answerWith, pageWith, refusal } from '../../api/testing.ts'
import { diskOf, nicOf, showInstance, webInstance } from './testing.tsx'

afterEach(() => vi.unstubAllGlobals())

const serve = (answers: Answers) =>
  answerWith({
    'GET /v1/instances/web': webInstance('stopped'),
    'GET /v1/instances/web/external-ips': pageWith(),
    'GET /v1/network-interfaces': pageWith(),
    ...answers,
  })
const ephemeral = (ip: string) => ({ kind: 'ephemeral', ip, ip_pool_id: 'pool' })

test("shows why a start was refused in the server's words, with the numbers", async () => {
  const words = 'Insufficient capacity: vCPU limit exceeded: 10 are used of 12, and 4 were asked for'
  serve({ 'POST /v1/instances/i1/start': () => refusal(507, 'InsufficientCapacity', words) })
  await showInstance(null)
  fireEvent.click(screen.getByRole('button', { name: 'Start' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Start instance' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText("Error starting instance 'web'")).toBeTruthy()
  expect(screen.getByText(words)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows two addresses and a link to all of them', async () => {
  const ips = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(ephemeral)
  serve({ 'GET /v1/instances/web/external-ips': pageWith(...ips) })
  await showInstance(null)
  expect((await screen.findByRole('link', { name: '192.0.2.1' })).getAttribute('href')).toBe(
    'https://192.0.2.1',
  )
  expect(screen.getByRole('link', { name: '192.0.2.2' })).toBeTruthy()
  expect(screen.queryByText('192.0.2.3')).toBeNull()
  expect(screen.getByRole('link', { name: 'All 3 addresses' }).getAttribute('href')).toBe(
    '/projects/shop/instances/web/networking',
  )
})

test('refetches everything on refresh', async () => {
  const requested = serve({})
  await showInstance(null)
  await waitFor(() => expect(requested.some(({ call }) => call.endsWith('/external-ips'))).toBe(true))
  const before = requested.length
  fireEvent.click(screen.getByRole('button', { name: 'Refresh data' }))
  await waitFor(() =>
    expect(requested.slice(before).map(({ call }) => call)).toEqual(
      expect.arrayContaining([
        'GET /v1/instances/web',
        'GET /v1/instances/web/external-ips',
        'GET /v1/network-interfaces',
      ]),
    ),
  )
})

test('leaves the page of an instance that was deleted elsewhere', async () => {
  const there = { current: true }
  const gone = () => refusal(404, 'ObjectNotFound', 'not found: instance with name "web"')
  const onError = vi.spyOn(console, 'error').mockImplementation(() => {})
  const answer = () => (there.current ? webInstance('stopped') : gone())
  serve({ 'GET /v1/instances/web': answer, 'GET /v1/instances/i1': answer })
  const { client } = await showInstance(null)
  there.current = false
  await client.invalidateQueries({ queryKey: ['instanceView'] })
  await waitFor(() => expect(screen.queryByRole('heading', { level: 1, name: 'web' })).toBeNull())
  onError.mockRestore()
})

test('links to the networking tab if there is no address', async () => {
  serve({})
  await showInstance(<ConnectTab />)
  expect(await screen.findByText('ssh [username]@[external IP]')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'networking' }).getAttribute('href')).toBe(
    '/projects/shop/instances/web/networking',
  )
})

test('reports addresses that failed to load, retries each, and keeps the rest', async () => {
  let works = false
  const broken = () => refusal(500, 'Internal', 'Internal Server Error')
  serve({
    'GET /v1/instances/web/external-ips': () => (works ? pageWith(ephemeral('192.0.2.1')) : broken()),
    'GET /v1/network-interfaces': broken,
  })
  await showInstance(<ConnectTab />)
  expect(await screen.findByText('External addresses could not be loaded')).toBeTruthy()
  expect(screen.queryByText(/has no external address/)).toBeNull()
  // External IPs, private IPs, VPC, and the tab's own.
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(4))
  works = true
  fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0]!)
  expect(await screen.findByRole('link', { name: '192.0.2.1' })).toBeTruthy()
  expect(await screen.findByText('ssh [username]@192.0.2.1')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
})

test('copies a complete SSH command once the instance has an address', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  Object.assign(navigator, { clipboard: { writeText } })
  serve({
    'GET /v1/instances/web/external-ips': pageWith(ephemeral('192.0.2.1')),
    'GET /v1/instances/web/disks': pageWith(diskOf('d1', 'boot', 'attached', { image_id: 'm1' })),
    'GET /v1/images': pageWith({ ...diskOf('m1', 'debian-13'), os: 'Debian', version: '13', state: 'ready' }),
  })
  await showInstance(null)
  await screen.findByText('debian-13')
  fireEvent.click(screen.getByRole('button', { name: 'SSH' }))
  await waitFor(() => expect(writeText).toHaveBeenCalledExactlyOnceWith('ssh debian@192.0.2.1'))
})

test('offers the console when the instance on the screen has started', async () => {
  let state: 'starting' | 'running' = 'starting'
  serve({ 'GET /v1/instances/web': () => webInstance(state) })
  await showInstance(null)
  expect(screen.queryByText(/has started/)).toBeNull()
  state = 'running'
  fireEvent.click(screen.getByRole('button', { name: 'Refresh data' }))
  expect((await screen.findByRole('link', { name: 'Open console' })).getAttribute('href')).toBe(
    '/projects/shop/instances/web/serial-console',
  )
})

test('says what the machine waits for, and that it is emulated', async () => {
  serve({
    'GET /v1/instances/web': webInstance('starting', { note: '3 others start first' }),
    'GET /experimental/v1/compute': {
      acceleration: 'emulated',
      acceleration_reason: 'This computer has no /dev/kvm.',
      hotplug: true,
    },
  })
  await showInstance(null)
  expect(await screen.findByText('3 others start first.')).toBeTruthy()
  expect(await screen.findByText('emulated')).toBeTruthy()
})

test('says why the machine failed, with its last lines, and starts it again', async () => {
  const bytes = [...new TextEncoder().encode('Booting\r\nKernel panic - not syncing: no init found\r\n')]
  serve({
    'GET /v1/instances/web': webInstance('failed', {
      note: 'its process ended unexpectedly, with exit code 1',
    }),
    'GET /v1/instances/i1/serial-console': { data: bytes, last_byte_offset: bytes.length },
  })
  await showInstance(null)
  expect(await screen.findByText(/Its process ended unexpectedly, with exit code 1\./)).toBeTruthy()
  expect((await screen.findByRole('log')).textContent).toBe(
    'Booting\nKernel panic - not syncing: no init found',
  )
  expect(screen.getByRole('button', { name: 'Start again' })).toBeTruthy()
})

test('says where this host reaches the address, and connects there', async () => {
  const gap = (subject: string) => ({
    subject,
    reason: `It is reachable at ${subject.replace('192.0.2', '127.64.0')}.`,
    severity: 'note',
    forwarded: { address: subject.replace('192.0.2', '127.64.0'), ports: [{ host: 8022, guest: 22 }] },
  })
  serve({
    'GET /v1/instances/web/external-ips': pageWith(ephemeral('192.0.2.1')),
    'GET /v1/network-interfaces': pageWith(nicOf('n1', 'net0', true)),
    'GET /experimental/v1/vpcs/v1/gaps': { items: [gap('192.0.2.1'), gap('192.0.2.2')] },
  })
  await showInstance(<ConnectTab />)
  expect(await screen.findByText(/It is reachable at 127.64.0.1/)).toBeTruthy()
  expect(screen.getByText('How hosts carry out this network')).toBeTruthy()
  expect(screen.queryByText(/127.64.0.2/)).toBeNull()
  expect(screen.getByText(/^ssh -p 8022/).textContent).toBe('ssh -p 8022 [username]@127.64.0.1')
})
