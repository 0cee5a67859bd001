import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setExtensions } from '../../../api/extensions.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../../api/testing.ts'
import { fireEvent, screen, within } from '../../../ui/testing.ts'
import { diskOf, nicOf, showInstance, webInstance } from '../testing.tsx'
import { OverviewTab } from './overview-tab.tsx'

beforeEach(() => setExtensions(true))
afterEach(() => {
  setExtensions(undefined)
  vi.unstubAllGlobals()
})

const time = '2026-11-20T10:00:00.000Z'
const change = {
  seq: 7,
  time,
  kind: 'instance',
  action: 'updated',
  name: 'web',
  operation: 'instance_update',
  request_id: 'r1',
  actor_kind: 'user',
  actor_id: '11111111-1111-4111-8111-111111111111',
  actor_name: 'Ada',
  source_ip: null,
  user_agent: null,
  changed: [
    { field: 'time_modified', before: '"2026"', after: '"2027"' },
    { field: 'ncpus', before: '1', after: '2' },
    { field: 'memory', before: '1073741824', after: '2147483648' },
    { field: 'description', before: '""', after: '"x"' },
  ],
}
const rule = (name: string, status: string) => ({
  id: name,
  name,
  description: '',
  time_created: time,
  time_modified: time,
  vpc_id: 'v1',
  action: 'allow',
  direction: 'inbound',
  status,
  priority: 10,
  targets: [{ type: 'vpc', value: 'default' }],
  filters: { hosts: null, ports: ['22'], protocols: [{ type: 'tcp' }] },
})
/** Nanoseconds of running in five seconds, after a first point that has everything before. */
const series = {
  fields: { instance_id: { type: 'uuid', value: 'i1' } },
  points: {
    start_times: null,
    timestamps: [time, time, time],
    values: [{ metric_type: 'delta', values: { type: 'double', values: [9e12, 2.5e9, 5e9] } }],
  },
}
const WHOLE: Answers = {
  'GET /v1/me': { id: 'u1', display_name: 'Ada', fleet_viewer: true },
  'GET /v1/instances/web': webInstance('running'),
  'GET /v1/instances/web/disks': pageWith(diskOf('d1', 'root')),
  'GET /v1/instances/web/external-ips': pageWith(),
  'GET /v1/network-interfaces': pageWith(nicOf('n1', 'eth0', true)),
  'GET /v1/vpcs/v1': { id: 'v1', name: 'default', description: '', time_created: time, time_modified: time },
  'GET /v1/vpc-subnets': pageWith(),
  'GET /v1/vpc-firewall-rules': { rules: [rule('ssh', 'enabled'), rule('off', 'disabled')] },
  'GET /v1/instances/i1/serial-console': {
    data: [...new TextEncoder().encode('\u001B[32mOK\u001B[0m ready\r\nlogin: ')],
    last_byte_offset: 30,
  },
  'POST /v1/timeseries/query': { tables: [{ name: 't', timeseries: [series] }] },
  'GET /experimental/v1/history/i1': { items: [change], next_before: null, kept_since: time },
}
const show = async (answers: Answers = {}) => {
  answerWith({ ...WHOLE, ...answers })
  await showInstance(<OverviewTab />)
}

test('shows the last console lines, the load, the enabled rules in words, and the last changes', async () => {
  await show()
  expect((await screen.findByRole('log')).textContent).toBe('OK ready\nlogin:')
  const words = 'CPU: now 50 %, at most 50 % in the last half hour'
  expect(await screen.findByRole('img', { name: words })).toBeTruthy()
  expect(screen.getByRole('img', { name: /^Received: now 953.67 MiB\/s/ })).toBeTruthy()
  const rules = within(await screen.findByRole('list', { name: 'Firewall rules in words' }))
  expect(rules.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Allows TCP to port 22 from anywhere to VPC default.',
  ])
  const changes = await screen.findByRole('list', { name: 'Recent changes' })
  expect(changes.textContent).toContain('CPU: 2, memory: 2 GiB, and 1 moreby Ada')
})

test('says what is not there', async () => {
  await show({
    'GET /v1/network-interfaces': pageWith(),
    'GET /v1/instances/i1/serial-console': { data: [], last_byte_offset: 0 },
    'POST /v1/timeseries/query': { tables: [] },
    'GET /experimental/v1/history/i1': { items: [], next_before: null, kept_since: time },
  })
  expect(await screen.findByText('The machine has not written anything.')).toBeTruthy()
  expect(screen.getByText(/no network interface, so nothing reaches it/)).toBeTruthy()
  expect(await screen.findByRole('img', { name: 'CPU: no reading in the last half hour' })).toBeTruthy()
  expect(await screen.findByText('No changes are known.')).toBeTruthy()
})

test('an instance that was never started has no console lines, and that is no failure', async () => {
  const answer = refusal(
    400,
    'InvalidRequest',
    'cannot connect to serial console of instance in state "stopped"',
  )
  await show({
    'GET /v1/instances/web': webInstance('stopped'),
    'GET /v1/instances/i1/serial-console': answer,
  })
  expect(await screen.findByText('The machine has not written anything.')).toBeTruthy()
  expect(screen.queryByText('The serial console could not be loaded')).toBeNull()
})

test('a part that failed to load keeps the others, and can be retried', async () => {
  let isBroken = true
  await show({
    'GET /v1/instances/i1/serial-console': () =>
      isBroken
        ? refusal(500, 'Internal', 'Internal Server Error')
        : WHOLE['GET /v1/instances/i1/serial-console'],
  })
  expect(await screen.findByText('The serial console could not be loaded')).toBeTruthy()
  expect(await screen.findByRole('list', { name: 'Firewall rules in words' })).toBeTruthy()
  isBroken = false
  const card = screen.getByText('The serial console could not be loaded').closest('section')!
  fireEvent.click(within(card).getByRole('button', { name: /try again/i }))
  expect(await screen.findByRole('log')).toBeTruthy()
})
