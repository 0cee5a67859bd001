import { EXTENSIONS } from '@granary/contract/call.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../api/queries.ts'
import { answerWith } from '../../api/testing.ts'
import { renderInConsole } from '../../app/testing.tsx'
import { Toasts } from '../../ui/toast/toasts.tsx'
import { act, screen, waitFor } from '../../ui/testing.ts'
import { FetchDialog } from './fetch-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const FETCH = 'GET /experimental/v1/image-fetches/f1'
const fetched = {
  id: 'f1',
  name: 'debian-13',
  state: 'succeeded',
  image_id: 'i1',
  message: null,
  bytes_done: 512,
  bytes_total: 512,
  time_created: '2026-11-23T10:00:00.000Z',
  time_modified: '2026-11-23T10:00:01.000Z',
}

test('announces a fetched image once, although its fetch is read again', async () => {
  const requested = answerWith({ [FETCH]: () => fetched })
  const client = createQueryClient()
  const onDone = vi.fn()
  renderInConsole(
    <>
      <FetchDialog extensions={EXTENSIONS} id="f1" onDone={onDone} onBack={() => {}} />
      <Toasts />
    </>,
    client,
  )
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('i1'))
  // As after a pushed change.
  await act(async () => {
    await client.invalidateQueries()
    // The query tells its components in a task of its own.
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(requested.filter(({ call }) => call === FETCH)).toHaveLength(2)
  expect(onDone).toHaveBeenCalledTimes(1)
  expect(document.body.textContent.match(/Image debian-13 created/g)).toHaveLength(1)
})

test('says that the server makes the demo image, which is no download', async () => {
  const fetch = {
    ...fetched,
    state: 'downloading',
    url: 'granary:demo-image',
    bytes_done: 0,
    bytes_total: null,
  }
  answerWith({ [FETCH]: () => fetch })
  renderInConsole(
    <FetchDialog extensions={EXTENSIONS} id="f1" onDone={() => {}} onBack={() => {}} />,
    createQueryClient(),
  )
  expect(await screen.findAllByText('Making the image')).toHaveLength(2)
  expect(screen.queryByText('Downloading')).toBeNull()
})
