import { afterEach, expect, test, vi } from 'vitest'
import { registeredActions } from '../../../app/quick-actions/store.ts'
import { fireEvent, screen, waitFor, within } from '../../../ui/testing.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../../api/testing.ts'
import { diskOf, nicOf, reasonOf, showInstance, webInstance } from '../testing.tsx'
import { NetworkingTab } from './networking-tab.tsx'

afterEach(() => vi.unstubAllGlobals())

const time = '2026-11-20T10:00:00.000Z'
const named = (id: string, name: string) => ({
  id,
  name,
  description: '',
  time_created: time,
  time_modified: time,
})
const poolOf = (name: string, is_default: boolean) => ({
  ...named(name, name),
  ip_version: 'v4',
  pool_type: 'unicast',
  is_default,
})
const floating = {
  ...named('f1', 'door'),
  ip: '198.51.100.7',
  ip_pool_id: 'main',
  instance_id: null,
  project_id: 'p1',
}

const subnetOf = (name: string, instance_id: string | null) => ({
  ...named(name, name),
  subnet: '198.51.100.16/28',
  subnet_pool_id: 'blocks',
  subnet_pool_member_id: 'm1',
  project_id: 'p1',
  instance_id,
})

const ruleOf = (name: string, priority: number, target: { type: string; value: string }) => ({
  ...named(name, name),
  vpc_id: 'v1',
  action: 'allow',
  direction: 'inbound',
  status: 'enabled',
  priority,
  targets: [target],
  filters: { hosts: null, ports: null, protocols: null },
})

async function show(
  run: 'stopped' | 'running',
  { pools = [poolOf('main', false)], nics = true, answers = {} as Answers } = {},
) {
  answerWith({
    'GET /v1/instances/web': webInstance(run),
    'GET /v1/instances/web/disks': pageWith(diskOf('d1', 'root')),
    'GET /v1/instances/web/external-ips': pageWith(),
    'GET /v1/network-interfaces': pageWith(...(nics ? [nicOf('n1', 'eth0', true)] : [])),
    'GET /v1/vpcs/v1': named('v1', 'default'),
    'GET /v1/vpc-subnets/s1': named('s1', 'default'),
    'GET /v1/vpc-subnets': pageWith({ ...named('s1', 'front'), ipv4_block: '10.0.0.0/24' }),
    'GET /v1/vpc-firewall-rules': {
      rules: [
        ruleOf('late', 9, { type: 'vpc', value: 'default' }),
        ruleOf('other', 1, { type: 'instance', value: 'db' }),
        ruleOf('early', 2, { type: 'subnet', value: 'front' }),
      ],
    },
    'GET /v1/ip-pools': pageWith(...pools),
    'GET /v1/floating-ips': pageWith(floating),
    'GET /v1/instances/web/external-subnets': pageWith(subnetOf('lan', 'i1')),
    'GET /v1/external-subnets': pageWith(subnetOf('lan', 'i1'), subnetOf('spare', null)),
    ...answers,
  })
  await showInstance(<NetworkingTab />)
  await screen.findByRole('button', { name: 'Add network interface' })
}
const offered = () =>
  [...registeredActions.get().values()]
    .filter(({ group }) => group === 'Actions')
    .flatMap(({ items }) => items.map(({ label }) => label))

test('offers the enabled buttons of the tab as quick actions', async () => {
  await show('stopped')
  await waitFor(() =>
    expect(offered().toSorted()).toEqual([
      'Add network interface',
      'Attach ephemeral IP',
      'Attach external subnet',
      'Attach floating IP',
    ]),
  )
})

test('offers no quick actions for disabled buttons', async () => {
  await show('running', { nics: false })
  await waitFor(() =>
    expect(reasonOf(screen.getByRole('button', { name: 'Attach floating IP' }))).toBe(
      'No available floating IPs',
    ),
  )
  expect(offered()).toEqual([])
})

test('lists the external subnets of the instance, and offers the free ones', async () => {
  await show('stopped')
  const table = within(await screen.findByRole('table', { name: 'External subnets' }))
  await waitFor(() => expect(table.getByRole('link').textContent).toBe('lan'))
  const button = screen.getByRole('button', { name: 'Attach external subnet' })
  await waitFor(() => expect(reasonOf(button)).toBeNull())
  fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog', { name: 'Attach external subnet' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Attach' }))
  expect(await dialog.findByText('External subnet is required')).toBeDefined()
  fireEvent.click(dialog.getByRole('button', { name: 'External subnet' }))
  const options = await screen.findAllByRole('option')
  expect(options.map((one) => one.textContent)).toEqual(['spare (198.51.100.16/28)'])
})

test('lists the firewall rules that apply to the instance, by priority', async () => {
  await show('running')
  const table = within(await screen.findByRole('table', { name: 'Firewall rules' }))
  await waitFor(() =>
    expect(table.getAllByRole('link').map((link) => link.textContent)).toEqual(['early', 'late']),
  )
  expect(table.getByText('Allows all traffic from anywhere to subnet front.')).toBeDefined()
})

test('says why no firewall rules apply to an instance without an interface', async () => {
  await show('running', { nics: false })
  expect(
    await screen.findByText(/No rules apply, because the instance has no network interface/),
  ).toBeTruthy()
})

test.each([
  ['Attach ephemeral IP', 'Attach', 'Pool', /^main/, 'Select a pool'],
  ['Attach floating IP', 'Attach floating IP', 'Floating IP', /^door/, 'Select a floating IP'],
])(
  '%s is disabled until an item is chosen, and gives the reason',
  async (title, submit, field, option, reason) => {
    await show('stopped')
    const button = screen.getByRole('button', { name: title })
    await waitFor(() => expect(reasonOf(button)).toBeNull())
    fireEvent.click(button)
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    const send = dialog.getByRole('button', { name: submit })
    expect(reasonOf(send)).toBe(reason)
    fireEvent.click(dialog.getByRole('button', { name: field }))
    fireEvent.click(await screen.findByRole('option', { name: option }))
    await waitFor(() => expect(reasonOf(send)).toBeNull())
  },
)

test('preselects the only default pool', async () => {
  await show('stopped', { pools: [poolOf('main', true), poolOf('other', false)] })
  const button = screen.getByRole('button', { name: 'Attach ephemeral IP' })
  await waitFor(() => expect(reasonOf(button)).toBeNull())
  fireEvent.click(button)
  const dialog = within(await screen.findByRole('dialog'))
  expect(reasonOf(dialog.getByRole('button', { name: 'Attach' }))).toBeNull()
})

test('says that the external subnets to attach failed to load, and reads them again', async () => {
  let isBroken = true
  const free = () =>
    isBroken ? refusal(500, 'Internal', 'Internal Server Error') : pageWith(subnetOf('spare', null))
  await show('stopped', { answers: { 'GET /v1/external-subnets': free } })
  const failure = await screen.findByText('Subnets to attach could not be loaded')
  expect(reasonOf(screen.getByRole('button', { name: 'Attach external subnet' }))).toBe(
    'The external subnets could not be loaded',
  )
  isBroken = false
  fireEvent.click(
    within(failure.closest<HTMLElement>('[role=alert]')!).getByRole('button', { name: 'Try again' }),
  )
  await waitFor(() => expect(offered()).toContain('Attach external subnet'))
})
