import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { type Answers, answerWith, pageWith, refusal } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { fireEvent, screen, waitFor } from '../../ui/testing.ts'
import { ImageUpload } from './image-upload.tsx'

afterEach(() => vi.unstubAllGlobals())

const CATALOG = 'GET /experimental/v1/image-catalog'
const FETCHES = 'GET /experimental/v1/image-fetches'
const DISKS = 'GET /v1/disks'
const failed = () => refusal(500, 'Internal', 'Internal Server Error')

async function show(answers: Answers) {
  answerWith({
    [CATALOG]: { can_fetch: true, images: [] },
    [FETCHES]: pageWith(),
    [DISKS]: pageWith(),
    'GET /v1/snapshots': pageWith(),
    'GET /v1/images': pageWith(),
    ...answers,
  })
  renderInConsole(<ImageUpload project="shop" onDismiss={() => {}} onMade={() => {}} />, createQueryClient())
  await screen.findByRole('dialog', { name: 'Upload image' })
}

test('a catalog that failed to load does not look like a server that fetches no images', async () => {
  let catalog: () => unknown = failed
  await show({ [CATALOG]: () => catalog() })
  expect(await screen.findByText('Other sources of images could not be loaded')).toBeTruthy()
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'debian' } })
  catalog = () => ({ can_fetch: true, images: [] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('radio', { name: 'The catalog' })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('debian')
})

test('says that unfinished uploads and running downloads failed to load', async () => {
  let isBroken = true
  const list = () => (isBroken ? failed() : pageWith())
  await show({ [DISKS]: list, [FETCHES]: list })
  expect(await screen.findByText('Unfinished uploads could not be loaded')).toBeTruthy()
  expect(await screen.findByText('Running downloads could not be loaded')).toBeTruthy()
  isBroken = false
  for (const again of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(again)
  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull())
})
