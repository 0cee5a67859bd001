import { expect, test } from 'vitest'
import { diskStates } from './disk-states.ts'
import { instanceStates } from './instance-states.ts'
import { diskDeletionStep, instanceDeletionStep, snapshotDeletionStep } from './project-deletion.ts'
import { copyStates } from './snapshot-states.ts'

const table = <State extends string>(states: readonly State[], step: (state: State) => unknown) =>
  Object.fromEntries(states.map((state) => [state, step(state)]))

test('an instance is deleted, stopped first, or waited for', () => {
  expect(table(instanceStates, instanceDeletionStep)).toEqual({
    creating: 'delete',
    starting: 'stop',
    running: 'stop',
    stopping: 'wait',
    stopped: 'delete',
    rebooting: 'stop',
    migrating: 'wait',
    repairing: { refused: expect.stringContaining('cannot delete instance') },
    failed: 'delete',
    destroyed: { refused: expect.stringContaining('cannot delete instance') },
  })
})

test('a disk is deleted once it is free, but not from under an import', () => {
  expect(table(diskStates, diskDeletionStep)).toMatchObject({
    creating: 'wait',
    detached: 'delete',
    import_ready: { refused: 'disk cannot be deleted in state "import_ready"' },
    finalizing: 'wait',
    maintenance: { refused: 'disk cannot be deleted in state "maintenance"' },
    attached: 'wait',
    faulted: 'delete',
  })
})

test('a snapshot is waited for while it is being created', () => {
  expect(table(copyStates, snapshotDeletionStep)).toMatchObject({
    creating: 'wait',
    ready: 'delete',
    faulted: 'delete',
  })
})
