import type { SerialConnection } from '@granary/compute/serial.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** Opens a serial console, and returns a function that runs a command and returns its output. */
async function shellOf(id: string) {
  const connection: SerialConnection = await world.services.compute.serial(id).connect()
  const shown = { text: '' }
  void (async () => {
    for await (const chunk of connection.output) shown.text += text(chunk)
  })()
  const type = (line: string) => void connection.write(new TextEncoder().encode(`${line}\r`))
  await expect.poll(() => shown.text).toMatch(/:~# $/)
  return async (command: string): Promise<string> => {
    const before = shown.text.length
    type(command)
    await expect.poll(() => shown.text.slice(before)).toMatch(/\n[^]*:~# $/)
    return shown.text.slice(before)
  }
}

test('the shell of a simulated machine answers as its network does', async () => {
  await world.ask('POST', '/v1/projects', { name: 'shell', description: '' })
  const make = async (name: string) => {
    const body = { name, description: '', hostname: name, ncpus: 1, memory: 2 ** 30, start: true }
    const { id } = (await world.ask('POST', '/v1/instances?project=shell', body)).body
    await world.until(`/v1/instances/${id}`, ({ run_state }) => run_state === 'running')
    const path = `/v1/network-interfaces?project=shell&instance=${name}`
    const [{ ip_stack }] = (await world.ask('GET', path)).body.items
    return { id, ip: ip_stack.value.v4.ip }
  }
  const [web, db] = [await make('web'), await make('db')]
  const run = await shellOf(web.id)
  const replies = (command: string) => expect.poll(() => run(command))
  await replies(`nc -z ${db.ip} 5432`).toContain('succeeded!')
  expect(await run(`ping -c 1 ${db.ip}`)).toContain('1 received')
  expect(await run(`curl http://${db.ip}:8080/`)).toContain(`Hello from ${db.ip}`)
  expect(await run('nc -z 198.51.100.250 443')).toContain('succeeded!')

  const rules = '/v1/vpc-firewall-rules?project=shell&vpc=default'
  const before = (await world.ask('GET', rules)).body.rules
  const onlySsh = before.filter(({ name }: { name: string }) => name === 'allow-ssh')
  await world.ask('PUT', rules, { rules: onlySsh })
  await replies(`nc -z ${db.ip} 5432`).toContain('Connection timed out')
  expect(await run(`nc -z ${db.ip} 22`)).toContain('succeeded!')
  expect(await run(`ping -c 1 ${db.ip}`)).toContain('100% packet loss')

  await world.ask('PUT', rules, { rules: before })
  await replies(`nc -z ${db.ip} 5432`).toContain('succeeded!')
})
