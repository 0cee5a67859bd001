import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { expect, test } from 'vitest'
import { issued, selfSigned } from '../../../contract/test/certificates.ts'
import { PASSWORD, runServer } from '../../test/server.ts'
import { temporaryFolder } from '../../test/temporary.ts'

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

test('serves a chain that openssl accepts, in whatever order it was added', async () => {
  const folder = temporaryFolder()
  const root = issued('root', null)
  const middle = issued('middle', root)
  const host = 'main.sys.cloud.example'
  const leaf = issued('leaf', middle, { names: [host] })
  const [key, cert, trusted] = ['key', 'cert', 'root'].map((name) => join(folder, name))
  writeFileSync(trusted!, root.cert)
  const own = selfSigned({ commonName: 'own' })
  writeFileSync(key!, own.key)
  writeFileSync(cert!, own.cert)
  const { url } = await runServer(['--tls-key', key!, '--tls-certificate', cert!])
  const signedIn = await send(url, 'POST', '/v1/login/main/local', { username: 'admin', password: PASSWORD })
  const cookie = signedIn.headers['set-cookie']![0]!.split(';')[0]!
  const verified = async () => {
    const address = ['-connect', new URL(url).host, '-servername', host, '-verify_hostname', host]
    const client = spawn('openssl', ['s_client', ...address, '-CAfile', trusted!])
    client.stdin.end()
    const [said] = await Promise.all([text(client.stdout), once(client, 'exit')])
    return /Verify return code: (.*)/.exec(said)?.[1]
  }
  const body = { name: 'chain', description: '', service: 'external_api', key: leaf.key }
  for (const chain of [
    leaf.cert + middle.cert,
    leaf.cert + root.cert + middle.cert,
    leaf.cert + own.cert + root.cert + selfSigned().cert + middle.cert,
  ]) {
    const added = await send(url, 'POST', '/v1/certificates', { ...body, cert: chain }, cookie)
    expect(added.statusCode).toBe(201)
    expect(await verified()).toBe('0 (ok)')
    expect((await send(url, 'DELETE', '/v1/certificates/chain', undefined, cookie)).statusCode).toBe(204)
  }
})

/** Returns the common name of the certificate for a host. */
async function servedTo(url: string, servername: string): Promise<string> {
  const port = Number(new URL(url).port)
  const wanted = { servername, ALPNProtocols: ['h2'], rejectUnauthorized: false }
  const socket = connect({ host: '127.0.0.1', port, ...wanted })
  await once(socket, 'secureConnect')
  expect(socket.alpnProtocol).toBe('h2')
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
