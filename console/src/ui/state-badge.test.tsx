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

test('each state of an instance has a word, a colour, and a spinner while it passes', () => {
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

test('each state of a disk has words without underscores', () => {
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

test('a snapshot is accented while it is made, and red when it failed', () => {
  expect(face(<SnapshotStateBadge state="creating" />)).toBe('creating default spinner')
  expect(face(<SnapshotStateBadge state="faulted" />)).toBe('faulted danger')
})
