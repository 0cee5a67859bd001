import { afterEach, expect, test, vi } from 'vitest'
import { fireEvent, screen, waitFor, within } from '../../../ui/testing.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../../api/testing.ts'
import { diskOf, showInstance, webInstance } from '../testing.tsx'
import { StorageTab } from './storage-tab.tsx'

afterEach(() => vi.unstubAllGlobals())

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => diskOf(`d${at + 1}`, `disk-${at + 1}`))
async function show(disks: unknown[], answers: Answers = {}) {
  const requested = answerWith({
    'GET /v1/instances/web': webInstance('stopped'),
    'GET /v1/instances/web/external-ips': pageWith(),
    'GET /v1/network-interfaces': pageWith(),
    'GET /v1/instances/web/disks': pageWith(...disks),
    'GET /v1/instances/i1/disks': pageWith(...disks),
    'GET /v1/disks': pageWith(...disks, diskOf('s1', 'spare', 'detached')),
    'GET /v1/images': pageWith(),
    'GET /v1/snapshots': pageWith(),
    ...answers,
  })
  await showInstance(<StorageTab />)
  await screen.findByRole('table', { name: 'Boot disk' })
  return requested
}
async function createDisk() {
  fireEvent.click(screen.getByRole('button', { name: 'Create disk' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Create disk' }))
  fireEvent.change(panel.getByRole('textbox', { name: 'Name' }), { target: { value: 'fresh' } })
  fireEvent.click(panel.getByRole('button', { name: 'Create disk' }))
}

test('reports a disk that was created but not attached, and closes the form', async () => {
  const requested = await show(many(1), {
    'POST /v1/disks': diskOf('d9', 'fresh', 'detached'),
    'POST /v1/instances/i1/disks/attach': () =>
      refusal(400, 'InvalidRequest', 'cannot attach disk: instance is not fully stopped'),
  })
  await createDisk()
  expect(await screen.findByText('Disk created, but not attached')).toBeTruthy()
  expect(screen.getByText(/Cannot attach disk: instance is not fully stopped/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requested.filter(({ call }) => call === 'POST /v1/disks')).toHaveLength(1)
})

test('creates no disk if the instance already has twelve', async () => {
  const requested = await show(many(12))
  await createDisk()
  expect(await screen.findByText(/has 12 disks. The maximum is 12/)).toBeTruthy()
  expect(requested.filter(({ call }) => call.startsWith('POST'))).toEqual([])
})

test('shows a refused attach in the dialog until it closes', async () => {
  await show(many(12), {
    'POST /v1/instances/web/disks/attach': () =>
      refusal(400, 'InvalidRequest', 'cannot attach more than 12 disks to instance'),
  })
  const open = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Attach existing disk' }))
    return within(await screen.findByRole('dialog', { name: 'Attach disk' }))
  }
  const dialog = await open()
  fireEvent.click(dialog.getByRole('button', { name: 'Attach disk' }))
  expect(dialog.getByText('Disk name is required')).toBeTruthy()
  const combobox = dialog.getByRole('combobox', { name: 'Disk name' })
  fireEvent.focus(combobox)
  fireEvent.change(combobox, { target: { value: 'spa' } })
  fireEvent.click(await screen.findByRole('option', { name: /^spare/ }))
  fireEvent.click(dialog.getByRole('button', { name: 'Attach disk' }))
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'Cannot attach more than 12 disks to instance',
  )
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect((await open()).queryByRole('alert')).toBeNull()
})

test('opens the details of a disk in place', async () => {
  await show(many(2))
  fireEvent.click(screen.getByRole('button', { name: 'disk-2' }))
  const panel = within(await screen.findByRole('dialog', { name: 'Disk details' }))
  expect(panel.getByText('d2')).toBeTruthy()
})

test.each([true, false])(
  'offers disks of a running instance where the driver can move them: %s',
  async (hotplug) => {
    const isOffered = (name: string) => !screen.getByRole('button', { name }).hasAttribute('aria-disabled')
    const requested = await show(many(1), {
      'GET /v1/instances/web': webInstance('running'),
      'GET /experimental/v1/compute': { acceleration: 'kvm', acceleration_reason: null, hotplug },
    })
    await waitFor(() =>
      expect(requested.some(({ call }) => call === 'GET /experimental/v1/compute')).toBe(true),
    )
    await waitFor(() => expect(isOffered('Attach existing disk')).toBe(hotplug))
    expect(isOffered('Create disk')).toBe(hotplug)
  },
)
