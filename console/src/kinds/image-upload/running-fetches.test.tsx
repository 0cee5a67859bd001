import { EXTENSIONS } from '@granary/contract/call.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, pageWith } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { screen } from '../../ui/testing.ts'
import { RunningFetches } from './running-fetches.tsx'

afterEach(() => vi.unstubAllGlobals())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

test.each([
  ['waiting', 4, 'info', 'An image is being fetched'],
  ['waiting', 6, 'notice', 'Fetching an image takes longer than usual'],
  ['downloading', 59, 'info', 'An image is being fetched'],
  ['downloading', 61, 'notice', 'Fetching an image takes longer than usual'],
  ['failed', 61, 'notice', 'An image could not be fetched'],
])('a fetch that is %s for %i minutes: %s', async (state, minutes, variant, title) => {
  const fetch = {
    id: 'f1',
    name: 'debian-13',
    state,
    message: null,
    time_created: ago(minutes),
    time_completed: state === 'failed' ? ago(1) : null,
  }
  answerWith({ 'GET /experimental/v1/image-fetches': () => pageWith(fetch) })
  renderInConsole(
    <RunningFetches extensions={EXTENSIONS} project="shop" onShow={() => {}} />,
    createQueryClient(),
  )
  const shown = await screen.findByText(title)
  expect(shown.closest('[data-variant]')!.getAttribute('data-variant')).toBe(variant)
})
