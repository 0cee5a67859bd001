import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUser } from '../../test/people.ts'
import { PUBLIC_KEY } from '../../test/ssh-key.ts'
import { openWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const add = (name: string, publicKey: string, as?: string) =>
  world.ask('POST', '/v1/me/ssh-keys', { name, description: '', public_key: publicKey }, as)

test('stores a key as given, without a trailing line break', async () => {
  const { status, body } = await add('laptop', `${PUBLIC_KEY}\n`)
  expect(status).toBe(201)
  expect(body.public_key).toBe(PUBLIC_KEY)
  expect((await world.ask('GET', '/v1/me/ssh-keys/laptop')).body).toEqual(body)
})

test.each([
  ['', 'Public key is required'],
  ['ssh-ed25519 AAAA me', 'The key is damaged'],
  ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk', 'This is a private key'],
  [`${PUBLIC_KEY} ${'x'.repeat(1000)}`, 'Must be 1023 characters or fewer'],
])('refuses an invalid public key in the words of the form: %j', async (key, problem) => {
  const { status, body } = await add('wrong', key)
  expect(status).toBe(400)
  expect(body.message).toContain(`public_key: ${problem}`)
  expect(JSON.stringify(body)).not.toContain('b3BlbnNzaC1rZXk')
  expect((await world.ask('GET', '/v1/me/ssh-keys/wrong')).status).toBe(404)
})

test('a name is unique per user, and other users neither see nor delete the key', async () => {
  await add('mine', PUBLIC_KEY)
  const again = await add('mine', PUBLIC_KEY)
  expect([again.status, again.body.error_code]).toEqual([400, 'ObjectAlreadyExists'])
  await addUser(world.services, 'main', 'other')
  const other = await world.signIn('other', 'other')
  expect((await world.ask('GET', '/v1/me/ssh-keys/mine', undefined, other)).status).toBe(404)
  expect((await world.ask('DELETE', '/v1/me/ssh-keys/mine', undefined, other)).status).toBe(404)
  expect((await add('mine', PUBLIC_KEY, other)).status).toBe(201)
  expect((await world.ask('DELETE', '/v1/me/ssh-keys/mine')).status).toBe(204)
  expect((await world.ask('GET', '/v1/me/ssh-keys/mine')).status).toBe(404)
})
