import { diskView } from '@granary/contract/generated/client.ts'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { apiQuery, createQueryClient } from './queries.ts'
import { showAhead } from './show-ahead.ts'
import { answerWith } from './testing.ts'

afterEach(() => vi.unstubAllGlobals())

test('shows the answer at once, and what has become of the resource since', async () => {
  answerWith({ 'GET /v1/disks/data': { name: 'data', size: 2 } })
  const client = createQueryClient()
  const query = apiQuery(diskView, { path: { disk: 'data' }, query: { project: 'shop' } })
  showAhead(client, query, { name: 'data', size: 1 })
  const shown: unknown[] = []
  const observer = new QueryObserver(client, query)
  shown.push(observer.getCurrentResult().data?.size)
  const end = observer.subscribe(({ data }) => shown.push(data?.size))
  await expect.poll(() => shown.at(-1)).toBe(2)
  expect(shown[0]).toBe(1)
  end()
})
