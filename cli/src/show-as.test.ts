import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { catalog } from '@granary/contract/commands/catalog.ts'
import type { Field } from '@granary/contract/commands/fields.ts'
import { flagsOf } from '@granary/contract/commands/flags.ts'
import { COMMANDS } from '@granary/contract/generated/commands.ts'
import { commandText } from '@granary/contract/show-as/command.ts'
import { withoutSecrets } from '@granary/contract/show-as/secrets.ts'
import { targetOf, type WireRequest } from '@granary/contract/show-as/wire-request.ts'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openTerminal } from '../test/terminal.ts'

/** The words and the standard input of a command, as a real shell passes them on. */
function typed(text: string): { words: string[]; input: string } {
  const shown = execFileSync('sh', ['-c', `granary() { printf '%s\\0' "$@"; cat; }\n${text}`], {
    input: '',
  }).toString()
  const parts = shown.split('\0')
  return { words: parts.slice(0, -1), input: parts.at(-1)! }
}

/** A server that answers every request with a resource, and keeps the last one that was not a GET. */
async function recorder() {
  const last: { method?: string; url?: string; body?: unknown } = {}
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    if (request.method !== 'GET')
      Object.assign(last, {
        method: request.method,
        url: request.url,
        body: body ? JSON.parse(body) : undefined,
      })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { last, host: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const text = fc.oneof(fc.string(), fc.constantFrom('null', '-x', '--name', "it's", '$HOME `id`\n', ''))
const word = text.filter((one) => !one.includes('\0'))
/** Values that JSON can hold: it has no negative zero. */
const json = fc
  .jsonValue()
  .map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  .filter((value) => !JSON.stringify(value).includes('\\u0000'))

function valueOf({ kind, choices, nullable }: Field): fc.Arbitrary<unknown> {
  const values: Record<Field['kind'], fc.Arbitrary<unknown>> = {
    text: choices.length > 0 ? fc.constantFrom(...choices) : word,
    number: choices.length > 0 ? fc.constantFrom(...choices.map(Number)) : fc.integer(),
    bytes: fc.oneof(
      fc.nat(),
      fc.nat(100).map((count) => count * 2 ** 30),
    ),
    boolean: fc.boolean(),
    list: fc.array(choices.length > 0 ? fc.constantFrom(...choices) : word, { maxLength: 3 }),
    json,
  }
  return nullable ? fc.option(values[kind]) : values[kind]
}

const requests: fc.Arbitrary<WireRequest> = fc
  .constantFrom(...catalog.filter(({ id }) => COMMANDS[id]))
  .chain(({ id, operation }) => {
    const { query, body, takes } = flagsOf(operation)
    const args = [...operation.path.matchAll(/\{\w+\}/g)].map(() => fc.uuid())
    const asked = query.filter(({ name, required }) => required || name === 'project')
    const values = asked.map(({ name, choices }) => [name, choices[0] ?? 'shop'] as const)
    return fc.record({
      id: fc.constant(id),
      method: fc.constant(operation.method as string),
      path: fc.constant(operation.path as string),
      args: fc.tuple(...args),
      query: fc.constant(values),
      body:
        takes === 'nothing'
          ? fc.constant(undefined)
          : fc.record(Object.fromEntries(body.map((field) => [field.name, valueOf(field)]))),
    })
  })

test('the program sends what the form sends, for every operation that changes something', async () => {
  const { host, last } = await recorder()
  const terminal = openTerminal()
  Object.assign(terminal.environment, { GRANARY_HOST: host, GRANARY_TOKEN: 'token' })
  await fc.assert(
    fc.asyncProperty(requests, async (request) => {
      const { words, input } = typed(commandText(request, COMMANDS[request.id]!))
      terminal.type(input)
      const { code, err } = await terminal.granary(...words)
      expect({ code, err }).toEqual({ code: 0, err: '' })
      expect(last.method).toBe(request.method)
      const [path, query] = [last.url!.split('?')[0], new URLSearchParams(last.url!.split('?')[1])]
      expect(path).toBe(targetOf({ ...request, query: [] }))
      expect([...query]).toEqual(request.query)
      if (request.body !== undefined) expect(last.body).toEqual(withoutSecrets(request.body))
    }),
    { numRuns: 150 },
  )
})
