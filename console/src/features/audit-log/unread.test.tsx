import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith, refusal } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { screen } from '../../ui/testing.ts'
import { KeptFor } from './kept-for.tsx'
import { ResourceLink } from './resource-link.tsx'

afterEach(() => vi.unstubAllGlobals())

const failed = () => refusal(500, 'Internal', 'Internal Server Error')

test('says that the time for which entries are kept failed to load', async () => {
  answerWith({ 'GET /experimental/v1/system/log-retention': failed })
  renderInConsole(<KeptFor />, createQueryClient())
  expect(await screen.findByText('The time for which entries are kept could not be loaded')).toBeTruthy()
})

test('a resource without a link says that its history failed to load', async () => {
  answerWith({ 'GET /experimental/v1/history/d1': failed })
  const resource = {
    id: 'd1',
    kind: 'disk',
    name: 'data',
    siloId: 's1',
    projectId: 'p1',
    projectName: 'shop',
  }
  renderInConsole(
    <Suspense>
      <ResourceLink resource={resource as Parameters<typeof ResourceLink>[0]['resource']} />
    </Suspense>,
    createQueryClient(),
  )
  expect(await screen.findByText(/disk data/)).toBeTruthy()
  expect(await screen.findByText('Its history could not be loaded')).toBeTruthy()
})
