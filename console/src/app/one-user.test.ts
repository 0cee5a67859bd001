import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { act, renderHook } from '../ui/testing.ts'
import { useOneUser } from './one-user.ts'
import { currentUser } from './session.ts'

test('reloads a page on which another user has signed in, and no other page', async () => {
  const reload = vi.fn<() => void>()
  const client = new QueryClient()
  const answer = (user: object) =>
    act(async () => {
      client.setQueryData(currentUser.queryKey, user as never)
      // Observers learn of it in the next turn.
      await new Promise((resolve) => setTimeout(resolve))
    })
  const ann = { id: 'ann', displayName: 'Ann', fleetViewer: false }
  await answer(ann)
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client }, children)
  renderHook(() => useOneUser(reload), { wrapper })
  await answer({ ...ann, fleetViewer: true })
  expect(reload).not.toHaveBeenCalled()
  await answer({ ...ann, id: 'bob' })
  expect(reload).toHaveBeenCalledTimes(1)
})
