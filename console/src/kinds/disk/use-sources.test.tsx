import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '../../ui/testing.ts'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { useImages } from './use-sources.ts'

afterEach(() => vi.unstubAllGlobals())

test("offers the project's images to users who can't see silo images", async () => {
  const image = { id: 'i1', name: 'base', project_id: 'p1', state: 'ready', size: 1 }
  vi.stubGlobal('fetch', async (input: Request | string | URL) => {
    const url = input instanceof Request ? input.url : String(input)
    return url.includes('project=shop')
      ? Response.json({ items: [image] })
      : Response.json({ error_code: 'Forbidden', message: 'Forbidden', request_id: 'r' }, { status: 403 })
  })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useImages('shop'), { wrapper })
  await waitFor(() => expect(result.current?.map(({ name }) => name)).toEqual(['base']))
})
