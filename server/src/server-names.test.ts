import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { selfSigned } from '../../contract/test/certificates.ts'
import { PASSWORD, runServer } from '../test/server.ts'
import { temporaryFolder } from '../test/temporary.ts'

test("serves a silo's host with the silo's certificate, and other hosts with the server's", async () => {
  const folder = temporaryFolder()
  const own = selfSigned({ commonName: 'own' })
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  writeFileSync(key, own.key)
  writeFileSync(cert, own.cert)
  const tls = ['--tls-key', key, '--tls-certificate', cert]
  const { url } = await runServer([...tls, '--dns-zone', 'cloud.example'])
  const signedIn = await send(url, 'POST', '/v1/login/main/local', { username: 'admin', password: PASSWORD })
  const cookie = signedIn.headers['set-cookie']![0]!.split(';')[0]!
  const host = 'main.sys.cloud.example'
  expect(await servedTo(url, host)).toBe('own')
  for (const commonName of ['first', 'second']) {
    const body = { name: commonName, description: '', service: 'external_api' }
    const pair = selfSigned({ commonName, names: [host, 'localhost'] })
    expect((await send(url, 'POST', '/v1/certificates', { ...body, ...pair }, cookie)).statusCode).toBe(201)
    expect(await servedTo(url, host)).toBe(commonName)
    expect(await servedTo(url, host.toUpperCase())).toBe(commonName)
  }
  for (const other of ['localhost', 'other.sys.cloud.example', 'main.sys.other.example', ''])
    expect(await servedTo(url, other)).toBe('own')
  expect((await send(url, 'DELETE', '/v1/certificates/second', undefined, cookie)).statusCode).toBe(204)
  expect(await servedTo(url, host)).toBe('first')
})

/** Returns the common name of the certificate for a host. */
async function servedTo(url: string, servername: string): Promise<string> {
  const port = Number(new URL(url).port)
  const socket = connect({ host: '127.0.0.1', port, servername, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const { subject } = socket.getPeerCertificate()
  socket.destroy()
  return String(subject.CN)
}

async function send(url: string, method: string, path: string, body?: object, cookie = '') {
  const asked = request(url + path, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    rejectUnauthorized: false,
  })
  asked.end(body && JSON.stringify(body))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  answer.resume()
  return answer
}
