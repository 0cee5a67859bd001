import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, refusal } from '../../api/testing.ts'
import { act, fireEvent, render, screen, waitFor } from '../../ui/testing.ts'
import { SiloIssueBadge, SystemIssueBadge } from './badges.tsx'

const FLEET = 'GET /experimental/v1/system/issue-count'
const SILO = 'GET /experimental/v1/issue-count'
const count = { count: 6, is_capped: true }

const show = (Badge: typeof SystemIssueBadge | typeof SiloIssueBadge) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Suspense fallback={null}>
        <Badge />
      </Suspense>
    </QueryClientProvider>,
  ).container

test.each([
  [FLEET, SystemIssueBadge],
  [SILO, SiloIssueBadge],
])('shows the answer of %s', async (call, Badge) => {
  answerWith({ 'GET /v1/me': { fleet_viewer: true }, [call]: count })
  const container = show(Badge)
  await waitFor(() => expect(container.textContent).toBe('6+'))
})

test('asks nothing about the fleet for users who may not see it', async () => {
  const requested = answerWith({ 'GET /v1/me': { fleet_viewer: false }, [FLEET]: count })
  show(SystemIssueBadge)
  await waitFor(() => expect(requested.map(({ call }) => call)).toEqual(['GET /v1/me']))
  await act(async () => {
    await import('../count-badge.tsx')
  })
  expect(requested.map(({ call }) => call)).toEqual(['GET /v1/me'])
})

test('a number that failed to load does not look like no issues', async () => {
  let answer: () => unknown = () => refusal(500, 'Internal', 'Internal Server Error')
  answerWith({ 'GET /v1/me': { fleet_viewer: true }, [FLEET]: () => answer() })
  const container = show(SystemIssueBadge)
  const again = await screen.findByRole('button', { name: 'Load the number of issues again' })
  answer = () => count
  fireEvent.click(again)
  await waitFor(() => expect(container.textContent).toBe('6+'))
})

test('shows no mark to users who may not know the number', async () => {
  const requested = answerWith({
    'GET /v1/me': { fleet_viewer: true },
    [FLEET]: () => refusal(403, 'Forbidden', 'Forbidden'),
  })
  const container = show(SystemIssueBadge)
  await waitFor(() => expect(requested.map(({ call }) => call)).toContain(FLEET))
  await act(async () => {
    await Promise.resolve()
  })
  expect(container.textContent).toBe('')
})
