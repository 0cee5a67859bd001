import { diskStates } from '@granary/domain/disk-states.ts'
import { instanceStates } from '@granary/domain/instance-states.ts'
import { expect, test } from 'vitest'
import { DiskStateBadge, InstanceStateBadge, SnapshotStateBadge } from './state-badge.tsx'
import { render } from './testing.ts'

const face = (badge: React.ReactElement) => {
  const { container } = render(badge)
  const spinner = container.querySelector('[aria-label="Spinner"]') !== null
  return `${container.textContent} ${container.querySelector('[data-color]')?.getAttribute('data-color')}${spinner ? ' spinner' : ''}`
}

test('shows each instance state with a word, a colour, and a spinner while it changes', () => {
  expect(instanceStates.map((state) => face(<InstanceStateBadge state={state} />)).sort()).toEqual([
    'creating default spinner',
    'destroyed danger',
    'failed danger',
    'migrating change spinner',
    'rebooting info spinner',
    'repairing notice',
    'running default',
    'starting info spinner',
    'stopped neutral',
    'stopping neutral spinner',
  ])
})

test('shows each disk state in words without underscores', () => {
  expect(diskStates.map((state) => face(<DiskStateBadge state={state} />)).sort()).toEqual([
    'attached default',
    'attaching info spinner',
    'creating default spinner',
    'destroyed danger',
    'detached neutral',
    'detaching info spinner',
    'faulted danger',
    'finalizing info spinner',
    'import ready info',
    'importing from bulk writes change',
    'importing from url change',
    'maintenance notice',
  ])
})

test('accents a snapshot in creation, and marks a failed one red', () => {
  expect(face(<SnapshotStateBadge state="creating" />)).toBe('creating default spinner')
  expect(face(<SnapshotStateBadge state="faulted" />)).toBe('faulted danger')
})
