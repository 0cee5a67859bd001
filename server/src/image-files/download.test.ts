import { createHash, randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type DownloadProgress, FetchRefusal } from '@granary/control-plane/kit/base/image-files.ts'
import { MiB } from '@granary/domain/sizes.ts'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary.ts'
import { OutgoingError } from '../outgoing/open-address.ts'
import { reachable } from '../outgoing/reachable.ts'
import { imageFiles } from './image-files.ts'
import { refusalOf } from './words.ts'

const LOOPBACK = ['127.0.0.0/8', '::1']
const START: DownloadProgress = { done: 0, total: null, etag: null }
const FORBIDDEN =
  'The server cannot reach this address: its host name is unknown, or it is in a network that the operator does not allow.'
const FILE = randomBytes(1_500_000)

/** Starts a web server on this machine. @returns its address. */
async function site(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Serves a file with ranges. @param cutAt ends each connection after so many bytes. */
const serve =
  (
    file: Buffer,
    { etag = '"1"', cutAt = Infinity, seen = [] as (string | undefined)[] } = {},
  ): RequestListener =>
  (request, response) => {
    seen.push(request.headers.range)
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const isRest = from > 0 && request.headers['if-range'] === etag
    const rest = isRest ? file.subarray(from) : file
    if (isRest) response.setHeader('content-range', `bytes ${from}-${file.length - 1}/${file.length}`)
    response.writeHead(isRest ? 206 : 200, { 'content-length': rest.length, ...(etag && { etag }) })
    if (rest.length <= cutAt) return response.end(rest)
    // A reset would throw away what is on its way.
    response.write(rest.subarray(0, cutAt), () => request.socket.end())
  }

type Options = {
  from?: DownloadProgress
  max?: number
  allowed?: string[]
  onProgress?: (progress: DownloadProgress) => Promise<void>
  requireSpace?: () => Promise<void>
  signal?: AbortSignal
  folder?: string
  /** Milliseconds. */
  stall?: number
}

/** Downloads a file. @returns its content, or the message of the error. */
async function get(url: string, options: Options = {}): Promise<Buffer | string> {
  const { folder = temporaryFolder(), allowed = LOOPBACK, stall = 60_000 } = options
  const files = imageFiles(folder, reachable(allowed), { stall, pause: 1, report: 0 })
  try {
    await files.download({
      id: 'one',
      url,
      from: options.from ?? START,
      max: options.max ?? 2_000_000,
      tooLarge: 'The file is too large.',
      signal: options.signal ?? new AbortController().signal,
      onProgress: options.onProgress ?? (async () => {}),
      requireSpace: options.requireSpace ?? (async () => {}),
    })
    return readFileSync(join(folder, 'one'))
  } catch (error) {
    return `${(error as Error).name}: ${(error as Error).message}`
  }
}

test('does not connect to this machine by any name unless that is allowed', async () => {
  let asked = 0
  const url = await site((_, response) => response.end(String(++asked)))
  const { port } = new URL(url)
  for (const host of [
    '127.0.0.1',
    'localhost',
    '127.1',
    '0x7f000001',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0.0.0.0',
  ])
    expect(await get(`http://${host}:${port}/`, { allowed: [] }), host).toBe(`FetchRefusal: ${FORBIDDEN}`)
  expect(asked).toBe(0)
  expect(String(await get(`http://localhost:${port}/`))).toBe('1')
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://10.0.0.1/',
  'http://[fe80::1]/',
  'http://[::]/',
])('does not follow a redirect to %s', async (location) => {
  const url = await site((_, response) => response.writeHead(302, { location }).end('secret'))
  expect(await get(url)).toBe(`FetchRefusal: ${FORBIDDEN}`)
})

test('does not follow a redirect back to this machine from an allowed one', async () => {
  let asked = 0
  const inner = await site((_, response) => response.end(String(++asked)))
  const outer = await site((_, response) => response.writeHead(302, { location: inner }).end())
  const { port } = new URL(inner)
  const elsewhere = await site((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end(),
  )
  expect(await get(elsewhere, { allowed: ['127.0.0.1'] })).toBe(`FetchRefusal: ${FORBIDDEN}`)
  expect(asked).toBe(0)
  expect(String(await get(outer, { allowed: ['127.0.0.1'] }))).toBe('1')
})

test('says the same of a forbidden address and of a name that does not exist', async () => {
  expect(await get('http://no-such-host.invalid/', { allowed: [] })).toBe(`FetchRefusal: ${FORBIDDEN}`)
  expect(await get('http://localhost/', { allowed: [] })).toBe(`FetchRefusal: ${FORBIDDEN}`)
})

test.each([
  ['file:///etc/passwd', 'The address must be an address that begins with https:// or http://.'],
  ['https://user:secret@a.example/', 'The address may not have a user name or password in it.'],
])('%s is not asked', async (url, message) => expect(await get(url)).toBe(`FetchRefusal: ${message}`))

test('stops when a file is too large, with and without a length in the answer', async () => {
  const told = await site(serve(FILE))
  const untold = await site((_, response) => {
    const more = (error?: Error | null) => error ?? void response.write(FILE, more)
    more()
  })
  for (const url of [told, untold])
    expect(await get(url, { max: 200_000 })).toBe('FetchRefusal: The file is too large.')
})

test('closes the connection to a site that announces too large a file', async () => {
  let closed = 0
  const url = await site((request, response) => {
    request.socket.on('close', () => closed++)
    response.writeHead(200, { 'content-length': 99_999_999_999_999 }).flushHeaders()
  })
  expect(await get(url)).toBe('FetchRefusal: The file is too large.')
  await expect.poll(() => closed).toBe(1)
})

test('tries a silent site three times', async () => {
  let asked = 0
  const hangs = await site(() => void asked++)
  expect(await get(hangs, { stall: 200 })).toBe('FetchRefusal: The download failed: the site sends nothing.')
  expect(asked).toBe(3)
  const stalls = await site((_, response) => void response.write('<'))
  expect(await get(stalls, { stall: 200 })).toBe('FetchRefusal: The download failed: the site sends nothing.')
})

test('says which status a site answers with, and does not ask again', async () => {
  let asked = 0
  const url = await site((_, response) => response.writeHead(404).end(String(++asked)))
  expect(await get(url)).toBe('FetchRefusal: The site does not serve the file: it answers with status 404.')
  expect(asked).toBe(1)
  expect(await get('http://127.0.0.1:1/')).toBe(
    'FetchRefusal: The download failed: the site refuses connections.',
  )
})

test('says what ends a connection without naming addresses', () => {
  const words = (cause: object) =>
    refusalOf(new OutgoingError('unreachable', 'connect to 10.1.2.3:443', cause)).message
  expect(words({ code: 'ECONNRESET' })).toBe('The download failed: the site closed the connection.')
  expect(words({ code: 'EADDRNOTAVAIL', syscall: 'connect' })).toBe(
    'The download failed: the connection failed (EADDRNOTAVAIL).',
  )
  const ofSeveral = new OutgoingError('unreachable', '', { code: 'ETIMEDOUT' })
  expect(refusalOf(ofSeveral).message).toBe('The download failed: the site does not answer.')
  const certificate = new OutgoingError('unreachable', 'certificate has expired', {
    code: 'CERT_HAS_EXPIRED',
  })
  expect(refusalOf(certificate).message).toBe('The download failed: certificate has expired.')
})

test('continues after each lost connection', async () => {
  const seen: (string | undefined)[] = []
  const url = await site(serve(FILE, { cutAt: 400_000, seen }))
  expect(await get(url)).toEqual(FILE)
  expect(seen.length).toBeGreaterThanOrEqual(4)
  expect(seen.slice(1).every((range) => range !== undefined)).toBe(true)
})

test('stops after three lost connections where the site cannot continue', async () => {
  const url = await site(serve(FILE, { cutAt: 400_000, etag: '' }))
  expect(await get(url)).toMatch(/^FetchRefusal: The download failed: /)
})

test('starts over when the site has another version now', async () => {
  const seen: (string | undefined)[] = []
  let etag = '"old"'
  const other = randomBytes(200_000)
  const url = await site((request, response) => {
    const [file, cutAt] = etag === '"old"' ? [FILE, 400_000] : [other, Infinity]
    serve(file, { etag, cutAt, seen })(request, response)
    etag = '"new"'
  })
  expect(await get(url)).toEqual(other)
  expect(seen[1]).toMatch(/^bytes=\d+-$/)
})

test('continues the part of an earlier process, as far as that was on the disk', async () => {
  const seen: (string | undefined)[] = []
  const url = await site(serve(FILE, { seen }))
  const folder = temporaryFolder()
  let last = START
  const stop = new AbortController()
  const cut = await site(serve(FILE, { cutAt: 400_000 }))
  const onProgress = async (progress: DownloadProgress) => {
    last = progress
    if (progress.done > 0) stop.abort(new Error('killed'))
  }
  expect(await get(cut, { folder, onProgress, signal: stop.signal })).toBe('Error: killed')
  expect(await get(url, { folder, from: last })).toEqual(FILE)
  expect(seen).toEqual([`bytes=${last.done}-`])
  // A whole file is not requested again.
  const whole = { done: FILE.length, total: FILE.length, etag: '"1"' }
  expect(await get('http://127.0.0.1:1/', { folder, from: whole })).toEqual(FILE)
  // More was reported than is there: another server's progress.
  expect(await get(url, { from: last })).toEqual(FILE)
})

test('a rejected report ends the download', async () => {
  const url = await site(serve(FILE))
  const onProgress = async () => {
    throw new Error('cancelled')
  }
  expect(await get(url, { onProgress })).toBe('Error: cancelled')
})

test('looks for space before the first byte and after every 16 MiB', async () => {
  const chunk = Buffer.alloc(MiB)
  const url = await site((_, response) => {
    const more = (error?: Error | null) => error ?? void response.write(chunk, more)
    more()
  })
  const folder = temporaryFolder()
  const sizes: number[] = []
  const requireSpace = async () => {
    sizes.push(statSync(join(folder, 'one')).size)
    if (sizes.length === 2) throw new Error('full')
  }
  expect(await get(url, { folder, max: 64 * MiB, requireSpace })).toBe('Error: full')
  expect(sizes[0]).toBe(0)
  expect(sizes[1]).toBeGreaterThanOrEqual(16 * MiB)
  expect(sizes[1]).toBeLessThan(17 * MiB)
})

test('computes digests, and discards files', async () => {
  const folder = temporaryFolder()
  const files = imageFiles(folder, reachable(LOOPBACK))
  expect(await get(await site(serve(FILE)), { folder })).toEqual(FILE)
  for (const algorithm of ['sha256', 'sha512'] as const)
    expect(await files.digest('one', algorithm, new AbortController().signal)).toBe(
      createHash(algorithm).update(FILE).digest('hex'),
    )
  expect(await files.list()).toEqual(['one'])
  await files.discard('one')
  await files.discard('one')
  expect(existsSync(join(folder, 'one'))).toBe(false)
  expect(await files.list()).toEqual([])
  const gone = await files
    .digest('one', 'sha256', new AbortController().signal)
    .catch((error: Error) => error)
  expect(gone).toEqual(new FetchRefusal('The downloaded file is gone. Retry the fetch.'))
  expect(await imageFiles(join(folder, 'none'), reachable(LOOPBACK)).list()).toEqual([])
})

test('fetches lists of checksums, which are short', async () => {
  const { signal } = new AbortController()
  const text = (url: string, stall = 60_000) =>
    imageFiles(temporaryFolder(), reachable(LOOPBACK), { stall })
      .text(url, signal)
      .catch((error: Error) => error.message)
  expect(await text(await site((_, response) => response.end('abc  disk.img\n')))).toBe('abc  disk.img\n')
  const prefix = 'The list of checksums could not be fetched.'
  expect(await text(await site((_, response) => response.writeHead(403).end()))).toBe(
    `${prefix} The site does not serve the file: it answers with status 403.`,
  )
  expect(await text('http://10.0.0.1/SHA256SUMS')).toBe(`${prefix} ${FORBIDDEN}`)
  expect(await text(await site(() => {}), 200)).toBe(
    'The site with the list of checksums does not answer in time.',
  )
  expect(await text(await site((_, response) => response.end(Buffer.alloc(1_048_577))))).toBe(
    'The list of checksums is longer than 1048576 bytes.',
  )
})

test.each([
  ['a web page', '<!DOCTYPE html><html><title>Sign in</title>'],
  ['a VMDK image', 'KDMV'],
  ['a ZIP archive', 'PK\u0003\u0004'],
])('refuses %s by its first bytes, before the rest is loaded', async (name, start) => {
  let sent = 0
  const url = await site((request, response) => {
    response.writeHead(200, { 'content-length': 1_900_000 })
    response.write(start.padEnd(2_000))
    const timer = setInterval(() => response.write(Buffer.alloc(1_000), () => (sent += 1_000)), 5)
    request.socket.on('close', () => clearInterval(timer))
  })
  expect(await get(url)).toMatch(new RegExp(`^FetchRefusal: The file is ${name}\\.`))
  expect(sent).toBeLessThan(500_000)
})

test('loads a compressed file, and says its name to the site', async () => {
  const agents: (string | undefined)[] = []
  const url = await site((request, response) => {
    agents.push(request.headers['user-agent'])
    response.end(Buffer.from([0x1f, 0x8b, 0x08, 1, 2, 3]))
  })
  expect(await get(url)).toHaveLength(6)
  expect(agents).toEqual([expect.stringMatching(/^Granary/)])
})
