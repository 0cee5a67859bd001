import { expect, test, vi } from 'vitest'
import { fireEvent, render, screen, waitFor } from '../testing.ts'
import type { Range } from './ranges.ts'
import { TimeRange } from './time-range.tsx'

const HOUR = 3_600_000

test('arrow keys move along the days as soon as the calendar is open', async () => {
  const onChange = vi.fn<(range: Range) => void>()
  const to = new Date(2024, 10, 20, 12).getTime()
  render(
    <TimeRange
      presets={[{ value: 'hour', label: 'Last hour' }]}
      range="hour"
      period={[to - HOUR, to]}
      onChange={onChange}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: /Calendar$/ }))
  await screen.findByRole('dialog', { name: 'Calendar' })
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await waitFor(() => expect(focused()).toMatch(/November 20, 2024/))
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowLeft' })
  await waitFor(() => expect(focused()).toMatch(/November 19, 2024/))
})
