import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '../../ui/testing.ts'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { useSource } from './use-source.ts'

afterEach(() => vi.unstubAllGlobals())

const refusal = (status: number) =>
  Response.json({ error_code: 'Refused', message: 'Refused', request_id: 'r' }, { status })

test.each([
  {
    silo: 'may be seen',
    answer: () => Response.json({ items: [] }),
    origin: { kind: 'gone', what: 'Image' },
  },
  { silo: 'may not be seen', answer: () => refusal(403), origin: { kind: 'hidden' } },
])('a missing image is $origin.kind where the silo images $silo', async ({ answer, origin }) => {
  vi.stubGlobal('fetch', async (input: Request | string | URL) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.includes('project=shop')) return Response.json({ items: [] })
    return url.includes('/v1/images/') ? refusal(404) : answer()
  })
  const client = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useSource({ imageId: 'i1', snapshotId: null }, 'shop'), { wrapper })
  await waitFor(() => expect(result.current).toEqual(origin))
})
