import { expect, test } from 'vitest'
import { runCloud, signIn } from '../../test/cloud.ts'
import { openTerminal } from '../../test/terminal.ts'

test('sends any request unchanged and prints the response', async () => {
  const [terminal, cloud] = [openTerminal(), await runCloud()]
  await signIn(terminal, cloud)
  const me = await terminal.granary('api', 'get', '/v1/me')
  expect(me).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(me.out)).toMatchObject({ display_name: 'admin' })
  terminal.type('{"name":"shop","description":""}')
  expect((await terminal.granary('api', 'POST', '/v1/projects', '--input', '-')).code).toBe(0)
  const list = await terminal.granary('api', 'GET', '/v1/projects?limit=1')
  expect(JSON.parse(list.out).items).toMatchObject([{ name: 'shop' }])
  const refused = await terminal.granary('api', 'GET', '/v1/projects/none')
  expect(refused).toMatchObject({ code: 1, err: 'granary: HTTP 404\n' })
  expect(JSON.parse(refused.out)).toMatchObject({ error_code: 'ObjectNotFound' })
  expect(await terminal.granary('api', 'DELETE', '/v1/projects/shop')).toMatchObject({
    out: expect.any(String),
  })
  expect((await terminal.granary('api', 'GET', 'v1/me')).code).toBe(2)
  expect((await terminal.granary('api', 'G-T', '/v1/me')).code).toBe(2)
  // A path must not send the token to another server.
  expect((await terminal.granary('api', 'GET', '//evil.example/')).code).toBe(1)
})
