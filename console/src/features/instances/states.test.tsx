import { type InstanceState, instanceStates } from '@granary/domain/instance-states.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { fireEvent, screen, within } from '../../ui/testing.ts'
import { InterfacesCard } from './networking/interfaces-card.tsx'
import { StorageTab } from './storage/storage-tab.tsx'
import { setExtensions } from '../../api/extensions.ts'
import { answerWith, pageWith } from '../../api/testing.ts'
import { diskOf, entriesOf, nicOf, reasonOf, showInstance, webInstance } from './testing.tsx'

const NIC = 'The instance must be stopped before a network interface is created, changed or deleted'
/**
 * The states in which each action is enabled, and the reason shown in all others. Written from the specification, not from
 * the code.
 */
const MATRIX: Record<string, [states: InstanceState[], reason: string]> = {
  Start: [['stopped', 'failed'], 'Only stopped or failed instances can be started'],
  Stop: [['running', 'starting', 'rebooting', 'failed'], 'Only running instances can be stopped'],
  Reboot: [['running'], 'Only running instances can be rebooted'],
  Resize: [['stopped', 'failed', 'creating'], 'Only stopped, failed, or creating instances can be resized'],
  Delete: [['stopped', 'failed'], 'Only stopped or failed instances can be deleted'],
  'Attach existing disk': [['creating', 'stopped'], 'The instance must be stopped to attach a disk'],
  'Create disk': [['creating', 'stopped'], 'The instance must be stopped to create and attach a disk'],
  'Unset as boot disk': [
    ['stopped', 'failed', 'creating'],
    'The instance must be stopped before its boot disk can change',
  ],
  'Set as boot disk': [
    ['stopped', 'failed', 'creating'],
    'The instance must be stopped before its boot disk can change',
  ],
  Detach: [['creating', 'stopped', 'failed'], 'The instance must be stopped before a disk can be detached'],
  'Add network interface': [['stopped'], NIC],
  'Make primary': [['stopped'], NIC],
  'Edit interface': [['stopped'], NIC],
  'Delete interface': [['stopped'], NIC],
}
/** Granary takes these during a create too, and carries them out in order. */
const EARLY = new Set(['Start', 'Stop', 'Delete'])
const expected = (action: string, state: InstanceState): string | null => {
  if (state === 'creating' && EARLY.has(action)) return null
  const [states, reason] = MATRIX[action]!
  return states.includes(state) ? null : reason
}

afterEach(() => vi.unstubAllGlobals())

const serve = (state: InstanceState) =>
  answerWith({
    'GET /v1/instances/web': webInstance(state),
    'GET /v1/instances/web/external-ips': pageWith(),
    'GET /v1/instances/web/disks': pageWith(diskOf('d1', 'boot'), diskOf('d2', 'data')),
    'GET /v1/network-interfaces': pageWith(nicOf('n1', 'net0', true), nicOf('n2', 'net1', false)),
    'GET /v1/vpcs/v1': { id: 'v1', name: 'default' },
    'GET /v1/vpc-subnets/s1': { id: 's1', name: 'default' },
  })
const rowMenu = (table: string, name: string) => {
  const row = within(screen.getByRole('table', { name: table })).getByRole('row', { name: new RegExp(name) })
  return within(row).getByRole('button', { name: 'Row actions' })
}

