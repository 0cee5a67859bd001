import { afterEach, expect, test, vi } from 'vitest'
import { fireEvent, screen, waitFor, within } from '../../../ui/testing.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../../api/testing.ts'
import { showInstance, webInstance } from '../testing.tsx'
import { listed } from './plan-words.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  // A confirmation dialog outlives the page that opened it.
  for (const cancel of screen.queryAllByRole('button', { name: 'Cancel' })) fireEvent.click(cancel)
})

const GiB = 2 ** 30
const disk = (id: string, name: string, change: object = {}) => ({
  id,
  name,
  size: GiB,
  state: 'attached',
  boot: false,
  delete_blocked: null,
  ...change,
})
const plan = {
  blocked: null,
  deletes: {
    network_interfaces: [{ id: 'n1', name: 'net0', ips: ['10.0.0.5'] }],
    external_ips: [
      { kind: 'ephemeral', ip: '192.0.2.4' },
      { kind: 'snat', ip: '192.0.2.9' },
    ],
    affinity_group_memberships: [],
    anti_affinity_group_memberships: [{ id: 'g1', name: 'spread' }],
    multicast_group_memberships: [{ id: 'm1', name: 'video' }],
  },
  keeps: {
    disks: [
      disk('d1', 'boot', { boot: true }),
      disk('d2', 'data'),
      disk('d3', 'new', { state: 'creating', delete_blocked: 'disk cannot be deleted in state "creating"' }),
    ],
    floating_ips: [{ id: 'f1', name: 'front', ip: '192.0.2.3' }],
    external_subnets: [{ id: 's1', name: 'block', subnet: '198.51.100.0/28' }],
  },
}
async function open(answers: Answers) {
  const requested = answerWith({
    'GET /v1/instances/web': webInstance('stopped'),
    'GET /v1/instances/web/external-ips': pageWith(),
    'GET /v1/network-interfaces': pageWith(),
    'GET /experimental/v1/instances/i1/deletion-plan': plan,
    ...answers,
  })
  const shown = await showInstance(null)
  fireEvent.click(screen.getByRole('button', { name: 'Instance actions' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete instance' })
  return { ...shown, requested, dialog: within(dialog) }
}
const box = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const gone = () => Response.json({}, { status: 200 })

test("names deleted and kept resources from the server's plan", async () => {
  const { dialog } = await open({})
  await dialog.findByText('Also deleted')
  const lines = dialog.getAllByRole('definition').map((line) => line.textContent)
  expect(lines.slice(0, 7)).toEqual([
    'net0 (10.0.0.5)',
    '192.0.2.4',
    '192.0.2.9',
    'spread',
    'video',
    'front (192.0.2.3)',
    'block (198.51.100.0/28)',
  ])
  const rows = dialog.getAllByRole('listitem').map((row) => row.textContent)
  expect(rows).toEqual([
    'boot (boot disk)1 GiB',
    'data1 GiB',
    'newdisk cannot be deleted in state "creating"1 GiBcreating',
  ])
})

test('deletes no disk unless checked, and the list follows', async () => {
  const { requested, dialog, router } = await open({ 'DELETE /v1/instances/i1': gone })
  await dialog.findByText('Also deleted')
  expect(dialog.queryByText(/lost for good/)).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/projects/shop/instances'))
  const sent = requested.find(({ call }) => call === 'DELETE /v1/instances/i1')
  expect(sent?.query.getAll('delete_disks')).toEqual([])
  expect(screen.getByText(/Deleting instance/)).toBeTruthy()
})

test("deletes checked disks, and disables those that can't be deleted", async () => {
  const { requested, dialog } = await open({ 'DELETE /v1/instances/i1': gone })
  await dialog.findByText('Also deleted')
  fireEvent.click(box('Delete its disks too'))
  expect([box(/^boot/).checked, box('data').checked, box('new').checked]).toEqual([true, true, false])
  expect(box('new').disabled).toBe(true)
  expect(dialog.getByText(/All data on 2 disks is lost for good/)).toBeTruthy()
  fireEvent.click(box(/^boot/))
  expect(box('Delete its disks too').indeterminate).toBe(true)
  expect(dialog.getByText(/All data on data is lost for good/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => {
    const sent = requested.find(({ call }) => call === 'DELETE /v1/instances/i1')
    expect(sent?.query.getAll('delete_disks')).toEqual(['d2'])
  })
})

test('drops a checked disk that another user detaches, and updates the list', async () => {
  let disks = plan.keeps.disks
  const { requested, dialog, client } = await open({
    'GET /experimental/v1/instances/i1/deletion-plan': () => ({ ...plan, keeps: { ...plan.keeps, disks } }),
    'DELETE /v1/instances/i1': gone,
  })
  await dialog.findByText('Also deleted')
  fireEvent.click(box('Delete its disks too'))
  disks = disks.filter(({ name }) => name !== 'data')
  await client.invalidateQueries({ queryKey: ['instanceDeletionPlan'] })
  await dialog.findByText(/All data on boot is lost for good/)
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => {
    const sent = requested.find(({ call }) => call === 'DELETE /v1/instances/i1')
    expect(sent?.query.getAll('delete_disks')).toEqual(['d1'])
  })
})

test("shows a refusal in the server's words and stays on the page", async () => {
  const message = 'cannot delete disk "data": disk cannot be deleted in state "maintenance"'
  const { dialog, router } = await open({
    'DELETE /v1/instances/i1': () => refusal(400, 'InvalidRequest', message),
  })
  await dialog.findByText('Also deleted')
  fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText('Could not delete instance')).toBeTruthy()
  expect(screen.getByText(`C${message.slice(1)}`)).toBeTruthy()
  expect(router.state.location.pathname).toBe('/projects/shop/instances/web/storage')
})

test("shows why the instance can't be deleted instead of a plan", async () => {
  const { dialog } = await open({
    'GET /experimental/v1/instances/i1/deletion-plan': { ...plan, blocked: 'instance is running' },
  })
  expect(await dialog.findByText('It cannot be deleted now: instance is running')).toBeTruthy()
  expect(dialog.queryByText('Also deleted')).toBeNull()
})

test('names only the first of a long list', () => {
  expect(listed(['a', 'b'])).toBe('a, b')
  expect(listed(['a', 'b', 'c', 'd'], 2)).toBe('a, b and 2 more')
})
