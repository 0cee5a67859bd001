import { expect, test } from 'vitest'
import { render, screen } from '../testing.ts'
import { Drawing, EmptyState, preloadDrawings } from './empty-state.tsx'

const isDrawn = (container: Element) => container.querySelector('svg') !== null

test('draws at once after its code was prefetched, and keeps the space of a drawing that loads', async () => {
  const first = render(<EmptyState drawing="disk" title="No disks" />)
  expect(screen.getByRole('heading', { name: 'No disks' })).toBeTruthy()
  expect(isDrawn(first.container)).toBe(false)
  await preloadDrawings()
  const second = render(<Drawing name="disk" />)
  expect(isDrawn(second.container)).toBe(true)
})
