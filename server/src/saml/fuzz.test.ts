import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openClinic } from '../../test/saml/clinic.ts'
import { forge } from '../../test/saml/forge.ts'
import { serve } from '../../test/process.ts'
import { clientOf, PASSWORD } from '../../test/server.ts'
import { temporaryFolder } from '../../test/temporary.ts'

const SECRET = 'patient-zero'

/** Returns a text with a piece of it removed, doubled or replaced. */
const damaged = (text: string) =>
  fc
    .tuple(
      fc.nat(text.length - 1),
      fc.nat(200),
      fc.constantFrom('', '<', '"', '&', '\u0000', '<a>', ']]>', 'é'),
    )
    .chain(([from, length, other]) =>
      fc.constantFrom(
        text.slice(0, from) + text.slice(from + length),
        text.slice(0, from + length) + text.slice(from),
        text.slice(0, from) + other + text.slice(from + length),
      ),
    )

test('refuses damaged posts with 400 unless the signed part is intact, and logs none of them', async () => {
  // A trusted proxy lets each answer come from an address of its own, which may send only some refused ones.
  const proxy = ['--trusted-proxies', '127.0.0.1']
  const server = await serve(['--port', '0', '--data', temporaryFolder(), '--log-level', 'debug', ...proxy], {
    GRANARY_ADMIN_PASSWORD: PASSWORD,
  })
  let answers = 0
  const client = clientOf(server.url)
  const clinic = await openClinic({ url: server.url, ...client })
  const valid = await clinic.say({ nameId: SECRET, attributes: { groups: [SECRET] } })
  const xml = Buffer.from(valid, 'base64').toString()
  const forms = fc.oneof(
    damaged(xml).map((text) => ({ SAMLResponse: forge(valid, () => text) })),
    damaged(valid).map((text) => ({ SAMLResponse: text })),
    fc.record({ SAMLResponse: fc.base64String(), RelayState: fc.string({ unit: 'binary' }) }),
    fc.dictionary(
      fc.constantFrom('SAMLResponse', 'RelayState', 'SigAlg', 'x'),
      fc.string({ unit: 'binary' }),
    ),
  )
  const bodies = fc.oneof(
    forms.map((form) => new URLSearchParams(form as Record<string, string>).toString()),
    fc.string({ unit: 'binary', maxLength: 500 }),
    fc.constant(`SAMLResponse=${'A'.repeat(300_000)}`),
  )
  const types = fc.constantFrom(
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    'application/json',
    'multipart/form-data; boundary=x',
    'text/plain',
  )
  await fc.assert(
    fc.asyncProperty(bodies, types, async (body, type) => {
      const answer = await fetch(clinic.acsUrl, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'content-type': type,
          'sec-fetch-site': 'cross-site',
          'x-forwarded-for': `10.0.${answers >> 8}.${answers++ & 255}`,
        },
        body,
      })
      const text = await answer.text()
      expect(text).not.toContain(SECRET)
      const session = await clinic.finish(answer)
      if (!session) {
        expect(answer.status).toBe(400)
        return
      }
      // The damage may be outside of the signed part, such as in the copy of the certificate beside the signature.
      const me = await (await client.get('/v1/me', { cookie: session })).json()
      expect(me).toMatchObject({ display_name: SECRET })
    }),
    { numRuns: 100 },
  )
  const cookie = await clinic.signIn({ nameId: SECRET })
  expect(cookie).toMatch(/^granary-session-\d+=/)
  await server.end('SIGTERM')
  // The security log names callers, and nothing else of an answer.
  const logged = (server.errors() + server.output()).replaceAll(`"name":"${SECRET}"`, '')
  expect(logged).toContain('"operation":"login_saml"')
  for (const secret of [SECRET, cookie.replace(/^.*=/, ''), valid.slice(0, 40), PASSWORD, '<saml:'])
    expect(logged.includes(secret), secret).toBe(false)
})
