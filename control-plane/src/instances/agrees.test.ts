import type { MachineState } from '@granary/compute/machine.ts'
import { expect, test } from 'vitest'
import type { InstanceRow } from '../database/schema.ts'
import { agrees } from './reports.ts'

const TIME = Date.parse('2026-11-27T12:00:00Z')

test.each<
  [
    InstanceRow['run_state'],
    InstanceRow['charged'],
    string | null,
    MachineState,
    number,
    string | null,
    boolean,
  ]
>([
  ['running', 1, 'one', 'running', 0, 'one', true],
  ['running', 1, 'one', 'running', 0, null, true],
  ['running', 1, 'one', 'running', 0, 'other', false],
  ['running', 0, null, 'running', 0, null, false],
  ['starting', 1, 'one', 'running', 0, 'one', false],
  ['stopped', 0, null, 'stopped', 0, null, true],
  ['stopped', 1, 'one', 'stopped', 0, null, false],
  ['failed', 0, null, 'failed', 0, null, true],
  ['failed', 1, 'one', 'failed', 0, null, false],
  // A start that was refused: the machine stopped before.
  ['failed', 0, null, 'stopped', -1, null, true],
  ['failed', 1, 'one', 'stopped', -1, null, false],
  ['failed', 0, null, 'stopping', -1, null, false],
  ['stopping', 0, null, 'stopped', -1, null, false],
  // A machine that failed and was stopped then.
  ['failed', 0, null, 'stopped', 0, null, false],
  ['failed', 0, null, 'stopped', 1, null, false],
])(
  'an instance: %s, charged: %i on sled %s; its machine: %s, since %i ms, on sled %s: agree: %s',
  (run_state, charged, sled_id, state, ms, sledId, expected) => {
    const row = {
      run_state,
      charged,
      sled_id,
      note: null,
      time_run_state_updated: new Date(TIME).toISOString(),
    }
    const machine = { id: crypto.randomUUID(), state, since: new Date(TIME + ms), sledId }
    expect(agrees(row, machine)).toBe(expected)
  },
)

test('an instance with another note than its machine does not agree', () => {
  const since = new Date(TIME)
  const row = {
    run_state: 'starting' as const,
    charged: 1 as const,
    sled_id: 'one',
    note: '3 others start first',
  }
  const machine = { id: crypto.randomUUID(), state: 'starting' as const, since, sledId: 'one' }
  const shown = { ...row, time_run_state_updated: since.toISOString() }
  expect(agrees(shown, { ...machine, note: '3 others start first' })).toBe(true)
  expect(agrees(shown, { ...machine, note: '2 others start first' })).toBe(false)
  expect(agrees(shown, machine)).toBe(false)
})
