import { QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../api/testing.ts'
import { render, waitFor } from '../../ui/testing.ts'
import { UseCurve } from './use-curve.tsx'

afterEach(() => vi.unstubAllGlobals())

const DAY_MS = 86_400_000
const PATH = 'GET /v1/metrics/cpus_provisioned'
const outlook = {
  resource: 'cpus' as const,
  limit: 'quota' as const,
  amount: 100,
  used: 50,
  state: 'runs_out' as const,
  historyDays: 30,
  likelyDays: 60,
  earliestDays: 40,
  latestDays: 90,
  message: '',
}
const point = (days: number, datum: number) => ({
  timestamp: new Date(Date.now() + days * DAY_MS).toISOString(),
  datum: { type: 'i64', datum },
})

/** Renders the curve. Returns what the paths draw, in their order: limit, now, area, use, outlook. */
async function draw(answers: Answers, more: Partial<typeof outlook> = {}) {
  answerWith(answers)
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <UseCurve outlook={{ ...outlook, ...more }} counted="silo" scope={undefined} />
    </QueryClientProvider>,
  )
  const paths = () => [...container.querySelectorAll('path')].map((path) => path.getAttribute('d'))
  return { paths }
}

test('draws the use in steps up to now, and dots on to where the trend leads', async () => {
  const { paths } = await draw({ [PATH]: pageWith(point(-15, 25), point(-3, 50)) })
  await waitFor(() => expect(paths()).toHaveLength(5))
  // The read of the value before answers with the first point of the page too.
  expect(paths()[3]).toMatch(/^M0 15H25V15H45V10H50V10$/)
  expect(paths()[4]).toBe('M50 10L100 5')
})

test('ends the dots where the resource runs out', async () => {
  const { paths } = await draw({ [PATH]: pageWith() }, { likelyDays: 15 })
  expect(paths().at(-1)).toBe('M50 10L75 0')
})

test('draws only the limit when the use failed to load and no trend is known', async () => {
  const { paths } = await draw(
    { [PATH]: refusal(500, 'Internal', 'Internal Server Error') },
    { state: 'not_enough_history' as never, likelyDays: null as never },
  )
  await waitFor(() => expect(paths()).toEqual(['M0 0H100', 'M50 0V20', '']))
})

test('draws no use where nothing was ever used', async () => {
  const { paths } = await draw({ [PATH]: pageWith() }, { used: 0 })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(paths()).toHaveLength(3)
})
