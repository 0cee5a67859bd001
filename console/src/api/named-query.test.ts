import { instanceDiskList, instanceView } from '@granary/contract/generated/client.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { apiQuery, namedQuery } from './queries.ts'

const view = apiQuery(instanceView, { path: { instance: 'web' }, query: { project: 'shop' } })
const disks = namedQuery(
  instanceDiskList,
  { path: { instance: 'web' }, query: { project: 'shop' } },
  (id) => ({ path: { instance: id } }),
  view,
)
const NOT_FOUND = { error_code: 'ObjectNotFound', message: 'not found: instance with name "web"' }

test('reads what a renamed resource has by the id of its view', async () => {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return url.startsWith('/v1/instances/web/')
      ? Response.json(NOT_FOUND, { status: 404 })
      : Response.json({ items: [], next_page: null })
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await expect(client.fetchQuery(disks)).rejects.toMatchObject({ statusCode: 404 })
  client.setQueryData(view.queryKey, { id: 'an-id' } as never)
  await expect(client.fetchQuery(disks)).resolves.toEqual({ items: [], nextPage: null })
  expect(requested.at(-1)).toBe('/v1/instances/an-id/disks')
})