describe.each(instanceStates)('an instance that is %s', (state) => {
  test('enables the header actions that its state allows', async () => {
    serve(state)
    await showInstance(null)
    const button = (name: string) => reasonOf(screen.getByRole('button', { name }))
    expect([button('Start'), button('Stop')]).toEqual([expected('Start', state), expected('Stop', state)])
    expect(await entriesOf(screen.getByRole('button', { name: 'Instance actions' }))).toEqual({
      'Copy ID': null,
      'Create like this': null,
      'Save as template': null,
      Reboot: expected('Reboot', state),
      Resize: expected('Resize', state),
      'Snapshot boot disk': null,
      'View serial console': null,
      Delete: expected('Delete', state),
    })
  })

  test('enables the disk actions that its state allows', async () => {
    serve(state)
    await showInstance(<StorageTab />)
    await screen.findByRole('table', { name: 'Boot disk' })
    for (const name of ['Attach existing disk', 'Create disk'])
      expect(reasonOf(screen.getByRole('button', { name }))).toBe(expected(name, state))
    expect(await entriesOf(rowMenu('Boot disk', 'boot'))).toEqual({
      'Copy ID': null,
      Snapshot: null,
      'Unset as boot disk': expected('Unset as boot disk', state),
      Detach: 'The boot disk must be unset before it can be detached',
    })
    expect(await entriesOf(rowMenu('Additional disks', 'data'))).toEqual({
      'Copy ID': null,
      Snapshot: null,
      'Set as boot disk': expected('Set as boot disk', state),
      Detach: expected('Detach', state),
    })
  })

  test('enables the interface actions that its state allows', async () => {
    serve(state)
    await showInstance(<InterfacesCard />)
    await screen.findByRole('table', { name: 'Network interfaces' })
    const add = reasonOf(screen.getByRole('button', { name: 'Add network interface' }))
    expect(add).toBe(expected('Add network interface', state))
    expect(await entriesOf(rowMenu('Network interfaces', 'net1'))).toEqual({
      'Copy ID': null,
      'Make primary': expected('Make primary', state),
      Edit: expected('Edit interface', state),
      Delete: expected('Delete interface', state),
    })
  })
})

test('a protected instance is not deleted, and its menu says how to lift that', async () => {
  const requested = answerWith({
    'GET /v1/instances/web': webInstance('stopped', { deletion_protected: true, boot_disk_id: null }),
    'GET /v1/instances/web/external-ips': pageWith(),
    'GET /v1/network-interfaces': pageWith(),
    'POST /experimental/v1/instances/i1/unprotect': webInstance('stopped'),
  })
  await showInstance(null)
  const menu = screen.getByRole('button', { name: 'Instance actions' })
  expect(await entriesOf(menu)).toMatchObject({
    'Snapshot boot disk': 'The instance has no boot disk',
    'Allow deletion': null,
    Delete: 'It is protected: choose "Allow deletion" first',
  })
  fireEvent.click(menu)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Allow deletion' }))
  expect(await screen.findByText(/can be deleted again/)).toBeTruthy()
  expect(requested.map(({ call }) => call)).toContain('POST /experimental/v1/instances/i1/unprotect')
})

test('a server that has only the published API takes no action while it creates the instance', async () => {
  serve('creating')
  setExtensions(false)
  await showInstance(null)
  const button = (name: string) => reasonOf(screen.getByRole('button', { name }))
  expect([button('Start'), button('Stop')]).toEqual([MATRIX.Start![1], MATRIX.Stop![1]])
  const entries = await entriesOf(screen.getByRole('button', { name: 'Instance actions' }))
  expect(entries.Delete).toBe(MATRIX.Delete![1])
})

describe('a disk', () => {
  const entriesFor = async (disk: object) => {
    answerWith({
      'GET /v1/instances/web': webInstance('stopped', { boot_disk_id: null }),
      'GET /v1/instances/web/external-ips': pageWith(),
      'GET /v1/network-interfaces': pageWith(),
      'GET /v1/instances/web/disks': pageWith(disk),
    })
    await showInstance(<StorageTab />)
    await screen.findByRole('table', { name: 'Additional disks' })
    return entriesOf(rowMenu('Additional disks', 'data'))
  }
  const usable = { 'Copy ID': null, Snapshot: null, 'Set as boot disk': null, Detach: null }

  test.each([
    ['local', diskOf('d2', 'data', 'attached', { disk_type: 'local' }), 'Local disks cannot be snapshotted'],
    [
      'read-only',
      diskOf('d2', 'data', 'attached', { read_only: true }),
      'Read-only disks cannot be snapshotted',
    ],
  ])('that is %s disables snapshots and gives the reason', async (_, disk, reason) => {
    expect(await entriesFor(disk)).toEqual({ ...usable, Snapshot: reason })
  })

  test('that is still being created can be detached, but not snapshotted or set as boot disk', async () => {
    expect(await entriesFor(diskOf('d2', 'data', 'creating'))).toEqual({
      ...usable,
      Snapshot: 'Only attached or detached disks can be snapshotted',
      'Set as boot disk': 'Only attached disks can be set as boot disk',
    })
  })
})
