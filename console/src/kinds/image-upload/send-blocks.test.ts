import { EXTENSIONS } from '@granary/contract/call.ts'
import { diskWriteBlocks } from '@granary/contract/generated/client.ts'
import { isCallFailure, TimedOutError, UnreadableFileError } from '@granary/image-upload/host.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendBlocks } from './send-blocks.ts'

/** The only request. The test controls its outcome. */
class Wire extends EventTarget {
  static last: Wire
  upload = new EventTarget()
  status = 204
  responseText = ''
  requested: unknown[] = []
  sent: unknown
  abort = vi.fn()
  constructor() {
    super()
    Wire.last = this
  }
  open = (...given: unknown[]) => void this.requested.push(...given)
  setRequestHeader = (...given: unknown[]) => void this.requested.push(...given)
  getResponseHeader = () => 'r-1'
  send = (body: unknown) => void (this.sent = body)
  answer(status: number, text = '') {
    this.status = status
    this.responseText = text
    this.dispatchEvent(new Event('load'))
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', Wire)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const bytes = new Uint8Array(512)
function begin(part: Uint8Array<ArrayBuffer> | Blob = bytes) {
  const control = new AbortController()
  const input = { path: { disk: 'tmp' }, query: { project: 'shop', offset: 1024 } }
  const ended = sendBlocks(EXTENSIONS.call(diskWriteBlocks), input, part, control.signal).then(
    () => 'done',
    (error: unknown) => error,
  )
  return { control, ended, wire: Wire.last }
}

test('sends the raw part to its offset on the disk', async () => {
  const { ended, wire } = begin()
  expect(wire.requested).toEqual([
    'PUT',
    '/experimental/v1/disks/tmp/blocks?project=shop&offset=1024',
    'content-type',
    'application/octet-stream',
  ])
  expect(wire.sent).toBe(bytes)
  wire.answer(204)
  expect(await ended).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
})

test('distinguishes an API error from a lost connection', async () => {
  const refused = begin()
  refused.wire.answer(400, JSON.stringify({ error_code: 'InvalidRequest', message: 'no such place' }))
  expect(await refused.ended).toMatchObject({
    statusCode: 400,
    errorCode: 'InvalidRequest',
    message: 'No such place',
    requestId: 'r-1',
  })
  const lost = begin()
  lost.wire.dispatchEvent(new Event('error'))
  const error = await lost.ended
  expect(isCallFailure(error) && error.statusCode).toBe(0)
})

test('waits for a slow link as long as bytes move, and aborts a stalled one', async () => {
  const { ended, wire } = begin()
  for (let at = 0; at < 20; at++) {
    await vi.advanceTimersByTimeAsync(25_000)
    wire.upload.dispatchEvent(new Event('progress'))
  }
  expect(wire.abort).not.toHaveBeenCalled()
  wire.upload.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await ended).toBeInstanceOf(TimedOutError)
  expect(wire.abort).toHaveBeenCalledOnce()
})

test('rejects with the reason when aborted', async () => {
  const { control, ended, wire } = begin()
  const reason = new Error('cancelled')
  control.abort(reason)
  expect(await ended).toBe(reason)
  expect(wire.abort).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

test('does not report a changed file as a lost connection', async () => {
  const part = new Blob([bytes])
  const gone = { arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }
  vi.spyOn(part, 'slice').mockReturnValue(gone as unknown as Blob)
  const { ended, wire } = begin(part)
  wire.dispatchEvent(new Event('error'))
  expect(await ended).toBeInstanceOf(UnreadableFileError)
})
