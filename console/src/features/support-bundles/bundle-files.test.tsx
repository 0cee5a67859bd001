import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { fireEvent, screen } from '../../ui/testing.ts'
import type { Bundle } from './bundle.tsx'
import { BundleFiles } from './bundle-files.tsx'

afterEach(() => vi.unstubAllGlobals())

/** A bundle of a server that has only the published API. */
const bundle: Bundle = {
  id: 'b1',
  state: 'active',
  reasonForCreation: 'Created by external API',
  reasonForFailure: null,
  userComment: null,
  timeCreated: new Date(0),
}

test('reads the names of files from the index where a bundle does not list them, and says if that failed', async () => {
  let status = 500
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toBe('/v1/system/support-bundles/b1/index')
    return status === 200
      ? new Response('server.json\ntasks.json\n')
      : Response.json({ message: 'Internal Server Error', error_code: 'Internal' }, { status })
  })
  renderInConsole(<BundleFiles bundle={bundle} />, createQueryClient())
  expect(await screen.findByText('Files could not be loaded')).toBeTruthy()
  status = 200
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const link = await screen.findByRole('link', { name: 'tasks.json' })
  expect(link.getAttribute('href')).toBe('/v1/system/support-bundles/b1/download/tasks.json')
})

test('offers no file of a bundle that is still collected', () => {
  const file = { name: 'server.json', size: 10, isCut: false, problem: null }
  renderInConsole(
    <BundleFiles bundle={{ ...bundle, state: 'collecting', files: [file] }} />,
    createQueryClient(),
  )
  expect(screen.getByText('server.json')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
