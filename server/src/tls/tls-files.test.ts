import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect, createServer, type DetailedPeerCertificate } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { issued, largeKey, selfSigned } from '../../../contract/test/certificates.ts'
import { temporaryFolder } from '../../test/temporary.ts'
import { readTlsFiles, serveRenewed } from './tls-files.ts'

const noOpenssl = spawnSync('openssl', ['version']).status !== 0
const EVERY_MS = 10

/** Makes a certificate and its key. @param days after which it expires; it has expired if negative. */
function make(name: string, days = 1) {
  const folder = temporaryFolder()
  const [key, cert, request] = ['key.pem', 'cert.pem', 'request.pem'].map((file) => join(folder, file))
  const run = (...args: (string | undefined)[]) =>
    expect(spawnSync('openssl', args as string[]).status).toBe(0)
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256']
  const names = ['-addext', 'subjectAltName=DNS:localhost']
  run('req', '-new', '-nodes', ...ec, ...names, '-subj', `/CN=${name}`, '-keyout', key, '-out', request)
  const copied = ['-copy_extensions', 'copy', '-days', String(days)]
  run('x509', '-req', '-in', request, '-signkey', key, ...copied, '-out', cert)
  return { tlsKey: key!, tlsCertificate: cert! }
}

async function serve(files: ReturnType<typeof make>, now?: () => number) {
  const lines: string[] = []
  const server = createServer(readTlsFiles(files), (socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = serveRenewed(
    server,
    files,
    (level, message) => lines.push(`${level}: ${message}`),
    EVERY_MS,
    now,
  )
  onTestFinished(() => {
    stop()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const nameNow = async () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { subject } = socket.getPeerCertificate()
    socket.destroy()
    return subject.CN
  }
  /** The subjects of the certificates that the server sends, without those of a store. */
  const chainNow = async () => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const names: string[] = []
    let at: DetailedPeerCertificate | undefined = socket.getPeerCertificate(true)
    while (at && !names.includes(String(at.subject.CN))) {
      names.push(String(at.subject.CN))
      at = at.issuerCertificate
    }
    socket.destroy()
    return names
  }
  return { lines, nameNow, chainNow }
}

test.skipIf(noOpenssl)(
  'serves a renewed certificate from the next connection on, once both files fit',
  async () => {
    const files = make('before')
    const { lines, nameNow } = await serve(files)
    expect(await nameNow()).toBe('before')
    const renewed = make('after')
    copyFileSync(renewed.tlsCertificate, files.tlsCertificate)
    await expect.poll(() => lines).toEqual([expect.stringContaining('warn: ')])
    expect(lines[0]).toContain(
      'the changed TLS certificate or key cannot be used; the server goes on with those before',
    )
    expect(await nameNow()).toBe('before')
    copyFileSync(renewed.tlsKey, files.tlsKey)
    await expect.poll(nameNow).toBe('after')
    expect(lines.slice(1)).toEqual(['info: the changed TLS certificate is in use'])
    // A file that has gone, or is nonsense, changes nothing.
    writeFileSync(files.tlsKey, 'nonsense')
    await expect.poll(() => lines.length).toBe(3)
    expect(await nameNow()).toBe('after')
  },
)

test.skipIf(noOpenssl)('warns of a certificate that has expired', async () => {
  const { lines } = await serve(make('old', -1))
  expect(lines).toEqual(['warn: the TLS certificate has expired'])
})

/** Writes a certificate and its key. */
function written({ cert, key }: { cert: string; key: string }) {
  const [tlsKey, tlsCertificate] = ['key.pem', 'cert.pem'].map((name) => join(temporaryFolder(), name))
  writeFileSync(tlsKey!, key)
  writeFileSync(tlsCertificate!, cert)
  return { tlsKey: tlsKey!, tlsCertificate: tlsCertificate! }
}

test.skipIf(noOpenssl)(
  'warns of a certificate that nobody renews, once when it is late and once when it is too late',
  async () => {
    const DAY = 86_400_000
    const begun = Date.now()
    let days = 0
    const { lines } = await serve(make('slow', 60), () => begun + days * DAY)
    days = 45
    await setTimeout(3 * EVERY_MS)
    expect(lines).toEqual([])
    days = 51
    await expect.poll(() => lines).toEqual(['warn: the TLS certificate expires soon'])
    days = 61
    await expect.poll(() => lines.slice(1)).toEqual(['warn: the TLS certificate has expired'])
  },
)

test.skipIf(noOpenssl)(
  'refuses keys that are too short, take long to sign with, or shut browsers out',
  () => {
    for (const [pair, problem] of [
      [largeKey(16_384), 'has 16,384 bits; an RSA key must have 2,048 to 4,096'],
      [selfSigned({ key: 'rsa1024' }), 'has 1,024 bits; an RSA key must have 2,048 to 4,096'],
      [
        selfSigned({ key: 'p521' }),
        'is of the kind P-521, which browsers refuse; RSA, P-256 and P-384 are allowed',
      ],
      [selfSigned({ key: 'ed25519' }), 'is of the kind ed25519, which browsers refuse'],
    ] as const)
      expect(() => readTlsFiles(written(pair))).toThrow(problem)
  },
)

test.skipIf(noOpenssl)('serves a chain in its order, and warns of what is wrong with it', async () => {
  const root = issued('root', null)
  const between = issued('between', root)
  const leaf = issued('leaf', between, { names: ['localhost'] })
  const other = issued('other', null)
  const disordered = await serve(
    written({ cert: leaf.cert + other.cert + root.cert + between.cert, key: leaf.key }),
  )
  await expect
    .poll(() => disordered.lines)
    .toEqual([
      'warn: the TLS certificate: The chain is out of order. It is served in the right order.',
      expect.stringContaining('Certificate 2 of 4, other, issued none of the others. It is not served.'),
    ])
  await expect.poll(disordered.chainNow).toEqual(['leaf', 'between', 'root'])
  const gap = await serve(written(leaf))
  await expect
    .poll(() => gap.lines)
    .toEqual([expect.stringMatching(/The certificate of .*between.*, which issued .*leaf.*, is missing/)])
})
