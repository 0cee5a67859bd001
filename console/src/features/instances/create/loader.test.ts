import { instanceList, projectView } from '@granary/contract/generated/client.ts'
import { expect, test, vi } from 'vitest'
import { apiQuery, createQueryClient, pageQuery } from '../../../api/queries.ts'
import { requireProject } from './loader.ts'

test('asks for a project unless a list of its instances was read', async () => {
  const client = createQueryClient()
  const requested = vi.spyOn(client, 'ensureQueryData').mockImplementation(async () => ({}))
  const listOf = (project: string) => pageQuery(instanceList, { query: { project } }).queryKey
  client.setQueryData(listOf('other'), { items: [], nextPage: null })
  await requireProject(client, 'shop')
  expect(requested.mock.calls.map(([{ queryKey }]) => queryKey)).toEqual([
    apiQuery(projectView, { path: { project: 'shop' } }).queryKey,
  ])
  client.setQueryData(listOf('shop'), { items: [], nextPage: null })
  await requireProject(client, 'shop')
  expect(requested).toHaveBeenCalledOnce()
})

test('asks for a project whose list of instances could not be read', async () => {
  const client = createQueryClient()
  const list = pageQuery(instanceList, { query: { project: 'gone' } })
  await client.prefetchQuery({ ...list, queryFn: () => Promise.reject(new Error('not found')) })
  const refused = vi.spyOn(client, 'ensureQueryData').mockRejectedValue(new Error('not found'))
  await expect(requireProject(client, 'gone')).rejects.toThrow('not found')
  expect(refused).toHaveBeenCalledOnce()
})
