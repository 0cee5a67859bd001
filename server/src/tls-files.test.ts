import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { connect, createServer } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../test/temporary.ts'
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
  run('req', '-new', '-nodes', ...ec, '-subj', `/CN=${name}`, '-keyout', key, '-out', request)
  run('x509', '-req', '-in', request, '-signkey', key, '-days', String(days), '-out', cert)
  return { tlsKey: key!, tlsCertificate: cert! }
}

async function serve(files: ReturnType<typeof make>) {
  const lines: string[] = []
  const server = createServer(readTlsFiles(files), (socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = serveRenewed(server, files, (level, message) => lines.push(`${level}: ${message}`), EVERY_MS)
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
  return { lines, nameNow }
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
