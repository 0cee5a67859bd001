import { manualClock } from '@granary/compute/clock.ts'
import { ATTEMPT_LIMITS } from '@granary/domain/attempt-limits.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addSilo, addUser } from '../../test/people.ts'
import { openWorld, type World } from '../../test/world.ts'
import { plainBindings } from '../kit/request/bindings.ts'

// Attacks on passwords: many guesses at once, from many addresses, and wrong passwords that only lock a user out.

const clock = manualClock()
const { allowed } = ATTEMPT_LIMITS.nameAtAddress
const KNOWN_CLIENT = '192.0.2.1'
let world: World
let checked = 0
beforeAll(async () => {
  world = await openWorld({ clock, started: false })
  await addUser(world.services, 'main', 'ada')
  await addSilo(world.services, 'elsewhere')
  await addUser(world.services, 'elsewhere', 'ada')
  const { passwords } = world.services
  world.services.passwords = {
    ...passwords,
    verify: (hash, password) => {
      checked += 1
      return passwords.verify(hash, password)
    },
  }
})
afterAll(() => world.close())
beforeEach(async () => {
  checked = 0
  await world.services.db.deleteFrom('sign_in_attempt').execute()
  await world.services.db.deleteFrom('known_address').execute()
})

async function login(
  address: string,
  password: string,
  username = 'ada',
  silo = 'main',
  cookie = '',
): Promise<Response> {
  const request = new Request(`http://test/v1/login/${silo}/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ username, password }),
  })
  return world.controlPlane.fetch(request, { ...plainBindings(request), clientAddress: address })
}
const statuses = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b)
/** Returns the networks that are remembered, without the browsers. */
const knownNetworks = async () =>
  (await world.services.db.selectFrom('known_address').select('network').execute())
    .map(({ network }) => network)
    .filter((network) => !network.startsWith('browser:'))
/** Returns the addresses of as many clients, each in a network of its own. */
const botnet = (size: number) =>
  Array.from({ length: size }, (_, at) => `10.${Math.trunc(at / 256)}.${at % 256}.1`)

test('checks no more concurrent wrong passwords than the limit allows', async () => {
  const answers = await statuses(Array.from({ length: 120 }, (_, at) => login(KNOWN_CLIENT, `wrong-${at}`)))
  expect(answers).toEqual([...Array(allowed).fill(401), ...Array(120 - allowed).fill(429)])
  expect(checked).toBe(allowed)
})

test('gives attempts back when the password is correct', async () => {
  for (let count = 0; count < 3 * ATTEMPT_LIMITS.address.allowed; count++)
    expect((await login(KNOWN_CLIENT, 'ada')).status).toBe(204)
  const rows = await world.services.db.selectFrom('sign_in_attempt').select('failures').execute()
  expect(rows.filter(({ failures }) => failures > 0)).toEqual([])
})

test('attempts that are refused leave nothing in the database, whatever names they are for', async () => {
  const attempt = (name: string) => login('198.51.100.9', 'wrong', name)
  for (let count = 0; count < ATTEMPT_LIMITS.address.allowed; count++) await attempt(`name-${count}`)
  const rows = () => world.services.db.selectFrom('sign_in_attempt').selectAll().orderBy('key').execute()
  const before = await rows()
  for (let count = 0; count < 20; count++) expect((await attempt(`other-${count}`)).status).toBe(429)
  expect(await rows()).toEqual(before)
})

test("an outsider's wrong passwords don't lock the user out at their own address", async () => {
  for (let count = 0; count < 30; count++) await login('198.51.100.9', 'wrong')
  expect((await login('198.51.100.9', 'ada')).status).toBe(429)
  expect((await login(KNOWN_CLIENT, 'ada')).status).toBe(204)
})

test('guesses of a name count for the user of that name in one silo only', async () => {
  for (const address of botnet(ATTEMPT_LIMITS.name.allowed)) await login(address, 'wrong')
  for (let count = 0; count < allowed; count++) await login(KNOWN_CLIENT, 'wrong')
  expect((await login('10.9.9.8', 'wrong')).status).toBe(401)
  expect((await login('10.9.9.9', 'ada')).status).toBe(429)
  for (const address of ['10.9.9.9', KNOWN_CLIENT])
    expect((await login(address, 'ada', 'ada', 'elsewhere')).status).toBe(204)
})

test('a refused attempt counts against no other limit', async () => {
  for (let count = 0; count < 2 * ATTEMPT_LIMITS.name.allowed; count++) await login('198.51.100.9', 'wrong')
  expect(checked).toBe(allowed)
  expect((await login('198.51.100.9', 'wrong', 'other')).status).toBe(401)
})

test('many addresses slow the guesses of one name down, and let its user in from a known address', async () => {
  expect((await login(KNOWN_CLIENT, 'ada')).status).toBe(204)
  checked = 0
  const { name, nameInNetwork } = ATTEMPT_LIMITS
  for (const address of botnet(2 * name.allowed)) await login(address, 'wrong')
  // One more in their network, which gets its next attempt later.
  expect(checked).toBe(name.allowed + 1)
  expect((await login(KNOWN_CLIENT, 'ada')).status).toBe(204)
  await clock.advance(nameInNetwork.thenEvery)
  expect(await statuses(botnet(20).map((address) => login(address, 'wrong')))).toEqual([
    401,
    ...Array(19).fill(429),
  ])
})

test('guesses from elsewhere lock no user out at a new address, however long they go on', async () => {
  const { name, nameInNetwork } = ATTEMPT_LIMITS
  for (const address of botnet(2 * name.allowed)) await login(address, 'wrong')
  for (let second = 0; second < 60; second += 3) {
    for (const address of botnet(20)) await login(address, 'wrong')
    if (second % 30 === 0) expect((await login('203.0.113.5', 'ada')).status).toBe(204)
    await world.services.db.deleteFrom('known_address').execute()
    await clock.advance(3_000)
  }
  // A user in the network of the attackers waits.
  expect((await login('10.77.77.77', 'wrong')).status).toBe(401)
  const refused = await login('10.99.99.99', 'ada')
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(nameInNetwork.thenEvery / 1000)
})

test('a browser that the user has signed in with is locked out by nobody, wherever it is', async () => {
  const cookieOf = (answer: Response) =>
    /granary-browser=[^;]+/.exec(answer.headers.getSetCookie().join())![0]
  const office = '198.51.100.9'
  const own = cookieOf(await login(office, 'ada'))
  const others = cookieOf(await login('192.0.2.77', 'ada', 'ada', 'elsewhere'))
  for (const address of botnet(200)) await login(address, 'wrong')
  for (let count = 0; count < 2 * ATTEMPT_LIMITS.address.allowed; count++) await login(office, 'wrong')
  expect((await login(office, 'ada')).status).toBe(429)
  expect((await login(office, 'ada', 'ada', 'main', others)).status).toBe(429)
  expect((await login(office, 'ada', 'ada', 'main', 'granary-browser=forged')).status).toBe(429)
  for (const address of [office, '10.0.0.1', '203.0.113.5'])
    expect((await login(address, 'ada', 'ada', 'main', own)).status).toBe(204)
  // It keeps its secret, and has limits of its own.
  expect(cookieOf(await login(office, 'ada', 'ada', 'main', own))).toBe(own)
  const guesses = Array.from({ length: 40 }, () => login(office, 'wrong', 'ada', 'main', own))
  expect((await statuses(guesses)).filter((status) => status === 401)).toHaveLength(allowed)
  expect((await login(office, 'ada', 'ada', 'main', own)).status).toBe(429)
})

test('a browser gets a secret of this server, whatever it sends', async () => {
  const secretOf = (answer: Response) =>
    /granary-browser=([^;]*)/.exec(answer.headers.getSetCookie().join('\n'))?.[1]
  const others = secretOf(await login(KNOWN_CLIENT, 'ada', 'ada', 'elsewhere'))
  for (const sent of [
    '%0A',
    '%3B%20Domain%3Dtest',
    '',
    'f'.repeat(39),
    'F'.repeat(40),
    '0'.repeat(40),
    others,
  ]) {
    const answer = await login(KNOWN_CLIENT, 'ada', 'ada', 'main', `granary-browser=${sent}`)
    expect(answer.status).toBe(204)
    expect(secretOf(answer)).toMatch(/^[0-9a-f]{40}$/)
    expect(secretOf(answer)).not.toBe(sent)
  }
})

test('one IPv6 client counts as one address, whichever address of its network it takes', async () => {
  const tries = Array.from({ length: 40 }, (_, at) => login(`2001:db8:1:2::${at.toString(16)}`, 'wrong'))
  expect((await statuses(tries)).filter((status) => status === 401)).toHaveLength(allowed)
  expect((await login('2001:db8:1:3::1', 'ada')).status).toBe(204)
})

test('remembers the latest addresses of a user only', async () => {
  for (const address of botnet(25)) {
    expect((await login(address, 'ada')).status).toBe(204)
    await clock.advance(1)
  }
  expect((await knownNetworks()).toSorted()).toEqual(botnet(25).slice(5).toSorted())
  await clock.advance(91 * 24 * 3_600_000)
  await login(KNOWN_CLIENT, 'ada')
  expect(await knownNetworks()).toEqual([KNOWN_CLIENT])
  expect(await world.services.db.selectFrom('known_address').select('network').execute()).toHaveLength(2)
})

test('remembers the address of the last sign-in, also when the clock was set back', async () => {
  for (const address of botnet(20)) expect((await login(address, 'ada')).status).toBe(204)
  const { db } = world.services
  const inAnHour = new Date(clock.now().getTime() + 3_600_000).toISOString()
  await db.updateTable('known_address').set({ time_last_used: inAnHour }).execute()
  expect((await login(KNOWN_CLIENT, 'ada')).status).toBe(204)
  const known = await knownNetworks()
  expect(known).toHaveLength(20)
  expect(known).toContain(KNOWN_CLIENT)
})
