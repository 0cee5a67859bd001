import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contract } from '@granary/contract/contract.ts'
import { fieldsOf, type Field } from '@granary/contract/commands/fields.ts'
import { COMMANDS } from '@granary/contract/generated/commands.ts'
import type { Operation } from '@granary/contract/operation.ts'
import { commandText } from '@granary/contract/show-as/command.ts'
import { curlText } from '@granary/contract/show-as/curl.ts'
import { isSecret, withoutSecrets } from '@granary/contract/show-as/secrets.ts'
import { terraformText } from '@granary/contract/show-as/terraform.ts'
import type { WireRequest } from '@granary/contract/show-as/wire-request.ts'

const ORIGIN = 'https://granary.example'
const projectCreate = (name: string, description: string): WireRequest => ({
  id: 'projectCreate',
  method: 'POST',
  path: '/v1/projects',
  args: [],
  query: [],
  body: { name, description },
})

/** Runs a text in a real shell, where `curl` prints its arguments. */
const argumentsOf = (text: string): string[] =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${text}`], { env: { GRANARY_TOKEN: 'token' } })
    .toString()
    .split('\0')
    .slice(0, -1)

const text = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[ '"$`\\\n!*?~&|;<>(){}-]{0,20}$/),
  fc.string({ unit: 'grapheme' }),
)
const words = text.filter((word) => !word.includes('\0'))

test('a shell reads back from the curl command what the form sends', () => {
  fc.assert(
    fc.property(
      words.filter((word) => word !== ''),
      fc.array(fc.tuple(fc.stringMatching(/^[a-z_]+$/), words), { maxLength: 3 }),
      fc.jsonValue(),
      (arg, query, body) => {
        const request = {
          id: 'x',
          method: 'PUT',
          path: '/v1/disks/{disk}',
          args: [arg],
          query,
          body: { body },
        }
        const [x, method, url, h, token, h2, type, data, sent] = argumentsOf(curlText(request, ORIGIN))
        expect([x, method, h, token, h2, type, data]).toEqual([
          '-X',
          'PUT',
          '-H',
          'Authorization: Bearer token',
          '-H',
          'Content-Type: application/json',
          '--data-raw',
        ])
        const { origin, pathname, searchParams } = new URL(url!)
        expect([origin, decodeURIComponent(pathname.replace('/v1/disks/', ''))]).toEqual([ORIGIN, arg])
        expect([...searchParams]).toEqual(query)
        expect(JSON.parse(sent!)).toEqual(JSON.parse(JSON.stringify(withoutSecrets({ body }))))
      },
    ),
    { numRuns: 60 },
  )
})

test('writes a request in three ways', () => {
  const request = projectCreate('web', "Ann's $5 shop")
  expect(commandText(request, COMMANDS.projectCreate!)).toBe(
    String.raw`granary project create \
  --name web \
  --description 'Ann'\''s $5 shop'`,
  )
  expect(curlText(request, ORIGIN)).toBe(
    String.raw`curl -X POST https://granary.example/v1/projects \
  -H "Authorization: Bearer $GRANARY_TOKEN" \
  -H 'Content-Type: application/json' \
  --data-raw '{
  "name": "web",
  "description": "Ann'\''s $5 shop"
}'`,
  )
  expect(terraformText(request, ORIGIN)).toContain(`resource "restapi_object" "web" {
  path        = "/v1/projects"
  create_path = "/v1/projects"
  data = jsonencode({
    name = "web"
    description = "Ann's $5 shop"
  })
}`)
})

test('texts with templates stay texts in Terraform', () => {
  const shown = terraformText(projectCreate('web', '${file("/etc/passwd")} %{ if true } "x" \n'), ORIGIN)
  expect(shown).toContain('$${file(')
  expect(shown).toContain('%%{ if true }')
  expect(shown).not.toMatch(/[^$]\$\{file|[^%]%\{ if/)
})

test('shows placeholders in place of secrets', () => {
  const body = {
    name: 'ann',
    password: { mode: 'password', value: 'swordfish' },
    tls_certificates: [{ name: 'c', cert: 'PEM', key: 'swordfish' }],
    signing_keypair: { public_cert: 'PEM', private_key: 'swordfish' },
    new_password: 'swordfish',
    secrets: ['swordfish', 'swordfish'],
    secret: 'swordfish',
  }
  const request = { ...projectCreate('x', ''), body }
  const shown = [
    curlText(request, ORIGIN),
    commandText(request, COMMANDS.projectCreate!),
    terraformText(request, ORIGIN),
  ]
  for (const one of shown) {
    expect(one).not.toContain('swordfish')
    expect(one).toContain('<private key>')
  }
})

/** Text fields of requests whose name or description sounds like a secret but is none. */
const NO_SECRETS = new Set(['userCode', 'user_code'])
const requestFields = Object.entries(contract as Readonly<Record<string, Operation>>).flatMap(
  ([id, { body, bodyType }]) =>
    body && bodyType !== 'bytes' ? [[id, fieldsOf(body as Parameters<typeof fieldsOf>[0])] as const] : [],
)

test.each(requestFields)('every text of %s that sounds like a secret is one', (_, fields) => {
  const check = (siblings: readonly Field[]): void => {
    const names = siblings.map(({ name }) => name)
    for (const { name, kind, description, parts } of siblings) {
      check(parts)
      const sounds = /password|secret|private key|\bcode\b/i.test(
        `${name.replaceAll('_', ' ')} ${description}`,
      )
      if (kind === 'text' && sounds && !NO_SECRETS.has(name) && name !== 'mode')
        expect([name, isSecret(name, names)]).toEqual([name, true])
    }
  }
  check(fields)
})
