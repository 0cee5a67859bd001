import { describe, expect, test } from 'vitest'
import {
  type DiskAction,
  diskActionAllowed,
  diskActionReason,
  diskServerOutcome,
  type DiskStateName,
  diskStates,
  isDiskTransitional,
  snapshotReason,
} from './disk-states.ts'

test('knows the transient states', () =>
  expect(diskStates.filter(isDiskTransitional).sort()).toEqual([
    'attaching',
    'creating',
    'detaching',
    'finalizing',
  ]))

describe('offered actions', () => {
  const offered: [DiskAction, string, string][] = [
    ['delete', 'detached faulted', 'Only detached or faulted disks can be deleted'],
    ['snapshot', 'attached detached', 'Only attached or detached disks can be snapshotted'],
    ['attach', 'creating detached', 'Only creating or detached disks can be attached'],
    ['detach', 'attached', 'Only attached disks can be detached'],
    ['set_boot_disk', 'attached', 'Only attached disks can be set as boot disk'],
    ['bulk_write_start', 'import_ready', 'Only import ready disks can be put into import mode'],
    [
      'bulk_write',
      'importing_from_bulk_writes',
      'Only importing from bulk writes disks can be written to by an import',
    ],
    [
      'bulk_write_stop',
      'importing_from_bulk_writes',
      'Only importing from bulk writes disks can be taken out of import mode',
    ],
    ['finalize', 'import_ready', 'Only import ready disks can be finalized'],
  ]

  test.each(offered)('%s', (action, states, reason) => {
    const allowed = diskStates.filter((state) => diskActionAllowed(action, state))
    expect(allowed.sort().join(' ')).toBe(states)
    expect(diskActionReason(action, 'destroyed')).toBe(reason)
    for (const state of diskStates)
      expect(diskActionReason(action, state) === null).toBe(allowed.includes(state))
  })

  test('an attached disk must be detached first', () =>
    expect(diskActionReason('delete', 'attached')).toBe('The disk must be detached before it can be deleted'))

  test('a snapshot needs a distributed, writable disk', () => {
    const disk = { state: 'attached', type: 'distributed', readOnly: false } as const
    expect(snapshotReason(disk)).toBeNull()
    expect(snapshotReason({ ...disk, readOnly: true })).toBe('Read-only disks cannot be snapshotted')
    expect(snapshotReason({ ...disk, type: 'local' })).toBe('Local disks cannot be snapshotted')
    expect(snapshotReason({ ...disk, state: 'creating' })).toBe(
      'Only attached or detached disks can be snapshotted',
    )
  })
})

const asked: [DiskAction, DiskStateName, string | number, string?][] = [
  ['delete', 'faulted', 'ok'],
  ['delete', 'import_ready', 400, 'disk cannot be deleted in state "import_ready"'],
  ['snapshot', 'attached', 'ok'],
  ['snapshot', 'maintenance', 503, 'disk "data" cannot be snapshotted in state "maintenance"'],
  ['attach', 'creating', 'ok'],
  ['attach', 'attached', 400, 'cannot attach disk "data": disk is attached to another instance'],
  ['attach', 'attaching', 400, 'cannot attach disk "data": disk is attached to another instance'],
  ['attach', 'detaching', 400, 'cannot attach disk "data": disk is attached to another instance'],
  ['attach', 'import_ready', 400, 'cannot attach disk "data": invalid state import_ready'],
  ['detach', 'attached', 'ok'],
  ['detach', 'detached', 'no-op'],
  ['detach', 'faulted', 400, 'cannot detach disk "data": invalid state faulted'],
  ['set_boot_disk', 'detached', 409, 'boot disk must be attached'],
  [
    'bulk_write',
    'import_ready',
    400,
    'disk "data" cannot be written to by an import: its state is import_ready, it must be importing_from_bulk_writes',
  ],
  ['finalize', 'importing_from_bulk_writes', 400, 'it must be import_ready'],
]

test.each(asked)('the server answers %s while %s with %s', (action, state, outcome, message = '') => {
  const result = diskServerOutcome(action, { name: 'data', state })
  if (typeof outcome === 'string') expect(result).toBe(outcome)
  else expect(result).toEqual({ status: outcome, message: expect.stringContaining(message) })
})
