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
    'creating info spinner',
    'destroyed neutral',
    'failed danger',
    'migrating info spinner',
    'rebooting info spinner',
    'repairing notice',
    'running positive',
    'starting info spinner',
    'stopped neutral',
    'stopping info spinner',
  ])
})

test('shows each disk state in words without underscores', () => {
  expect(diskStates.map((state) => face(<DiskStateBadge state={state} />)).sort()).toEqual([
    'attached positive',
    'attaching info spinner',
    'creating info spinner',
    'destroyed neutral',
    'detached neutral',
    'detaching info spinner',
    'faulted danger',
    'finalizing info spinner',
    'import ready info',
    'importing from bulk writes info',
    'importing from url info',
    'maintenance notice',
  ])
})

test('marks a snapshot in creation as moving, and a failed one as broken', () => {
  expect(face(<SnapshotStateBadge state="creating" />)).toBe('creating info spinner')
  expect(face(<SnapshotStateBadge state="faulted" />)).toBe('faulted danger')
})
